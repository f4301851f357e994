import ScrollCore

/// The learning rate of `cacheus`, which adapts to the effect of its own changes on the hit rate.
///
/// A period has C requests; if the capacity C is in bytes, it has as many requests as images of the
/// mean cost fit into C. After each period, the hit rate and the learning rate r are compared with
/// those of the period before, all rounded to three decimals. Let d be the difference of r.
///
/// - If both rose or both fell, r becomes min(r + |r x d|, 1).
/// - If one rose and the other fell, r becomes max(r - |r x d|, 0.001).
/// - If either did not change and the hit rate fell, a coin toss decides whether r becomes 1.25 r
///   or 0.75 r, within 0.001...1. At these limits r becomes 0.005 or 0.9 instead.
/// - After ten such falls, or ten periods with such a fall or without hits, r becomes the initial
///   rate, but at least 0.001.
///
/// L. V. Rodriguez, F. Yusuf, S. Lyons, E. Paz, R. Rangaswami, J. Liu, M. Zhao, G. Narasimhan,
/// "Learning Cache Replacement with CACHEUS", FAST 2021. The rule follows the authors' program.
package struct CacheusRate {
  static var limits: ClosedRange<Double> { 0.001...1 }
  static var patience: Int { 10 }

  /// The current rate.
  package private(set) var value: Double
  /// The initial rate; `nil` means the square root of 2 ln 2 / C, at most 1.
  private let given: Double?
  private var initial: Double
  /// The rates of this period and of the previous one.
  private var current = 0.0, previous = 0.0
  private var periods = 0
  private var requests = 0, hits = 0
  private var lastHitRate = 0.0
  private var falls = 0, pauses = 0
  private var allRequests = 0, allCost = 0.0

  package init(_ given: Double?) {
    self.given = given
    value = given ?? 1
    initial = value
  }

  /// Counts a request, before it is known to be a hit.
  package mutating func count(_ request: Request, capacity: Int, random: inout PolicyRandom) {
    allRequests += 1
    allCost += Double(request.cost)
    requests += 1
    let items = max(Double(capacity) / max(allCost / Double(allRequests), 1e-9), 1)
    if periods == 0 {
      value = given ?? min((2 * log(2.0) / items).squareRoot(), 1)
      (initial, current) = (value, value)
    }
    if Double(requests) >= items { endPeriod(&random) }
  }

  package mutating func countHit() { hits += 1 }

  private mutating func endPeriod(_ random: inout PolicyRandom) {
    let change = Self.rounded(current) - Self.rounded(previous)
    let hitRate = Self.rounded(Double(hits) / Double(requests))
    let gain = Self.rounded(hitRate - lastHitRate)
    if change * gain > 0 {
      value = min(value + abs(value * change), Self.limits.upperBound)
      (falls, pauses) = (0, 0)
    } else if change * gain < 0 {
      value = max(value - abs(value * change), Self.limits.lowerBound)
      (falls, pauses) = (0, 0)
    } else if gain < 0 {
      (falls, pauses) = (falls + 1, pauses + 1)
      if pauses >= Self.patience {
        pauses = 0
        startAgain()
      } else if falls >= Self.patience {
        falls = 0
        startAgain()
      } else {
        nudge(&random)
      }
    } else if gain == 0, hitRate == 0 {
      pauses += 1
      if pauses >= Self.patience {
        pauses = 0
        startAgain()
      }
    }
    (previous, current, lastHitRate) = (current, value, hitRate)
    (requests, hits) = (0, 0)
    periods += 1
  }

  private mutating func startAgain() { value = max(initial, Self.limits.lowerBound) }

  private mutating func nudge(_ random: inout PolicyRandom) {
    if value >= Self.limits.upperBound {
      value = 0.9
    } else if value <= Self.limits.lowerBound {
      value = 0.005
    } else if random.chance(0.5) {
      value = min(value * 1.25, Self.limits.upperBound)
    } else {
      value = max(value * 0.75, Self.limits.lowerBound)
    }
  }

  private static func rounded(_ rate: Double) -> Double { (rate * 1_000).rounded() / 1_000 }
}
