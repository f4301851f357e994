import ScrollCore
package import ScrollSimulation

/// The recommended combination for a device and a network, with its evidence.
package struct JointAnswer: Sendable {
  package let device: ProfileRecord, network: ProfileRecord
  package let limits: [Limit]
  /// The figures that the front compares.
  package let figures: [Figure]
  /// The smallest difference worth reporting.
  let materiality: Materiality
  /// The number of combinations.
  package let count: Int
  /// A Boolean value that indicates whether all combinations were tried.
  package let isExhaustive: Bool
  /// The trials, in the order of the space.
  package let trials: [JointTrial]
  /// The index of the recommended trial; `nil` if none keeps the limits.
  package let chosen: Int?
  /// The index of the user's current combination among the trials; `nil` if none is given.
  package let baseline: Int?
  /// The indices of the trials on the front, in ascending order.
  ///
  /// A trial is on the front if it keeps the limits and no other such trial beats it in all
  /// figures.
  package let front: [Int]
  /// A Boolean value that indicates whether no trial differs visibly from the best.
  let isIndifferent: Bool
  /// A warning that the cache of the shown trial has too little room; `nil` if it has enough.
  package let warning: String?
  /// The visible differences of the recommended trial from the user's current combination, or else
  /// from the trial that stalls least.
  private let differences: [String]
  /// The key of the search in the store.
  package let key: ContentKey
  /// The trial that keeps the limits and stalls least, or that comes nearest to the limits.
  package var best: JointTrial { trials[bestPlace] }
  package let bestPlace: Int
  /// The question, as YAML.
  let question: String

  init(
    _ question: JointQuestion, _ space: JointSpace, in plan: SweepPlan, trials: [JointTrial],
    isExhaustive: Bool, chosen: Int?, baseline: Int?
  ) {
    device = space.device
    network = space.network
    limits = question.limits
    figures = question.figures
    materiality = question.materiality
    count = space.candidates.count
    self.isExhaustive = isExhaustive
    self.trials = trials
    self.chosen = chosen
    self.baseline = baseline
    self.question = question.text
    let best = trials.indices.dropFirst().reduce(0) {
      trials[$1].isBetter(than: trials[$0]) ? $1 : $0
    }
    bestPlace = best
    let choice = JointChoice(among: trials, baseline: baseline, materiality)
    isIndifferent = trials.count > 1 && choice.isIndifferent(to: best)
    warning = CacheWarning(trials[chosen ?? best].runs, in: plan)?.sentence
    differences =
      chosen.map { choice.effects(from: baseline ?? best, to: $0).phrases } ?? []
    let keeping = trials.indices.filter { trials[$0].keeps && trials[$0].score.isComplete }
    front = ParetoFront.places(
      of: keeping.map { place in
        question.figures.map { $0.cost(trials[place].mean($0)) }
      }
    ).map { keeping[$0] }
    let runs = space.candidates.flatMap(\.runs).map { plan.runs[$0].key }
    key = ContentKey(
      of: """
        joint by rule
        runs \(ContentKey(of: runs))
        baseline \(baseline.map { trials[$0].name } ?? "-")
        figures \(question.figures.map(\.name).joined(separator: ", "))
        materiality \(question.materiality.share) \(question.materiality.framesPerMinute)
        most \(question.most)
        limits \(question.limits.map { "\($0.figure.name) \($0.bound)" }.joined(separator: ", "))
        """)
  }

  /// The recommended trial or, if none keeps the limits, the trial nearest to them.
  var shown: JointTrial { chosen.map { trials[$0] } ?? best }

  /// The device and the network: `iphone-8 over wifi`.
  var place: String { "\(device.name) over \(network.name)" }

  /// The result of the search, in sentences.
  package var sentence: String {
    chosen == nil
      ? shortfall(because: shown.reason) : CacheWarning.appended(to: choice, warning)
  }

  /// Returns sentences that say that nothing keeps the limits, with the nearest trial and its
  /// problem.
  /// - Parameter reason: the reason why the nearest trial breaks the limits, in sentences; `nil` if
  ///   it is unknown.
  /// - Returns: a text without a period at the end if there is neither a reason nor a warning.
  package func shortfall(because reason: String?) -> String {
    let goal =
      limits.isEmpty ? "fits its budget and keeps the app alive" : "keeps " + Limit.text(limits)
    let text =
      "nothing \(goal) on \(place); \(tried). The nearest is \(best.title): "
      + best.problemText + (reason.map { ". \($0)" } ?? "")
    return CacheWarning.appended(to: text, warning)
  }

  private var choice: String {
    let taken = shown
    let excess = taken.score.excessText.map { " It is \($0)." } ?? ""
    let stall = "\(Self.stall(taken)) of stall per run.\(excess)"
    let changes = differences.isEmpty ? "no visible difference" : Phrase.list(differences)
    let breaks = limits.isEmpty ? "breaks the limits (\(ChoiceRule.limits))" : "breaks limits"
    let reason = best.brokenShare > taken.brokenShare ? ", but it \(breaks) more often" : ""
    let other =
      best.candidate == taken.candidate
      ? "" : " The least stall, \(Self.stall(best)), comes with \(best.title)\(reason)."
    if let baseline, baseline == chosen {
      return
        "On \(place), \(ChoiceRule.keep) (\(taken.title)): \(stall) No choice is better by the "
        + "rule; \(tried).\(other)"
    }
    if isIndifferent, baseline == nil {
      return "On \(place), \(ChoiceRule.keep): no visible difference; \(tried). The simplest is "
        + "\(taken.title): \(stall)"
    }
    let before = baseline.map {
      " Your current setting, \(trials[$0].title), stalls \(Self.stall(trials[$0])). The change: "
        + "\(changes)."
    }
    let compared = differences.isEmpty ? "does not differ visibly from" : "has \(changes) than"
    let against =
      other.isEmpty || baseline != nil
      ? other : "\(other) The advised setting \(compared) that one."
    return "On \(place), take \(taken.title): \(stall)\(against)\(before ?? "") "
      + "\(tried.prefix(1).uppercased())\(tried.dropFirst())."
  }

  /// The number of combinations that were tried, as a clause.
  private var tried: String {
    isExhaustive
      ? count == 1
        ? "1 combination was tried" : "all \(Phrase.digits(count)) combinations were tried"
      : "\(Phrase.digits(trials.count)) of \(Phrase.count(count, "combination")) were tried"
  }

  private static func stall(_ trial: JointTrial) -> String {
    Figure.Unit.seconds.text(trial.score.stallSeconds)
  }
}

extension JointAnswer {
  /// The search as a record for the store.
  var record: TuningRecord {
    TuningRecord(
      key: key, kind: .joint, question: question, limits: JSONTexts.text(limits.map(\.description)),
      precisionBytes: nil, label: shown.name,
      budgetBytes: chosen.flatMap { trials[$0].budget?.bytes }, answer: sentence)
  }

  /// The runs of the search as records for the store, ordered by step, combination, trace and seed.
  var trialRecords: [TrialRecord] {
    let front = Set(front)
    var positions: [Int: Int] = [:]
    var records: [TrialRecord] = []
    for (place, trial) in trials.enumerated() {
      for run in trial.runs {
        let position = positions[trial.step, default: 0]
        positions[trial.step] = position + 1
        var record = TrialRecord(
          run, judgedBy: limits, at: device.refreshRate, materiality, of: key, step: trial.step,
          position: position)
        if record.verdict == .kept, place == chosen || front.contains(place) {
          record.verdict = place == chosen ? .best : .front
        }
        records.append(record)
      }
    }
    return records
  }
}

extension JointQuestion {
  /// The question, as YAML.
  var text: String {
    var asked = spec
    asked.base.settings += space
    return asked.text
  }
}

/// The choice of a combination among trials by `ChoiceRule`.
///
/// If combinations remain that the rule does not tell apart, the smallest budget wins.
struct JointChoice {
  let rule: ChoiceRule
  private let trials: [JointTrial]
  private let candidates: [ChoiceRule.Candidate]

  /// Creates a choice.
  /// - Parameters:
  ///   - trials: the trials.
  ///   - baseline: the index of the user's current combination; `nil` if none is given, or it was
  ///     not tried.
  ///   - materiality: the smallest visible difference.
  init(among trials: [JointTrial], baseline: Int?, _ materiality: Materiality) {
    let rule = ChoiceRule(materiality: materiality)
    self.rule = rule
    self.trials = trials
    candidates = trials.map { trial in
      rule.candidate(
        trial.sessions, changes: trial.setting.changes(from: baseline.map { trials[$0].setting }))
    }
  }

  /// The trials that keep the limits and were tried in every case, in the order of their budgets.
  private var keeping: [Int] {
    let keeping = trials.indices.filter { trials[$0].keeps }
    let whole = keeping.filter { trials[$0].score.isComplete }
    func budget(_ place: Int) -> Int { trials[place].setting.budgetBytes ?? 0 }
    return (whole.isEmpty ? keeping : whole).sorted { (budget($0), $0) < (budget($1), $1) }
  }

  /// Returns the index of the recommended trial; `nil` if no trial keeps the limits.
  /// - Complexity: O(*n*) in the trials.
  var place: Int? {
    let keeping = keeping
    guard !keeping.isEmpty else { return nil }
    return keeping[rule.choice(among: keeping.map { candidates[$0] })]
  }

  /// Returns a Boolean value that indicates whether all trials keep the limits, and none differs
  /// visibly from another trial.
  func isIndifferent(to place: Int) -> Bool {
    trials.indices.allSatisfy {
      trials[$0].keeps && !rule.differ(candidates[$0], candidates[place])
    }
  }

  /// Returns the visible differences of a trial to another.
  func effects(from old: Int, to new: Int) -> ComplaintEffects {
    ComplaintEffects(from: candidates[old], to: candidates[new], rule, countsLate: true)
  }
}
