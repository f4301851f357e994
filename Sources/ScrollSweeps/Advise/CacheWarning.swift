import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation

/// A warning that a cache has too little room for what it is asked to keep.
///
/// Such a setting is advised like any other, since its figures already have the effect.
package struct CacheWarning: Sendable, Equatable {
  package let sentence: String

  /// The shares of the limit that one image may be allowed to take.
  private static let entryShares = [0.25, 0.5, 1]

  /// Creates the warning of the first session with too little room; `nil` if there is none.
  init?(_ runs: AdvisedRuns, of question: AdviseQuestion) {
    guard let policy = runs.setting.policy else { return nil }
    for (session, report) in runs.reports.enumerated() {
      guard let limit = runs.setting.budget(on: question.sessions[session].device) else { continue }
      let prepared = PreparedScenario(question.scenario(of: session, runs.setting))
      let name = question.library.summary
      if report.cache.refusals > 0,
        policy.entry.settings.contains(where: { $0.name == "entryCostLimit" })
      {
        let share = policy.settings.number("entryCostLimit")
        let largest = prepared.largestCost
        guard Double(largest.bytes) >= share * Double(limit.bytes) else { continue }
        let enough = Self.entryShares.first { Double(largest.bytes) < $0 * Double(limit.bytes) }
        sentence =
          "At \(NumberText.limit(limit)) \(name) never caches your "
          + "\(NumberText.mebibytes(largest, decimals: 0)) photos: "
          + (enough.map { "set entryCostLimit = \($0) or downsample." } ?? "downsample.")
        return
      }
      if let shortage = prepared.shortage(of: policy, budget: limit) {
        sentence =
          "At \(NumberText.limit(limit)) the cache has room for "
          + "\(NumberText.fixed(shortage.room, decimals: 1)) images; \(policy.label) needs "
          + "\(shortage.needed): raise the limit or downsample."
        return
      }
    }
    return nil
  }
}

extension PreparedScenario {
  /// The cost of the most expensive image.
  fileprivate var largestCost: ByteCount {
    ByteCount((0..<scenario.images.count).map { leastCost(of: ImageID($0)) }.max() ?? 0)
  }
}
