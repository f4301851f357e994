/// Decides by how much a window grows or shrinks, from the effect of its last change on the hit
/// rate.
///
/// A sample has 10 requests for each item that the cache holds. After each sample, its hit rate is
/// compared with that of the sample before, which is 0 at first. If the rate fell, the direction of
/// the change reverses. Then the window changes by the step in that direction. At first, the step
/// is max(C / 16, 2), and the window grows in caches of up to 512 items and shrinks in larger ones.
/// If the hit rate changed by 0.05 or more, the step returns to its first value; otherwise it is
/// multiplied by 0.98, or by 0.995 in caches of up to 512 items. Fractions are carried to the next
/// change.
///
/// G. Einziger, O. Eytan, R. Friedman, B. Manes, "Adaptive Software Cache Management", Middleware
/// 2018, doi:10.1145/3274808.3274816, with the constants of Caffeine, except that Caffeine takes
/// longer samples in small caches.
struct HillClimber {
  private let sample: Int
  private let firstStep: Double, decay: Double
  private var step: Double
  private var direction: Double
  private var carry = 0.0
  private var requests = 0, hits = 0
  private var lastRate = 0.0

  init(capacity: Int, items: Int) {
    sample = 10 * max(items, 1)
    firstStep = max(Double(capacity) * 0.0625, 2)
    step = firstStep
    let isSmall = items <= 512
    (direction, decay) = isSmall ? (1, 0.995) : (-1, 0.98)
  }

  /// Counts a request and returns the growth of the window, which is mostly 0.
  mutating func count(isHit: Bool) -> Int {
    requests += 1
    if isHit { hits += 1 }
    guard requests >= sample else { return 0 }
    let rate = Double(hits) / Double(requests)
    (requests, hits) = (0, 0)
    if rate < lastRate { direction = -direction }
    let change = direction * step + carry
    let whole = change.rounded(.towardZero)
    carry = change - whole
    step = abs(rate - lastRate) >= 0.05 ? firstStep : step * decay
    lastRate = rate
    return Int(whole)
  }
}
