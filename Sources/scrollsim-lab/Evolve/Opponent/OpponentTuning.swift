import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// Tunes the settings of policies: one setting after the other is varied, the best of its values is
/// kept, until no setting gets better alone or as many runs were made as the search has made.
struct OpponentTuning {
  /// A policy with settings, and what it loses on training and validation scenes.
  struct Trial {
    let policy: Choice<PolicyDescriptor>
    let training: [[Double]], validation: [[Double]]
    /// The mean of both.
    let loss: Double
  }

  /// A setting that is better by less than this share is no better.
  private static let least = 0.001
  /// So many of the best policies are tuned.
  private static let policies = 3

  /// How many policies with settings may be tried.
  let most: Int
  /// Tries policies on all scenes.
  let attempt: ([Choice<PolicyDescriptor>]) throws -> [Trial]
  private(set) var tried = 0

  init(
    most: Int, attempt: @escaping ([Choice<PolicyDescriptor>]) throws -> [Trial]
  ) {
    self.most = most
    self.attempt = attempt
  }

  /// The best of some policies, at least one, after the best of them were tuned.
  mutating func best(of trials: [Trial]) throws -> Trial {
    let ranked = trials.sorted { ($0.loss, $0.policy.text) < ($1.loss, $1.policy.text) }
    var best = ranked[0]
    for start in ranked.prefix(Self.policies) {
      let tuned = try tuned(start)
      if tuned.loss < best.loss { best = tuned }
    }
    return best
  }

  private mutating func tuned(_ start: Trial) throws -> Trial {
    let settings = start.policy.entry.settings.filter(Self.isTuned)
    var best = start
    var known: Set<String> = [start.policy.text]
    var (place, settled) = (0, 0)
    while settled < settings.count, tried < most {
      let setting = settings[place % settings.count]
      let value = best.policy.settings[setting.name]
      let choices = SettingSteps.values(of: setting, from: value).compactMap {
        Self.choice(best.policy, setting, $0)
      }
      let news = choices.filter { known.insert($0.text).inserted }.prefix(most - tried)
      tried += news.count
      let trials = try attempt(Array(news))
      place += 1
      settled += 1
      for trial in trials where trial.loss < best.loss * (1 - Self.least) {
        best = trial
        settled = 0
      }
    }
    return best
  }

  /// Limits of their own are no settings of a rule.
  private static func isTuned(_ setting: Setting) -> Bool {
    if case .expression = setting.domain { return false }
    return setting.name != "countLimit"
  }

  /// A policy with another value of a setting; nil where it cannot have that.
  private static func choice(
    _ policy: Choice<PolicyDescriptor>, _ setting: Setting, _ value: String
  ) -> Choice<PolicyDescriptor>? {
    let others = policy.entry.settings.compactMap {
      other -> (name: String, value: String)? in
      let now = other.name == setting.name ? value : policy.settings[other.name]
      return now == other.standard ? nil : (name: other.name, value: now)
    }
    return try? PolicyCatalog.builtIn.choose(policy.entry.name, adding: others)
  }
}
