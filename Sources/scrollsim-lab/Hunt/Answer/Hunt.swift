import ScrollCaching
package import ScrollCore
import ScrollLayout
import ScrollSimCommands
import ScrollSimulation
package import ScrollTraces

/// A hunt for the session that is worst for a policy.
///
/// The search breeds sessions, each with the opponent that it is judged by. The worst is judged by
/// every opponent and then made as small as it can be and still as bad: of its regret, and of its
/// ratio, a tenth may be lost, but not what makes it bad enough (`goal`). What is left is judged by
/// every opponent once more, and the best of them is named.
package struct Hunt: Sendable {
  /// A session is bad enough at twice the figure of the opponent.
  package static let goal = 2.0
  /// The part of the regret and of the ratio that is kept when a session is made smaller.
  private static let kept = 0.9

  package let scene: HuntScene
  package let seed: UInt64
  /// How many runs there are, about; judging a session takes two.
  package let runs: Int
  package let jobs: Int

  package init(_ scene: HuntScene, seed: UInt64, runs: Int, jobs: Int) {
    self.scene = scene
    self.seed = seed
    self.runs = runs
    self.jobs = jobs
  }

  /// Hunts.
  /// - Parameter progress: is told how many runs there were.
  /// - Returns: the worst session; nil if none is worse for the policy than for the opponent.
  package func run(_ progress: (Int) -> Void) -> HuntAnswer? {
    let judge: @Sendable (HuntGenome) -> HuntTrial? = { [scene] in scene.judge($0) }
    let trials = max(1, runs / 2)
    var search = HuntSearch<HuntGenome>(
      in: scene, seed: seed, mostTrials: trials * 4 / 5, jobs: jobs, judge: judge)
    guard let bred = search.run({ progress($0 * 2) }), bred.trial.regret > 0 else { return nil }
    let worst = named(bred)
    guard worst.trial.regret > 0 else { return nil }
    var shrinker = HuntShrinker<HuntGenome>(
      in: scene, mostTrials: trials / 5, jobs: jobs, judge: judge
    ) { isBad($0, like: worst.trial) }
    let smallest = named(shrinker.shrink(worst))
    let rounds = search.trials + shrinker.trials + 2 * scene.opponents.count
    return answer(smallest, found: worst, runs: 2 * rounds)
  }

  /// A session with the opponent that does best in it; of several the first in the catalog.
  private func named(_ found: HuntSearch<HuntGenome>.Found) -> HuntSearch<HuntGenome>.Found {
    var genomes: [HuntGenome] = []
    for opponent in scene.opponents.indices {
      var genome = found.hunted
      genome.opponent = opponent
      genomes.append(genome)
    }
    var best: HuntSearch<HuntGenome>.Found?
    let trials = HuntBatch.map(genomes, jobs: jobs) { scene.judge($0) }
    for (genome, outcome) in zip(genomes, trials) {
      guard let trial = outcome, trial.other < best?.trial.other ?? .infinity else { continue }
      best = HuntSearch<HuntGenome>.Found(hunted: genome, trial: trial)
    }
    return best ?? found
  }

  /// Whether a smaller session is nearly as bad, and bad enough if the larger one was.
  private func isBad(_ trial: HuntTrial, like worst: HuntTrial) -> Bool {
    let (ratio, before) = (trial.ratio ?? .infinity, worst.ratio ?? .infinity)
    let least = before.isFinite ? Self.kept * before : before
    return trial.regret >= Self.kept * worst.regret && ratio >= least
      && (trial.regret >= scene.scale.enough || worst.regret < scene.scale.enough)
      && (ratio >= Self.goal || before < Self.goal)
  }

  private func answer(
    _ smallest: HuntSearch<HuntGenome>.Found, found: HuntSearch<HuntGenome>.Found, runs: Int
  ) -> HuntAnswer? {
    let genome = smallest.hunted
    guard let session = HuntSession(genome, in: scene) else { return nil }
    let opponent = scene.opponents.isEmpty ? nil : scene.opponents[genome.opponent]
    let room = session.budget.map {
      Int(min(session.prepared.room($0, with: scene.policy.settings), Double(Int32.max)))
    }
    let reason = HuntReason(
      log(of: scene.policy, in: session), opponent.map { log(of: $0, in: session) }, room: room)
    return HuntAnswer(
      policy: scene.policy.text, opponent: opponent?.text, trace: session.trace,
      budget: session.budget,
      screens: session.budget.map { Double($0) / Double(session.fullestScreen) },
      trial: smallest.trial, strokes: genome.strokes,
      picture: HuntPicture(genome.strokes, begins: session.script.begins, of: session.trace).text,
      reason: reason,
      unavoidable: ProvenStallBound(session.prepared, budget: session.budget).unavoidable,
      found: (found.hunted.strokes.count, found.trial), runs: runs)
  }

  private func log(of policy: Choice<PolicyDescriptor>, in session: HuntSession) -> HuntLog {
    let log = HuntLog()
    _ = session.prepared.run(policy, budget: session.budget) { HuntWitness($0, log: log) }
    return log
  }
}

/// A session as a line of words: `0..3 5>>>>9 t+1500 9<<2 !warning`.
///
/// The words of the pictures of laws (`Operation` in ScrollLaws): `0..3` are the items on screen at
/// first; `5>>>>9` takes the first item on screen from 5 to 9, `9<<2` back, with an arrow for every
/// half second that the content moves; `t+1500` is a look at content at rest, in milliseconds;
/// `!warning` and `!critical` are memory warnings, `!background` a trip there and back, and `!turn`
/// turns the device.
package struct HuntPicture: Sendable {
  /// At most so many arrows.
  private static let mostArrows = 8
  /// Looks that are shorter are left out.
  private static let shortestLook = SimTime(milliseconds: 100)

  package let words: [String]

  /// Draws a session.
  /// - Parameters:
  ///   - strokes: what happens.
  ///   - begins: when each of them does.
  ///   - trace: the session that is made of them.
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
  /// What is no touch, in a picture.
  fileprivate var word: String {
    switch self {
    case .flick, .drag, .top: ""
    case .turn: "!turn"
    case .warning(let isCritical): isCritical ? "!critical" : "!warning"
    case .background: "!background"
    }
  }
}

/// What is on screen at one moment.
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
  /// When the content first rests after something began to move it; the end if it does not before.
  fileprivate func rest(after start: SimTime, until end: SimTime) -> SimTime {
    for sample in times.indices where times[sample] > start && phases[sample] == .idle {
      return min(times[sample], end)
    }
    return end
  }
}

/// The worst session that a hunt found, as small as it could be made.
package struct HuntAnswer: Sendable {
  /// The policy with its settings.
  package let policy: String
  /// Whom it is compared with; nil for a bound.
  package let opponent: String?
  package let trace: ScrollTrace
  /// Nil is no limit.
  package let budget: ByteCount?
  /// How many times the fullest screen that is; nil without a limit.
  package let screens: Double?
  package let trial: HuntTrial
  package let strokes: [HuntStroke]
  package let picture: String
  package let reason: HuntReason
  /// Seconds of stall that no cache avoids, however large.
  package let unavoidable: Double
  /// How many strokes there were before it was made smaller, and how bad it was.
  package let found: (strokes: Int, trial: HuntTrial)
  /// How many runs all that took, about.
  package let runs: Int

  /// How many of the strokes are touches.
  package var touches: Int { strokes.count { $0.move.isTouch } }
}
