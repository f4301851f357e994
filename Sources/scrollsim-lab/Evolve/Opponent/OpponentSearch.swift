import Foundation
import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// Finds the built-in policy that a formula has to beat: before any sealed scene is opened.
struct OpponentSearch {
  /// What was found.
  struct Found {
    let trial: OpponentTuning.Trial
    let training: Double, validation: Double
    let standard: String
    let tried: Int

    /// The same for the answer.
    func answer(sealed: Double?, among: Int) -> EvolveAnswer.Opponent {
      EvolveAnswer.Opponent(
        rival: Rival(
          policy: trial.policy.label, training: training, validation: validation, sealed: sealed),
        standard: standard, tried: tried, among: among)
    }
  }

  /// The built-in policies.
  private let policies: [Choice<PolicyDescriptor>]
  private let training: Arena, validation: Arena
  private let runs: ContestRuns

  init(
    among policies: [Choice<PolicyDescriptor>], _ training: Arena, _ validation: Arena,
    _ runs: ContestRuns
  ) {
    self.policies = policies
    self.training = training
    self.validation = validation
    self.runs = runs
  }

  /// The best on training and validation scenes, tuned.
  /// - Parameters:
  ///   - stalls: of the built-in policies, in both kinds of scenes.
  ///   - asked: how many runs the search has made: tuning makes no more.
  /// - Returns: the policy with its settings, and how it was found.
  /// - Throws: `ContestRuns.Interruption`, or `ResultStoreError`.
  func opponent(
    among stalls: [Contest.Part: [ContestRuns.Stalls]], asMuchAs asked: Int
  ) throws -> Found {
    let each = [training.set, validation.set].reduce(0) { sum, set in
      sum + set.runs(of: set.scenes.indices).count
    }
    var tuning = OpponentTuning(most: max(1, asked / max(1, each))) { policies in
      try trials(
        of: policies, runs.stalls(of: policies, in: training.set),
        runs.stalls(of: policies, in: validation.set))
    }
    let standards = trials(
      of: policies, stalls[.training] ?? [], stalls[.validation] ?? [])
    guard !standards.isEmpty else {
      throw EvolveFailure(
        "every budget is too small for every built-in policy; expected larger ones")
    }
    let best = try tuning.best(of: standards)
    return Found(
      trial: best, training: training.weights.mean(best.training),
      validation: validation.weights.mean(best.validation),
      standard: best.policy.entry.name, tried: tuning.tried)
  }

  /// What `lru` loses.
  func rival(_ stalls: [Contest.Part: [ContestRuns.Stalls]], sealed: Double?) -> Rival {
    func mean(_ arena: Arena, _ part: Contest.Part) -> Double {
      stalls[part]?.first.map { arena.weights.mean(arena.losses($0)) } ?? 1
    }
    return Rival(
      policy: "lru", training: mean(training, .training),
      validation: mean(validation, .validation), sealed: sealed)
  }

  /// What policies lose, without those for which a budget is too small.
  private func trials(
    of policies: [Choice<PolicyDescriptor>], _ training: [ContestRuns.Stalls],
    _ validation: [ContestRuns.Stalls]
  ) -> [OpponentTuning.Trial] {
    zip(policies, zip(training, validation)).compactMap { policy, stalls in
      guard !stalls.0.isTooSmall, !stalls.1.isTooSmall else { return nil }
      let training = self.training.losses(stalls.0)
      let validation = self.validation.losses(stalls.1)
      let means = [
        self.training.weights.mean(training), self.validation.weights.mean(validation),
      ]
      return OpponentTuning.Trial(
        policy: policy, training: training, validation: validation,
        loss: (means[0] + means[1]) / 2)
    }
  }
}

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

/// The values to try next for a setting of a policy.
enum SettingSteps {
  /// - Parameters:
  ///   - setting: to be tuned.
  ///   - value: what it is now.
  /// - Returns: others: those that the catalog suggests while it is as it was, then some around
  ///   it; of words all.
  static func values(of setting: Setting, from value: String) -> [String] {
    let values: [String]
    switch setting.domain {
    case .choice, .flag, .expression, .distance: values = setting.ladder
    case .number(let range):
      values = around(setting, value, in: range) { number in
        String(format: "%.3g", number)
      }
    case .integer(let range):
      let bounds = Double(range.lowerBound)...Double(range.upperBound)
      values = around(setting, value, in: bounds) { number in "\(Int(number.rounded()))" }
    }
    var known: Set<String> = [value]
    return values.filter { known.insert($0).inserted }
  }

  private static func around(
    _ setting: Setting, _ value: String, in range: ClosedRange<Double>, _ text: (Double) -> String
  ) -> [String] {
    guard value != setting.standard, let number = Double(value), number != 0 else {
      return setting.ladder
    }
    return factors.map { number * $0 }.filter { range.contains($0) && abs($0) < 1e15 }.map(text)
  }

  private static let factors = [0.5, 0.7, 0.85, 1.2, 1.4, 2]
}
