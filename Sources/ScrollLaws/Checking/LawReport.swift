import ScrollCaching
public import ScrollCore

/// The result of checking a policy.
public struct LawReport: Sendable {
  /// The name of the policy or model.
  public let policy: String
  public let plan: LawPlan
  public internal(set) var statistics = LawStatistics()
  /// The first broken law, with its smallest case; `nil` if there was none.
  public internal(set) var failure: LawFailure?
  /// The claimed laws that no case exercised.
  public internal(set) var neverExercised: [Law] = []
  /// The names in the plan for which there is no law.
  public internal(set) var unknownLaws: [String] = []
  /// The error if the reference applies only to settings that the policy does not have; `nil` if
  /// there is none.
  public internal(set) var impossibleReference: SettingError?
  /// A Boolean value that indicates whether the time limit ended the check before all cases were
  /// tried.
  public internal(set) var isCutShort = false
  /// The files of the corpus that could not be read, in words.
  public internal(set) var unreadable: [String] = []

  /// A Boolean value that indicates whether there were laws to check, and all of them were
  /// exercised and not broken.
  public var holds: Bool {
    failure == nil && neverExercised.isEmpty && unreadable.isEmpty && unknownLaws.isEmpty
      && !statistics.exercised.isEmpty && impossibleReference == nil
  }
}

extension LawReport: CustomStringConvertible {
  /// The report as text.
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
      lines.append("stopped by the time limit after \(statistics.cases) of \(plan.cases) cases")
    }
    return (lines + ["\(statistics)"]).joined(separator: "\n")
  }
}
