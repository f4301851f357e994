package import ScrollSimulation

/// The setting to take on a device, and what it gains.
///
/// What the user has now is kept unless another surely beats it by as much as matters: in all
/// sessions like these, with 95 %, where there are enough of them, else in those that were run. Else
/// it is, of the settings that are not surely beaten and leave at most a tenth more than the best,
/// the one that changes least of what the user has, then has the simplest policy, then the smaller
/// budget; an uncertain gain of more than that is advised.
package struct Recommendation: Sendable {
  /// What it is held against.
  package struct Reference: Sendable {
    package enum Kind: String, Sendable, Encodable {
      /// What the user has now.
      case baseline
      /// What takes the least effort: nothing fetched ahead, the smallest budget, `lru`.
      case simplest
      /// The best of the others that do something else.
      case runnerUp = "runner-up"
    }

    package let kind: Kind
    package let setting: CacheSetting
    /// Seconds of missing screen per session.
    package let stalls: Double
    /// How many of them the recommended setting saves; intervals hold for all settings at once.
    package let saved: Certainty
    /// The smallest saving that matters.
    package let least: Double
    /// Whether it leaves as much more than the best setting as matters.
    package let isBehind: Bool

    /// Whether the saving is as much as matters, in these sessions.
    package var matters: Bool { saved.mean > 0 && saved.mean >= least }
    /// Whether it is a loss of as much as matters, in these sessions.
    package var costs: Bool { saved.mean < 0 && -saved.mean >= least }
    /// Whether it surely is, in all sessions like these; nil with too few sessions to tell.
    package var isCertain: Bool? { saved.isAbove(least) }
  }

  /// A budget with everything else as recommended.
  package struct Budget: Sendable, Equatable {
    package let setting: CacheSetting
    package let stalls: Double
    /// Whether it leaves as much more or less than the setting as matters.
    package let isMaterial: Bool
    /// Whether it leaves as much more than the best setting as matters.
    package let isBehind: Bool
    package var bytes: Int { setting.budgetBytes ?? 0 }
  }

  /// A session of a user, to be looked at.
  package struct Session: Sendable, Equatable {
    /// Its trace.
    package let path: String, name: String
    /// Of the run in which it stalls most, in seconds.
    package let stalls: Double
    package let run: ContentKey
  }

  package let device: String
  /// Nil if it holds for all of them.
  package let network: String?
  package let setting: CacheSetting
  /// Seconds of missing screen per session.
  package let stalls: Double
  package let isCritical: Bool
  /// Nil if there is no other setting.
  package let reference: Reference?
  /// The setting that left least, where that is less by as much as matters in these sessions, but
  /// not surely so: its saving is held against the recommended one.
  package let rival: Reference?
  /// Hitch milliseconds per second of scrolling, the mean of the runs, and the app's footprint in
  /// bytes, the greatest.
  package let hitches: Double, footprint: Double
  /// How many settings were tried, and how many of them, with this one, leave as much as it, but for
  /// less than matters.
  package let settings: Int, alike: Int
  /// Whether all settings leave the same as the best, but for less than matters.
  package let isIndifferent: Bool
  /// The least and the most that a setting leaves.
  package let range: ClosedRange<Double>
  /// All budgets, ascending.
  package let budgets: [Budget]
  /// Those with which the app was killed, ascending.
  package let killedBudgets: [Int]
  package let sessions: Int
  /// What 19 of 20 sessions do not exceed; nil with fewer than 20 sessions.
  package let percentile95: Double?
  /// Where it is worst.
  package let worst: Session
}
