import ScrollCore

/// Whether a device is short of memory, and whether critically.
///
/// It becomes short below 15 % of free memory, critically short below 5 %, or 4 % where it has
/// more than 3 GB. Either state lasts until free memory is above 115 % of its threshold, so that
/// an amount that goes up and down around it is one shortage. `DeviceMemory` names the sources.
struct MemoryShortage: Sendable {
  private enum Level: Comparable {
    case none, warning, critical
  }

  /// The share of memory below which the device is short of it.
  static var percent: Int { 15 }
  /// The share below which it is critically short.
  static func criticalPercent(of total: ByteCount) -> Int { total.megabytes > 3000 ? 4 : 5 }

  private var level = Level.none

  /// Whether there is one.
  var lasts: Bool { level > .none }

  /// Follows free memory down and up; true if the device becomes short of it, or critically
  /// short.
  mutating func follow(free: ByteCount, total: ByteCount) -> Bool {
    ease(free: free, total: total)
    let before = level
    if free < total.share(percent: Self.criticalPercent(of: total)) {
      level = .critical
    } else if free < total.share(percent: Self.percent) {
      level = max(level, .warning)
    }
    return level > before
  }

  /// Follows free memory up.
  mutating func ease(free: ByteCount, total: ByteCount) {
    func isAbove(_ percent: Int) -> Bool { free * 10_000 > total * (percent * 115) }
    if isAbove(Self.percent) {
      level = .none
    } else if isAbove(Self.criticalPercent(of: total)) {
      level = min(level, .warning)
    }
  }
}
