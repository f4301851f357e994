import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// How sure an answer is over the sessions that it was tried with, and how it is for the worst of
/// them.
///
/// A session is a trace; what is held against each other is of the same sessions. Intervals hold at
/// once for everything of which anything is claimed, as in a report of the same runs.
struct TuneSessions {
  /// What the answer is held against: what the user has, else the best of the others.
  private let reference: JointTrial?
  private let isBaseline: Bool
  private let taken: JointTrial
  /// How many standard errors the interval reaches to each side; nil where the two differ by less
  /// than matters.
  private let reach: Double?
  /// Seconds that the answer saves in each session.
  private let saved: [Double]
  /// Of the answer, ascending.
  private let stalls: [(session: String, seconds: Double)]

  /// Nil where nothing is taken, and with fewer sessions than an interval needs.
  init?(_ answer: JointAnswer, in plan: SweepPlan) {
    guard let chosen = answer.chosen else { return nil }
    let names = Dictionary(
      plan.scenarios.map { ($0.record.key, $0.record.trace.path) }, uniquingKeysWith: { $1 })
    func sessions(_ trial: JointTrial) -> [String: Double] {
      var sums: [String: (seconds: Double, count: Double)] = [:]
      for run in trial.runs {
        let name = names[run.scenario] ?? ""
        let sum = sums[name] ?? (0, 0)
        sums[name] = (sum.seconds + run.number(.stall), sum.count + 1)
      }
      return sums.mapValues { $0.seconds / $0.count }
    }
    let taken = answer.trials[chosen]
    let own = sessions(taken)
    guard own.count >= Certainty.leastSessions else { return nil }
    // As they come in the sweep: sessions are drawn again in this order, there as here.
    var known: Set<String> = []
    let order = taken.runs.compactMap { names[$0.scenario] }.filter { known.insert($0).inserted }
    let others = answer.trials.indices.filter {
      $0 != chosen && answer.trials[$0].keeps && answer.trials[$0].score.isComplete
    }
    let hasBaseline = answer.baseline.map { $0 != chosen } ?? false
    let place =
      hasBaseline
      ? answer.baseline
      : others.min { answer.trials[$0].score.isBetter(than: answer.trials[$1].score) }
    let basis = place.map { sessions(answer.trials[$0]) } ?? [:]
    func saved(_ seconds: [String: Double]) -> [Double] {
      order.compactMap { name in
        basis[name].flatMap { now in seconds[name].map { now - $0 } }
      }
    }
    self.taken = taken
    reference = place.map { answer.trials[$0] }
    isBaseline = hasBaseline
    self.saved = saved(own)
    reach = place.flatMap { place in
      let compared = answer.trials.indices.filter { $0 != place }
        .map { (trial: $0, stalls: sessions(answer.trials[$0])) }
        .filter { Set($0.stalls.keys) == Set(order) }
      let reaches = JointReach.values(
        of: compared.map { trial in order.compactMap { trial.stalls[$0] } },
        against: order.compactMap { basis[$0] }, answer.materiality,
        frames: answer.leastSeconds(of: answer.trials[place]))
      return compared.firstIndex { $0.trial == chosen }.flatMap { reaches[$0] }
    }
    stalls = order.map { ($0, own[$0] ?? 0) }.sorted {
      ($0.seconds, $1.session) < ($1.seconds, $0.session)
    }
  }

  /// `over 25 sessions it saves 0.41 s a session against what you have; over sessions like these it
  /// saves 0.21 s to 0.61 s with 95 %; 19 of 20 sessions stall at most 1.20 s; the worst,
  /// sessions:seed=1#17, stalls 2.30 s`.
  var sentence: String {
    func text(_ seconds: Double) -> String { SecondsText.of(seconds) }
    var parts: [String] = []
    if let reference, let reach {
      let found = Certainty(saved, reach: reach)
      let name = isBaseline ? "what you have" : "the next, \(reference.name)"
      parts.append(
        "it \(found.mean < 0 ? "costs" : "saves") \(text(abs(found.mean))) a session against \(name)"
      )
      parts.append(
        found.savingWords.map { "over sessions like these \($0)" }
          ?? "too few of them differ to say how sure that is")
    }
    if stalls.count >= 20 {
      let percentile = stalls[(stalls.count * 95 + 99) / 100 - 1].seconds
      parts.append("19 of 20 sessions stall at most \(text(percentile))")
    }
    if let worst = stalls.last {
      parts.append("the worst, \(worst.session), stalls \(text(worst.seconds))")
    }
    return "over \(Words.count(stalls.count, "session")) \(parts.joined(separator: "; "))"
  }
}
