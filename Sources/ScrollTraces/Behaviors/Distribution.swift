import ScrollCore

/// Where a figure of a behavior is drawn from, and what is known about that.
///
/// No published distribution of what thumbs do on phones was found, so that most are estimates: a
/// trace says so of each that it draws from.
struct Distribution: Sendable, Equatable {
  enum Shape: Sendable, Equatable {
    case logNormal(median: Double, sigma: Double)
    case even
    /// Counts, at least 1.
    case geometric(mean: Double)
  }

  let name: String
  let shape: Shape
  /// What lies outside counts as its nearest end.
  let range: ClosedRange<Double>
  let unit: String
  /// Where it comes from; `estimate` and more for a guess.
  let source: String

  func draw(_ random: inout SeededRandom) -> Double {
    switch shape {
    case .logNormal(let median, let sigma):
      random.logNormal(median: median, sigma: sigma, clippedTo: range)
    case .even: range.lowerBound + (range.upperBound - range.lowerBound) * random.unit()
    case .geometric(let mean):
      min(max(Double(random.geometric(mean: mean)), range.lowerBound), range.upperBound)
    }
  }

  /// `flick log-normal, median 1400, sigma 0.7, 100 to 8000 pt/s (estimate)`.
  var description: String {
    func text(_ number: Double) -> String { Millionths(number).text }
    let shape =
      switch shape {
      case .logNormal(let median, let sigma):
        "log-normal, median \(text(median)), sigma \(text(sigma)), "
      case .even: "even, "
      case .geometric(let mean): "geometric, mean \(text(mean)), "
      }
    let ends = "\(text(range.lowerBound)) to \(text(range.upperBound))"
    return "\(name) \(shape)\(ends)\(unit.isEmpty ? "" : " \(unit)") (\(source))"
  }
}
