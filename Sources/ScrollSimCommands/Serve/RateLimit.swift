/// How often each client may ask: so many times at once, and then at a steady rate.
struct RateLimit {
  let burst: Double, perSecond: Double

  /// What each client has left, and when that was so.
  private var buckets: [String: (left: Double, at: ContinuousClock.Instant)] = [:]

  init(burst: Double, perSecond: Double) {
    self.burst = burst
    self.perSecond = perSecond
  }

  /// Counts a request.
  /// - Returns: whether it may be answered.
  mutating func admits(_ client: String, at now: ContinuousClock.Instant = .now) -> Bool {
    // Whoever has many addresses must not fill the memory.
    if buckets.count >= 1024 { buckets = [:] }
    let bucket = buckets[client] ?? (burst, now)
    let left = min(burst, bucket.left + (now - bucket.at) / .seconds(1) * perSecond)
    buckets[client] = (max(0, left - 1), now)
    return left >= 1
  }
}
