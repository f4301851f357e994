import ScrollCore
package import ScrollSimulation

/// The recommended setting for a device, and its gain.
///
/// The reference is the user's current setting, or else the setting of least effort. It is fixed
/// before the results are known. Without a baseline the choice of `ChoiceRule` is recommended, and
/// marked as known to be better than the reference or only as the best found.
///
/// With a baseline, another setting is recommended if it is known to save a visible amount of stall
/// or hitches over all sessions like these. The confidence is 95 % for all settings at once. If
/// several settings qualify, `ChoiceRule` chooses. Otherwise a setting with visibly less memory is
/// recommended if it is worse in no other respect, and its intervals exclude a visible loss.
/// Otherwise the current setting is kept, and the report names the best setting found with the
/// number of sessions that would decide, or the choice of the rule.
package struct Recommendation: Sendable {
  /// The evidence for a recommendation.
  package enum Basis: String, Sendable, Encodable {
    /// The setting is known to save a visible amount of stall or hitches against the reference.
    case known
    /// The setting has visibly less memory than the reference, and is worse in no other respect.
    case lessMemory = "less-memory"
    /// The setting is the reference, since no setting is known to be better.
    case kept
    /// The setting is the choice of the rule among the best in these sessions, but not known to be
    /// better than the reference.
    case bestFound = "best-found"

    /// The advice in a table.
    var advice: String {
      switch self {
      case .known: "take, known to be better"
      case .lessMemory: "take, less memory"
      case .kept: ChoiceRule.keep
      case .bestFound: "best found"
      }
    }
  }

  /// A setting that the recommendation is compared with.
  package struct Reference: Sendable {
    package enum Kind: String, Sendable, Encodable {
      /// The user's current setting.
      case baseline
      /// The setting of least effort: no prefetching, the smallest budget, `lru`.
      case simplest
      /// The best found.
      case bestFound = "best-found"
    }

    package let kind: Kind
    package let setting: CacheSetting
    /// The seconds of missing screen per session.
    let stalls: Double
    /// The seconds that the recommended setting saves against this one; for `bestFound` the
    /// reverse.
    ///
    /// The intervals hold for all settings at once.
    package let saved: MeanInterval
    /// The smallest saving worth reporting, in seconds.
    let least: Double
    /// A Boolean value that indicates whether this setting stalls visibly more than the best
    /// setting.
    let isBehind: Bool

    /// A Boolean value that indicates whether the saving is visible in these sessions.
    var matters: Bool { saved.mean > 0 && saved.mean >= least }
    /// A Boolean value that indicates whether the recommended setting visibly loses in these
    /// sessions.
    var costs: Bool { saved.mean < 0 && -saved.mean >= least }
    /// `true` if the saving is known for all sessions like these; `nil` if there are too few
    /// clusters to decide.
    package var isCertain: Bool? { saved.isAbove(least) }
  }

  /// The recommended setting with another budget.
  struct Budget: Sendable, Equatable {
    let setting: CacheSetting
    let stalls: Double
    /// A Boolean value that indicates whether this budget stalls visibly more or less than the
    /// recommended one.
    let isMaterial: Bool
    /// A Boolean value that indicates whether this budget stalls visibly more than the best
    /// setting.
    let isBehind: Bool
    var bytes: Int { setting.budgetBytes ?? 0 }
  }

  /// A session of a user that is worth a look.
  package struct Session: Sendable, Equatable {
    /// The path and the name of the session's trace.
    package let path: String, name: String
    /// The stall of the run that stalls most, in seconds.
    let stalls: Double
    let run: ContentKey
  }

  package let device: String
  /// The network; `nil` if the recommendation holds for all networks.
  package let network: String?
  package let setting: CacheSetting
  package let basis: Basis
  /// The seconds of missing screen per session.
  let stalls: Double
  let isCritical: Bool
  /// The setting to compare with; `nil` if there is no other setting.
  package let reference: Reference?
  /// The best setting found, if it saves a visible amount against the recommended setting in these
  /// sessions, but is not known to do so in other sessions.
  package let rival: Reference?
  /// The setting that the rule chooses from these sessions alone, and its visible differences from
  /// the recommended setting.
  let preferred: (setting: CacheSetting, effects: ComplaintEffects)?
  /// The setting that stalls visibly less, although the rule prefers the recommended setting, and
  /// its visible differences from the recommended setting; `breaksLimits` is `true` if it breaks the
  /// limits of the rule in more sessions.
  let lessStalling: (setting: CacheSetting, effects: ComplaintEffects, breaksLimits: Bool)?
  /// The visible differences of the recommended setting from the reference.
  let effects: ComplaintEffects
  /// The number of images that the budget has room for and the number that the policy needs; `nil`
  /// if there is enough room.
  let shortage: (room: Double, needed: Int)?
  /// The reason why the user's current setting is not compared; `nil` if it is compared, or not
  /// given.
  let baselineProblem: String?
  /// The mean hitch milliseconds per second of scrolling over the runs, and the app's greatest
  /// footprint in bytes.
  let hitches: Double, footprint: Double
  /// The number of settings that were tried, and the number of those that do not differ visibly
  /// from the recommended one, which is included.
  let settings: Int, alike: Int
  /// A Boolean value that indicates whether no setting differs visibly from another in stall, hitches
  /// or memory.
  let isIndifferent: Bool
  /// The smallest and the largest stall of the settings, in seconds.
  let range: ClosedRange<Double>
  /// The budgets that were tried with the setting, in ascending order.
  let budgets: [Budget]
  /// The budgets with which the app was killed, in ascending order.
  let killedBudgets: [Int]
  package let sessions: Int
  /// The number of clusters of sessions with the same gestures, which are the units of the
  /// intervals.
  package let clusters: Int
  /// The 95th percentile of the sessions' stalls, in seconds; `nil` with fewer than 20 sessions.
  package let percentile95: Double?
  /// The session that stalls most.
  package let worst: Session
}

// Sentences that the recommendations for a device and for a population share.

extension Phrase {
  /// Returns sessions as text: `this one session`, `these 25 sessions`.
  static func theseSessions(_ count: Int) -> String {
    count == 1 ? "this one session" : "these \(digits(count)) sessions"
  }
}

extension Recommendation.Reference {
  /// Returns the name of this setting with its part in the comparison.
  /// - Parameters:
  ///   - name: the name of the setting.
  ///   - baseline: the user's current setting as it was typed.
  /// - Returns: a noun phrase: `your current setting (lru, 16MiB)`.
  func title(_ name: String, baseline: String?) -> String {
    switch kind {
    case .baseline: "your current setting (\(baseline ?? name))"
    case .simplest: "the simplest setting (\(name))"
    case .bestFound: name
    }
  }

  /// Returns the gain of a recommended setting: `. That is 0.40 s (27 %) less than lru 16MiB, with
  /// 94 MiB more memory. Over sessions like these it saves 0.2 s to 0.6 s (95 %)`.
  /// - Parameters:
  ///   - name: the name of this setting.
  ///   - effects: the visible differences of the recommended setting to this one.
  ///   - basis: the evidence for the recommendation.
  ///   - sessions: the sessions as text: `these 25 sessions`.
  /// - Returns: the rest of a sentence, without its period.
  func gainText(
    against name: String, _ effects: ComplaintEffects, on basis: Recommendation.Basis,
    in sessions: String
  ) -> String {
    let others = effects.phrasesBesidesMeanBlank
    func besides(_ start: String) -> String {
      others.isEmpty ? "" : start + Phrase.list(others)
    }
    guard matters || costs else {
      return saved.mean > 0 && isBehind
        ? ". That is \(SecondsText.of(saved.mean)) less than \(name)\(besides(", with "))"
        : basis == .lessMemory || !others.isEmpty
          ? ", with no visible difference in \(effects.differsInBlank ? "mean " : "")blank time"
            + (effects.gains[.hitches] == nil ? " or hitches" : "") + " from \(name)"
            + (basis == .lessMemory ? "" : besides(", but "))
          : ", with no visible difference from \(name)"
    }
    let share = ShareText.of(abs(saved.mean) / max(stalls, .leastNonzeroMagnitude))
    let amount =
      ". That is \(SecondsText.of(abs(saved.mean))) (\(share)) "
      + "\(saved.mean > 0 ? "less" : "more") than \(name)"
    guard let text = saved.savingText else {
      return "\(amount) in \(sessions)\(besides(", with "))"
    }
    return amount + besides(", with ")
      + (saved.error > 0 ? ". Over sessions like these it \(text)" : "")
  }

  /// Returns a sentence on this setting as the best found.
  /// - Parameters:
  ///   - name: the name of this setting.
  ///   - sessions: the sessions as text: `these 25 sessions`.
  ///   - clusters: the number of clusters of the sessions.
  /// - Returns: the sentence after a space.
  func rivalText(named name: String, in sessions: String, clusters: Int) -> String {
    let range = saved.savingText.map { ". Over sessions like these it \($0)" } ?? ""
    let doubt = clusters < MeanInterval.leastSessions ? "Other sessions may differ" : doubt
    return " The best found, \(name), saves \(SecondsText.of(saved.mean)) in \(sessions)\(range). "
      + "\(doubt)."
  }

  /// A sentence without its period about an open question, and the number of sessions that would
  /// answer it.
  var doubt: String {
    let needed = saved.sessionsNeeded(toTellFrom: least)
    let cure =
      saved.interval == nil
      ? "fewer than \(MeanInterval.leastSessions) of them differ"
      : needed.map {
        $0 > Self.mostSessions
          ? "it would take more than \(Phrase.digits(Self.mostSessions)) sessions to tell"
          : "about \(Phrase.digits($0)) sessions would tell"
      } ?? "no number of sessions is enough"
    let isGain = (saved.interval?.lowerBound ?? 0) > 0
    return isGain
      ? "That range is too wide to tell whether users would notice the difference (\(cure))"
      : "It is unknown whether that holds for other sessions (\(cure))"
  }

  /// The largest number of sessions to suggest, which is more than apps record.
  private static let mostSessions = 10_000
}

extension ComplaintEffects {
  /// Returns a sentence on a setting that the rule prefers in these sessions without evidence for
  /// others.
  /// - Parameters:
  ///   - name: the name of the setting.
  ///   - sessions: the sessions as text: `these 25 sessions`.
  /// - Returns: the sentence after a space; `nil` if no difference is visible.
  func preferenceText(for name: String, in sessions: String) -> String? {
    phrases.isEmpty
      ? nil
      : " \(name) ranks first in \(sessions) (\(phrases.joined(separator: ", "))), but it is "
        + "unknown whether that holds for other sessions."
  }

  /// Returns a sentence on a setting that stalls less than a recommended one, which the rule prefers
  /// nevertheless.
  /// - Parameters:
  ///   - name: the name of the setting.
  ///   - preferred: the name of the recommended setting.
  ///   - breaksLimits: whether the setting breaks the limits of the rule in more sessions.
  /// - Returns: the sentence after a space.
  func objectionText(to name: String, for preferred: String, breaksLimits: Bool) -> String {
    let reason =
      breaksLimits
      ? "breaks the limits (\(ChoiceRule.limits)) more often, so that " : ""
    return " \(name) stalls less (\(phrases.joined(separator: ", "))), but \(reason)\(preferred) "
      + "ranks first."
  }
}
