import ScrollCore
import ScrollReports
import ScrollResults
import ScrollSimulation
import ScrollSweeps

/// How sure an answer is over the sessions that it was tried with, and how it is for the worst of
/// them.
///
/// A session is a trace; what is held against each other is of the same sessions. Intervals hold for
/// everything that was tried at once, since the answer is the best of it.
struct TuneSessions {
  /// What the answer is held against: what the user has, else the best of the others.
  private let reference: JointTrial?
  private let isBaseline: Bool
  private let taken: JointTrial
  /// How many standard errors the interval reaches to each side.
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
    let order = own.keys.sorted()
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
    let compared = answer.trials.indices.filter { $0 != place }
      .map { (trial: $0, saved: saved(sessions(answer.trials[$0]))) }
      .filter { $0.saved.count == order.count }
    let reaches = JointReach.values(compared.map(\.saved))
    reach = compared.firstIndex { $0.trial == chosen }.flatMap { reaches?[$0] }
    stalls = order.map { ($0, own[$0] ?? 0) }.sorted {
      ($0.seconds, $1.session) < ($1.seconds, $0.session)
    }
  }

  /// `over 25 sessions it saves 0.412 s a session against what you have, saving 0.21 s to
  /// 0.61 s with 95 %;
  /// 19 of 20 sessions stall at most 1.2 s; the worst, sessions:seed=1#17, stalls 2.3 s`.
  var sentence: String {
    func text(_ seconds: Double) -> String { Figure.Unit.seconds.text(seconds) }
    var parts: [String] = []
    if let reference, saved.count == stalls.count {
      let found = Certainty(saved, reach: reach)
      let name = isBaseline ? "what you have" : "the next, \(reference.name)"
      let interval = found.interval.map {
        ", saving \(text($0.lowerBound)) to \(text($0.upperBound)) with 95 %"
      }
      let verb = found.mean < 0 ? "costs" : "saves"
      let few = ", in too few of them to say how sure that is"
      parts.append(
        "it \(verb) \(text(abs(found.mean))) a session against \(name)\(interval ?? few)")
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
