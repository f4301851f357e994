import ScrollCore

/// A log-normal and a Weibull distribution, fitted to times by maximum likelihood.
///
/// Both have two parameters, so the one with the greater likelihood has the lower Akaike criterion
/// (H. Akaike, "A New Look at the Statistical Model Identification", IEEE Transactions on Automatic
/// Control 19(6), 1974, doi:10.1109/TAC.1974.1100705). The log-normal estimate has a closed form.
/// The shape of the Weibull estimate is the root of an equation (H. Rinne, "The Weibull
/// Distribution", Chapman & Hall 2009, section 11.3) that Newton's method finds between two bounds.
package struct DwellFit: Sendable, Equatable {
  package enum Distribution: String, Sendable, CaseIterable {
    case logNormal = "log-normal"
    case weibull = "Weibull"
  }

  /// The number of times.
  package let count: Int
  /// The mean and the standard deviation of the logarithms.
  package let mu: Double, sigma: Double
  package let shape: Double, scale: Double

  /// The least number of times that decides between the distributions.
  package static let least = 30

  /// Fits both distributions.
  ///
  /// The result is `nil` for fewer than two different times.
  /// - Precondition: all times are positive and finite.
  /// - Complexity: O(times) for each of at most some hundred steps.
  package init?(_ times: [Double]) {
    precondition(times.allSatisfy { $0 > 0 && $0.isFinite }, "a time that is not positive")
    let n = Double(times.count)
    let logs = times.map { log($0) }
    guard let top = logs.max(), let bottom = logs.min(), bottom < top else { return nil }
    let mu = logs.reduce(0, +) / n
    let sigma = (logs.reduce(0) { $0 + ($1 - mu) * ($1 - mu) } / n).squareRoot()
    // Powers of times up to 1 do not overflow.
    let shape = Self.shape(logs.map { $0 - top }, mean: mu - top, deviation: sigma)
    let power = logs.reduce(0) { $0 + exp(shape * ($1 - top)) } / n
    let logScale = top + log(power) / shape
    count = times.count
    (self.mu, self.sigma, self.shape, scale) = (mu, sigma, shape, exp(logScale))
  }

  /// Returns the logarithm of the likelihood of all times.
  package func logLikelihood(_ distribution: Distribution) -> Double {
    let perTime =
      switch distribution {
      case .logNormal: -mu - log(sigma) - log(2 * .pi) / 2 - 0.5
      case .weibull: log(shape) - shape * log(scale) + (shape - 1) * mu - 1
      }
    return perTime * Double(count)
  }

  /// Returns Akaike's criterion: less is better.
  package func criterion(_ distribution: Distribution) -> Double {
    4 - 2 * logLikelihood(distribution)
  }

  /// The distribution with the lower criterion; `nil` for too few times.
  package var better: Distribution? {
    guard count >= Self.least else { return nil }
    return criterion(.logNormal) < criterion(.weibull) ? .logNormal : .weibull
  }

  /// Returns the shape of the Weibull distribution for logarithms that are at most 0.
  private static func shape(_ logs: [Double], mean: Double, deviation: Double) -> Double {
    var (low, high) = (0.0, Double.infinity)
    // The logarithm of a Weibull variable has the deviation pi / (shape * sqrt(6)).
    var shape = Double.pi / (deviation * 6.0.squareRoot())
    for _ in 0..<200 {
      var (sum, first, second) = (0.0, 0.0, 0.0)
      for logarithm in logs {
        let weight = exp(shape * logarithm)
        sum += weight
        first += weight * logarithm
        second += weight * logarithm * logarithm
      }
      let center = first / sum
      let excess = center - 1 / shape - mean
      if excess > 0 { high = shape } else { low = shape }
      let slope = second / sum - center * center + 1 / (shape * shape)
      var next = shape - excess / slope
      if !(low < next && next < high) { next = high.isFinite ? (low + high) / 2 : shape * 2 }
      if abs(next - shape) <= 1e-14 * shape { return next }
      shape = next
    }
    return shape
  }
}
