package import ScrollSimulation

/// The setting to take on a device, and what it gains.
///
/// The reference is what the user has, or else the setting of least effort: it is known before any
/// run is looked at. Another setting is advised if it is known to save as much as matters: for all
/// sessions like these, with 95 % for all settings at once. Otherwise what the user has is kept, and
/// the best found is named with the number of sessions that would tell. Without a baseline the
/// simplest of the best found is the recommendation, and called that.
package struct Recommendation: Sendable {
  /// The evidence for a recommendation.
  package enum Basis: String, Sendable, Encodable {
    /// The setting is known to save as much against the reference as matters.
    case known
    /// No setting is known to be better than the reference, which is this one.
    case kept
    /// No setting is known to be better than the reference; this one is the simplest of the best in
    /// these sessions.
    case bestFound = "best-found"
  }

  /// A setting that another is compared with.
  package struct Reference: Sendable {
    package enum Kind: String, Sendable, Encodable {
      /// What the user has now.
      case baseline
      /// What takes the least effort: nothing fetched ahead, the smallest budget, `lru`.
      case simplest
      /// The best found.
      case bestFound = "best-found"
    }

    package let kind: Kind
    package let setting: CacheSetting
    /// Seconds of missing screen per session.
    package let stalls: Double
    /// The seconds that the recommended setting saves against it, or for `bestFound` those that it
    /// saves against the recommended one; the intervals hold for all settings at once.
    package let saved: Certainty
    /// The smallest saving that matters.
    package let least: Double
    /// Whether it leaves as much more than the best setting as matters.
    package let isBehind: Bool

    /// Whether the saving is as much as matters, in these sessions.
    package var matters: Bool { saved.mean > 0 && saved.mean >= least }
    /// Whether it is a loss of as much as matters, in these sessions.
    package var costs: Bool { saved.mean < 0 && -saved.mean >= least }
    /// `true` if the saving is known for all sessions like these; nil with too few clusters to tell.
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
  package let basis: Basis
  /// Seconds of missing screen per session.
  package let stalls: Double
  package let isCritical: Bool
  /// The setting to compare with; nil if there is no other setting.
  package let reference: Reference?
  /// The best found, where it saves as much against the recommended setting as matters in these
  /// sessions, and that is not known for others.
  package let rival: Reference?
  /// Why what the user has is not compared; nil if it is, or is not known.
  package let baselineProblem: String?
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
  /// The number of clusters of sessions with the same gestures, which intervals are over.
  package let clusters: Int
  /// What 19 of 20 sessions do not exceed; nil with fewer than 20 sessions.
  package let percentile95: Double?
  /// Where it is worst.
  package let worst: Session
}
