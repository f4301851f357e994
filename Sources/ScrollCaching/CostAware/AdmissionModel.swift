import ScrollCore

/// How many requests an LRU cache would serve that stores images with probability
/// exp(-bytes / c), for any c: the Markov model of AdaptSize.
///
/// An image is in with probability P = x / (1 + x), x = exp(-bytes / c) (exp(rate T) - 1), and
/// the time T that an unused image stays is such that the bytes of all images, times P, are the
/// capacity. T is found by bisection of its logarithm, in 48 steps: the ten steps of T x
/// capacity / bytes held that published code takes end far from it where c is small, and
/// promise that everything is served. It is at most 16 units of time: a c so small that the
/// cache would take longer to fill is worth no more than what is in by then. `exp` may differ in
/// the last bit between platforms.
package struct AdmissionModel {
  /// Requests of each image per unit of time, and its bytes.
  var rates: [Double] = [], bytes: [Double] = []
  let capacity: Double
  /// The logarithm of the largest T.
  private static let longestStay = 4.0

  package init(capacity: Int) { self.capacity = Double(max(capacity, 1)) }

  package mutating func add(rate: Double, bytes: Int) {
    rates.append(rate)
    self.bytes.append(Double(bytes))
  }

  /// Hits per unit of time with c = 2^`exponent`.
  package func hits(exponent: Double) -> Double {
    let reluctance = bytes.map { $0 / exp2(exponent) }
    let everything = rates.reduce(0, +)
    guard bytes.reduce(0, +) > capacity else { return everything }
    var (low, high) = (-64.0, Self.longestStay)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      var held = 0.0
      for index in rates.indices {
        held += bytes[index] * Self.presence(rates[index] * exp2(middle), reluctance[index])
      }
      if held > capacity { high = middle } else { low = middle }
    }
    var hits = 0.0
    for index in rates.indices {
      hits += rates[index] * Self.presence(rates[index] * exp2(low), reluctance[index])
    }
    return hits
  }

  /// The probability that an image is in, expected `uses` times while unused images stay, and
  /// admitted with probability exp(-`reluctance`).
  private static func presence(_ uses: Double, _ reluctance: Double) -> Double {
    let logOdds = (uses > 40 ? uses : log(expm1(uses))) - reluctance
    return 1 / (1 + exp(-logOdds))
  }

  /// The exponent with the most hits of those tried: the capacity's, every fourth from 2 on,
  /// and up to 15 steps of a golden-section search from the best of these.
  package func bestExponent() -> Double {
    let golden = 0.61803399
    var best = (exponent: log2(capacity), hits: hits(exponent: log2(capacity)))
    func attempt(_ exponent: Double) -> Double {
      let hits = hits(exponent: exponent)
      if hits > best.hits { best = (exponent, hits) }
      return hits
    }
    var (low, high) = (0.0, log2(capacity))
    var grid = 2.0
    while grid < high {
      _ = attempt(grid)
      grid += 4
    }
    // The best is one of the two inner points, the other lies in the larger part.
    var (left, right) = (best.exponent, best.exponent)
    var (leftHits, rightHits) = (best.hits, best.hits)
    if high - left > left - low {
      right = left + (1 - golden) * (high - left)
      rightHits = attempt(right)
    } else {
      left = low + golden * (right - low)
      leftHits = attempt(left)
    }
    for _ in 0..<15 where high - low > 3e-8 * (left + right) {
      if rightHits > leftHits {
        (low, left, right) = (left, right, golden * right + (1 - golden) * high)
        (leftHits, rightHits) = (rightHits, attempt(right))
      } else {
        (high, right, left) = (right, left, golden * left + (1 - golden) * low)
        (rightHits, leftHits) = (leftHits, attempt(left))
      }
    }
    return best.exponent
  }
}
