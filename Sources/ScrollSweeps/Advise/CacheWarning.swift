import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation

/// A warning that a cache has too little room for the images that it should keep.
///
/// A setting with this warning can still be advised, since the figures of its runs already include
/// the effect.
package struct CacheWarning: Sendable, Equatable {
  package let sentence: String

  /// Returns a text with a warning after it; the text alone if there is no warning.
  package static func appended(to text: String, _ warning: String?) -> String {
    text + (warning.map { "\(text.hasSuffix(".") ? "" : ".") Warning: \($0)" } ?? "")
  }

  /// The values to suggest for `entryCostLimit`, the share of the limit that one image may take.
  private static let entryShares = [0.25, 0.5, 1]

  /// Creates the warning of the first session with too little room; `nil` if there is none.
  init?(_ runs: AdvisedRuns, of question: AdviseQuestion) {
    guard let policy = runs.setting.policy else { return nil }
    for (session, report) in runs.reports.enumerated() {
      guard let limit = runs.setting.budget(on: question.sessions[session].device),
        let warning = CacheWarning(
          PreparedScenario(question.scenario(of: session, runs.setting)), policy, limit: limit,
          refuses: report.cache.refusals > 0, called: question.library.summary)
      else { continue }
      self = warning
      return
    }
    return nil
  }

  /// Creates the warning of the first stored run with too little room; `nil` if there is none.
  init?(_ runs: [RunRecord], in plan: SweepPlan) {
    for run in runs {
      let refuses = run.number(Self.refusals) > 0
      guard refuses || run.shortage != nil, let tried = plan.trial(run), let policy = tried.policy,
        let limit = tried.budget,
        let warning = CacheWarning(
          PreparedScenario(tried.scenario.scenario), policy, limit: limit, refuses: refuses,
          called: tried.scenario.loader.entry.name)
      else { continue }
      self = warning
      return
    }
    return nil
  }

  /// Creates the warning of a run with too little room; `nil` if it has enough.
  init?(_ prepared: PreparedScenario, _ run: RunCase, _ report: RunReport) {
    guard let policy = run.policy, let limit = run.budget else { return nil }
    self.init(
      prepared, policy, limit: limit, refuses: report.cache.refusals > 0,
      called: run.loader.entry.name)
  }

  private static let refusals = FigureCatalog["refusals"]

  /// Creates the warning of a run; `nil` if its cache has enough room.
  private init?(
    _ prepared: PreparedScenario, _ policy: Choice<PolicyDescriptor>, limit: ByteCount,
    refuses: Bool, called name: String
  ) {
    if refuses, policy.entry.settings.contains(where: { $0.name == "entryCostLimit" }) {
      let share = policy.settings.number("entryCostLimit")
      let largest = prepared.largestCost
      guard Double(largest.bytes) >= share * Double(limit.bytes) else { return nil }
      let enough = Self.entryShares.first { Double(largest.bytes) < $0 * Double(limit.bytes) }
      sentence =
        "At \(NumberText.limit(limit)) \(name) never caches your "
        + "\(NumberText.mebibytes(largest, decimals: 0)) photos. "
        + (enough.map { "Set entryCostLimit = \($0) or downsample." } ?? "Downsample them.")
      return
    }
    guard let shortage = prepared.shortage(of: policy, budget: limit) else { return nil }
    sentence = Self.sentence(shortage, policy.label, limit: limit)
  }

  /// Returns the warning that a limit has room for fewer images than the policy needs.
  static func sentence(
    _ shortage: (room: Double, needed: Int), _ policy: String, limit: ByteCount
  ) -> String {
    "At \(NumberText.limit(limit)) the cache has room for "
      + "\(NumberText.fixed(shortage.room, decimals: 1)) images, but \(policy) needs "
      + "\(shortage.needed). Raise the cache limit or downsample."
  }
}

extension PreparedScenario {
  /// The cost of the most expensive image.
  fileprivate var largestCost: ByteCount {
    ByteCount((0..<scenario.images.count).map { leastCost(of: ImageID($0)) }.max() ?? 0)
  }
}
