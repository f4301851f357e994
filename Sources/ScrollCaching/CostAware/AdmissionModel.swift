#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many requests an LRU cache would serve that stores images with probability
/// exp(-bytes / c), for any c: the Markov model of AdaptSize.
///
/// An image is in with probability P = x / (1 + x), x = exp(-bytes / c) (exp(rate T) - 1), and
/// the time T that an unused image stays is such that the bytes of all images, times P, are the
/// capacity. `exp` may differ in the last bit between platforms.
package struct AdmissionModel {
  /// Requests of each image per unit of time, and its bytes.
  var rates: [Double] = [], bytes: [Double] = []
  let capacity: Double

  package init(capacity: Int) { self.capacity = Double(max(capacity, 1)) }

  package mutating func add(rate: Double, bytes: Int) {
    rates.append(rate)
    self.bytes.append(Double(bytes))
  }

  /// Hits per unit of time with c = 2^`exponent`.
  package func hits(exponent: Double) -> Double {
    let c = exp2(exponent)
    let admission = bytes.map { exp(-$0 / c) }
    var wanted = 0.0
    for index in rates.indices { wanted += rates[index] * admission[index] * bytes[index] }
    guard wanted > 0 else { return 0 }
    var stay = capacity / wanted
    for _ in 0..<10 {
      var held = 0.0
      for index in rates.indices {
        held += bytes[index] * Self.presence(rates[index] * stay, admission[index])
      }
      guard held > 0, stay < 1e70 else { break }
      stay = capacity * stay / held
    }
    var hits = 0.0
    for index in rates.indices {
      hits += rates[index] * Self.presence(rates[index] * stay, admission[index])
    }
    return hits
  }

  /// The probability that an image is in, expected `uses` times while unused images stay.
  private static func presence(_ uses: Double, _ admission: Double) -> Double {
    guard uses <= 150 else { return 1 }
    let odds = admission * (exp(uses) - 1)
    return odds / (1 + odds)
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
