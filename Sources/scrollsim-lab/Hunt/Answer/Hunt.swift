import ScrollCaching
package import ScrollCore
import ScrollLayout
import ScrollSimCommands
import ScrollSimulation
package import ScrollTraces

/// A hunt for the session that is worst for a policy.
///
/// A session is bad for the policy if the policy's figure (stall time or misses) is greater than
/// that of an opponent: another policy, or a bound. The regret is the difference of the two
/// figures. The search breeds sessions, each paired with one opponent. Then the worst session is
/// run with every opponent and paired with the best one. This session is made as small as possible:
/// its regret and its ratio of figures may shrink by a tenth, but the session must stay bad enough
/// (`goal`). The smallest session is again run with every opponent, and the answer names the best
/// one.
package struct Hunt: Sendable {
  /// The ratio to the opponent's figure at which a session is bad enough: twice as much.
  static let goal = 2.0
  /// The part of the regret and of the ratio that a smaller session must keep.
  private static let kept = 0.9

  let setup: HuntSetup
  let seed: UInt64
  /// The approximate number of runs; judging a session takes two.
  let runs: Int
  let jobs: Int

  package init(_ setup: HuntSetup, seed: UInt64, runs: Int, jobs: Int) {
    self.setup = setup
    self.seed = seed
    self.runs = runs
    self.jobs = jobs
  }

  /// Runs the hunt.
  /// - Parameter progress: Receives the number of runs so far.
  /// - Returns: The worst session; nil if none is worse for the policy than for the opponent.
  package func run(_ progress: (Int) -> Void) -> HuntAnswer? {
    let judge: @Sendable (HuntGenome) -> HuntTrial? = { [setup] in setup.judge($0) }
    let trials = max(1, runs / 2)
    var search = HuntSearch<HuntGenome>(
      in: setup, seed: seed, mostTrials: trials * 4 / 5, jobs: jobs, judge: judge)
    guard let bred = search.run({ progress($0 * 2) }), bred.trial.regret > 0 else { return nil }
    let worst = named(bred)
    guard worst.trial.regret > 0 else { return nil }
    var shrinker = HuntShrinker<HuntGenome>(
      in: setup, mostTrials: trials / 5, jobs: jobs, judge: judge
    ) { isBad($0, like: worst.trial) }
    let smallest = named(shrinker.shrink(worst))
    let rounds = search.trials + shrinker.trials + 2 * setup.opponents.count
    return answer(smallest, found: worst, runs: 2 * rounds)
  }

  /// Returns a session paired with the opponent that does best in it; of equally good opponents,
  /// with the first in the catalog.
  private func named(_ found: HuntSearch<HuntGenome>.Found) -> HuntSearch<HuntGenome>.Found {
    var genomes: [HuntGenome] = []
    for opponent in setup.opponents.indices {
      var genome = found.hunted
      genome.opponent = opponent
      genomes.append(genome)
    }
    var best: HuntSearch<HuntGenome>.Found?
    let trials = HuntBatch.map(genomes, jobs: jobs) { setup.judge($0) }
    for (genome, outcome) in zip(genomes, trials) {
      guard let trial = outcome, trial.other < best?.trial.other ?? .infinity else { continue }
      best = HuntSearch<HuntGenome>.Found(hunted: genome, trial: trial)
    }
    return best ?? found
  }

  /// Returns whether a smaller session is nearly as bad as the larger one, and bad enough if the
  /// larger one was bad enough.
  private func isBad(_ trial: HuntTrial, like worst: HuntTrial) -> Bool {
    let (ratio, before) = (trial.ratio ?? .infinity, worst.ratio ?? .infinity)
    let least = before.isFinite ? Self.kept * before : before
    return trial.regret >= Self.kept * worst.regret && ratio >= least
      && (trial.regret >= setup.scale.enough || worst.regret < setup.scale.enough)
      && (ratio >= Self.goal || before < Self.goal)
  }

  private func answer(
    _ smallest: HuntSearch<HuntGenome>.Found, found: HuntSearch<HuntGenome>.Found, runs: Int
  ) -> HuntAnswer? {
    let genome = smallest.hunted
    guard let session = HuntSession(genome, in: setup) else { return nil }
    let opponent = setup.opponents.isEmpty ? nil : setup.opponents[genome.opponent]
    let room = session.budget.map {
      Int(min(session.prepared.room($0, with: setup.policy.settings), Double(Int32.max)))
    }
    let reason = HuntReason(
      log(of: setup.policy, in: session), opponent.map { log(of: $0, in: session) }, room: room)
    return HuntAnswer(
      policy: setup.policy.text, opponent: opponent?.text, trace: session.trace,
      budget: session.budget,
      screens: session.budget.map { Double($0) / Double(session.fullestScreen) },
      trial: smallest.trial, strokes: genome.strokes,
      picture: HuntPicture(genome.strokes, begins: session.script.begins, of: session.trace).text,
      reason: reason,
      unavoidable: StallLowerBound(session.prepared, budget: session.budget).unavoidable,
      found: (found.hunted.strokes.count, found.trial), runs: runs)
  }

  private func log(of policy: Choice<PolicyDescriptor>, in session: HuntSession) -> HuntLog {
    let log = HuntLog()
    _ = session.prepared.run(policy, budget: session.budget) { HuntCallLog($0, log: log) }
    return log
  }
}

/// A session as a line of words: `0..3 5>>>>9 t+1500 9<<2 !warning`.
///
/// ScrollLaws uses the same words for counterexamples of laws (`Operation`):
/// - `0..3` are the items on screen at the start.
/// - `5>>>>9` moves the first item on screen from 5 to 9, `9<<2` moves it back. There is an arrow
///   for every half second of movement.
/// - `t+1500` is a pause in milliseconds.
/// - `!warning` and `!critical` are memory warnings, `!background` is a trip to the background and
///   back, and `!turn` is a rotation of the device.
package struct HuntPicture: Sendable {
  /// The largest number of arrows.
  private static let mostArrows = 8
  /// The shortest pause that a picture shows.
  private static let shortestLook = SimTime(milliseconds: 100)

  let words: [String]

  /// Draws a session.
  /// - Parameters:
  ///   - strokes: The strokes.
  ///   - begins: The time at which each stroke begins.
  ///   - trace: The session that is made of them.
  package init(_ strokes: [HuntStroke], begins: [SimTime], of trace: ScrollTrace) {
    let screens = begins.map { HuntScreen(at: $0, of: trace) }
    let end = HuntScreen(at: trace.duration, of: trace)
    var words = [HuntScreen(at: .zero, of: trace).range]
    for (place, stroke) in strokes.enumerated() {
      if place == 0 { words += Self.look(from: .zero, to: begins[0]) }
      guard stroke.move.isTouch else {
        words.append(stroke.move.word)
        continue
      }
      let next = strokes[(place + 1)...].firstIndex { $0.move.isTouch }
      let until = next.map { begins[$0] } ?? trace.duration
      let rest = trace.motion.rest(after: begins[place], until: until)
      let to = next.map { screens[$0] } ?? end
      words.append(Self.stroke(screens[place], to, for: rest - begins[place]))
      if next != nil { words += Self.look(from: rest, to: until) }
    }
    self.words = words
  }

  package var text: String { words.joined(separator: " ") }

  private static func look(from start: SimTime, to end: SimTime) -> [String] {
    let look = end - start
    return look >= shortestLook ? ["t+\(Int(look.milliseconds))"] : []
  }

  private static func stroke(_ from: HuntScreen, _ to: HuntScreen, for moving: SimTime) -> String {
    let halves = Int((moving.seconds * 2).rounded())
    let arrow = from.lower <= to.lower ? ">" : "<"
    let arrows = String(repeating: arrow, count: min(max(1, halves), mostArrows))
    return "\(from.first)\(arrows)\(to.first)"
  }
}

extension HuntStroke.Move {
  /// The word of a move that is not a touch, in a picture.
  fileprivate var word: String {
    switch self {
    case .flick, .drag, .top: ""
    case .turn: "!turn"
    case .warning(let isCritical): isCritical ? "!critical" : "!warning"
    case .background: "!background"
    }
  }
}

/// The items on screen at a time.
private struct HuntScreen {
  let lower: Double
  let first: Int, last: Int

  init(at time: SimTime, of trace: ScrollTrace) {
    var cursor = MotionCursor(direction: trace.header.direction)
    cursor.advance(to: time, in: trace.motion)
    let epoch = trace.epochs.last { $0.time <= time } ?? trace.epochs[0]
    var range = VisibleRange()
    range.move(
      lower: cursor.offset, upper: cursor.offset + epoch.viewportExtent, in: epoch.placement)
    lower = cursor.offset
    first = min(range.first, epoch.placement.count - 1)
    last = max(first, range.end - 1)
  }

  var range: String { "\(first)..\(last)" }
}

extension ScrollMotion {
  /// Returns the time at which the content first rests after a start; the end if it does not rest
  /// before.
  fileprivate func rest(after start: SimTime, until end: SimTime) -> SimTime {
    for sample in times.indices where times[sample] > start && phases[sample] == .idle {
      return min(times[sample], end)
    }
    return end
  }
}

/// The worst session of a hunt, made as small as possible.
package struct HuntAnswer: Sendable {
  /// The policy with its settings.
  let policy: String
  /// The opponent; nil for a bound.
  package let opponent: String?
  package let trace: ScrollTrace
  /// The memory budget; nil is no limit.
  package let budget: ByteCount?
  /// The budget in multiples of the fullest screen; nil without a limit.
  package let screens: Double?
  package let trial: HuntTrial
  package let strokes: [HuntStroke]
  package let picture: String
  let reason: HuntReason
  /// The seconds of stall that no cache avoids, however large.
  let unavoidable: Double
  /// The number of strokes and the figures before the session was made smaller.
  package let found: (strokes: Int, trial: HuntTrial)
  /// The approximate number of runs of the whole hunt.
  package let runs: Int

  /// The number of strokes that are touches.
  var touches: Int { strokes.count { $0.move.isTouch } }
}
