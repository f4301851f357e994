import ScrollCaching

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
  /// Files of the corpus that could not be read, in words.
  public internal(set) var unreadable: [String] = []

  /// Whether every claimed law was exercised and held.
  public var holds: Bool { failure == nil && neverExercised.isEmpty && unreadable.isEmpty }
}

extension LawReport: CustomStringConvertible {
  /// What people read.
  public var description: String {
    if let failure { return "\(failure)" }
    var lines = unreadable
    for law in neverExercised {
      lines.append(
        "'\(policy)' claims '\(law.name)', but none of \(statistics.cases) cases exercised it: "
          + law.statement)
    }
    if lines.isEmpty { lines.append("'\(policy)' keeps its \(statistics.exercised.count) laws") }
    return (lines + ["\(statistics)"]).joined(separator: "\n")
  }
}
