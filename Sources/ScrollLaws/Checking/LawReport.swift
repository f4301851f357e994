import ScrollCaching
public import ScrollCore

/// What came of examining a policy.
public struct LawReport: Sendable {
  /// Name of the policy or model.
  public let policy: String
  public let plan: LawPlan
  public internal(set) var statistics = LawStatistics()
  /// The first law found broken, with its smallest case; nil if none was.
  public internal(set) var failure: LawFailure?
  /// Claimed laws that no case gave anything to check.
  public internal(set) var neverExercised: [Law] = []
  /// Names in the plan that are of no law.
  public internal(set) var unknownLaws: [String] = []
  /// The setting at which the reference is said to hold and which the policy does not take.
  public internal(set) var impossibleReference: SettingError?
  /// Whether the plan's time was over before its cases were.
  public internal(set) var isCutShort = false
  /// Files of the corpus that could not be read, in words.
  public internal(set) var unreadable: [String] = []

  /// Whether there were laws to check, and every one was exercised and held.
  public var holds: Bool {
    failure == nil && neverExercised.isEmpty && unreadable.isEmpty && unknownLaws.isEmpty
      && !statistics.exercised.isEmpty && impossibleReference == nil
  }
}

extension LawReport: CustomStringConvertible {
  /// What people read.
  public var description: String {
    if let failure { return "\(failure)" }
    if let impossibleReference {
      return "the reference of '\(policy)' cannot hold at the stated settings: "
        + "\(impossibleReference)"
    }
    var lines = unknownLaws.map { "\(LawCheckError.unknownLaw($0))" } + unreadable
    if statistics.exercised.isEmpty {
      lines.append("'\(policy)' claims none of the laws that were to be checked")
    }
    for law in neverExercised {
      lines.append(
        "'\(policy)' claims '\(law.name)', but none of \(statistics.cases) cases exercised it: "
          + law.statement)
    }
    if lines.isEmpty { lines.append("'\(policy)' keeps its \(statistics.exercised.count) laws") }
    if isCutShort {
      lines.append("time was over after \(statistics.cases) of \(plan.cases) cases")
    }
    return (lines + ["\(statistics)"]).joined(separator: "\n")
  }
}
