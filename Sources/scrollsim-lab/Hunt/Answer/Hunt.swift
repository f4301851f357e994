import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

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
