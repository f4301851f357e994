import ScrollCaching
import ScrollCore
import ScrollSimulation

/// One run with what it was asked for.
struct RunRow {
  /// Nil for a loader without a cache.
  var policy: Choice<PolicyDescriptor>?
  var budget: ByteCount?
  var seed: UInt64
  var report: RunReport
  /// Only where it was asked for.
  var regret: RunRegret?
}

extension [RunRow] {
  /// Not killed first, then least blank and wrong area, least hitch time, highest hit rate;
  /// what is equal stays in the order in which it was asked for.
  func bestFirst() -> [RunRow] {
    enumerated().sorted { left, right in
      let (a, b) = (left.element.report, right.element.report)
      if (a.death == nil) != (b.death == nil) { return a.death == nil }
      if a.stalls.areaSeconds != b.stalls.areaSeconds {
        return a.stalls.areaSeconds < b.stalls.areaSeconds
      }
      if a.hitches.timeRatio != b.hitches.timeRatio {
        return a.hitches.timeRatio < b.hitches.timeRatio
      }
      if a.requests.hitRate != b.requests.hitRate {
        return a.requests.hitRate > b.requests.hitRate
      }
      return left.offset < right.offset
    }.map(\.element)
  }
}
