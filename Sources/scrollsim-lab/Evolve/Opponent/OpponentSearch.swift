import Foundation
import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// A search for the built-in policy that a formula must beat, before any sealed scenario is opened.
struct OpponentSearch {
  /// The result of the search.
  struct Found {
    let trial: OpponentTuning.Trial
    let training: Double, validation: Double
    let standard: String
    let tried: Int

    /// Returns the result as a part of the answer.
    func answer(sealed: Double?, among: Int) -> EvolveAnswer.Opponent {
      EvolveAnswer.Opponent(
        rival: BuiltInContender(
          policy: trial.policy.label, training: training, validation: validation, sealed: sealed),
        standard: standard, tried: tried, among: among)
    }
  }

  /// The built-in policies.
  private let policies: [Choice<PolicyDescriptor>]
  private let training: WeightedScenarios, validation: WeightedScenarios
  private let runs: ContestRuns

  init(
    among policies: [Choice<PolicyDescriptor>], _ training: WeightedScenarios,
    _ validation: WeightedScenarios,
    _ runs: ContestRuns
  ) {
    self.policies = policies
    self.training = training
    self.validation = validation
    self.runs = runs
  }

  /// Returns the best policy on training and validation scenarios, tuned.
  /// - Parameters:
  ///   - stalls: The stall times of the built-in policies, in both kinds of scenarios.
  ///   - asked: The number of runs of the search for formulas, which tuning does not exceed.
  /// - Returns: The policy with its settings, and how it was found.
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

  /// Returns the losses of `lru`.
  func rival(_ stalls: [Contest.Part: [ContestRuns.Stalls]], sealed: Double?) -> BuiltInContender {
    func mean(_ arena: WeightedScenarios, _ part: Contest.Part) -> Double {
      stalls[part]?.first.map { arena.weights.mean(arena.losses($0)) } ?? 1
    }
    return BuiltInContender(
      policy: "lru", training: mean(training, .training),
      validation: mean(validation, .validation), sealed: sealed)
  }

  /// Returns the losses of policies, without those for which a budget is too small.
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

/// A tuner of the settings of policies.
///
/// It varies one setting after the other and keeps the best of its values. It ends when no single
/// setting improves the policy, or when it has made as many runs as the search for formulas.
struct OpponentTuning {
  /// A policy with settings, and its losses on training and validation scenarios.
  struct Trial {
    let policy: Choice<PolicyDescriptor>
    let training: [[Double]], validation: [[Double]]
    /// The mean of the losses on training and validation scenarios.
    let loss: Double
  }

  /// The smallest improvement of a setting that counts, as a share of the loss.
  private static let least = 0.001
  /// The number of best policies that are tuned.
  private static let policies = 3

  /// The largest number of policies with settings to try.
  let most: Int
  /// Tries policies on all scenarios.
  let attempt: ([Choice<PolicyDescriptor>]) throws -> [Trial]
  private(set) var tried = 0

  init(
    most: Int, attempt: @escaping ([Choice<PolicyDescriptor>]) throws -> [Trial]
  ) {
    self.most = most
    self.attempt = attempt
  }

  /// Tunes the best of some policies, at least one, and returns the best result.
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

  /// Returns whether a setting is tuned, which holds for all settings but the count limit and
  /// expressions.
  private static func isTuned(_ setting: Setting) -> Bool {
    if case .expression = setting.domain { return false }
    return setting.name != "countLimit"
  }

  /// Returns a policy with another value of a setting; nil if the value is not valid.
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
  /// Returns the values to try next.
  /// - Parameters:
  ///   - setting: The setting to tune.
  ///   - value: Its current value.
  /// - Returns: Other values. At the default, these are the values that the catalog suggests;
  ///   otherwise values around the current one. For a setting that is a word, all other words are
  ///   returned.
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
