import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A hunt for the request stream on which a policy misses most, compared with others or with the
/// fewest misses that there can be.
///
/// Theory says what there is to find: `lru` with room for k images may miss k times as often as
/// `belady`, and no more, on rounds of k + 1 images (D. Sleator, R. Tarjan, "Amortized Efficiency
/// of List Update and Paging Rules", CACM 28(2), 1985, doi:10.1145/2786.2793).
package struct RequestHunt: Sendable {
  package let scene: RequestScene
  package let seed: UInt64
  package let runs: Int
  package let jobs: Int

  package init(_ scene: RequestScene, seed: UInt64, runs: Int, jobs: Int) {
    self.scene = scene
    self.seed = seed
    self.runs = runs
    self.jobs = jobs
  }

  /// Hunts.
  /// - Parameter progress: is told how many replays there were.
  /// - Returns: the worst stream; nil if none is worse for the policy than for the opponent.
  package func run(_ progress: (Int) -> Void) -> RequestAnswer? {
    let judge: @Sendable (RequestRounds) -> HuntTrial? = { [scene] in scene.judge($0) }
    let trials = max(1, runs / 2)
    var search = HuntSearch<RequestRounds>(
      in: scene, seed: seed, mostTrials: trials * 4 / 5, jobs: jobs, judge: judge)
    guard let bred = search.run({ progress($0 * 2) }) else { return nil }
    let worst = named(bred)
    guard worst.trial.regret > 0 else { return nil }
    var shrinker = HuntShrinker<RequestRounds>(
      in: scene, mostTrials: trials / 5, jobs: jobs, judge: judge
    ) { $0.score >= worst.trial.score }
    let smallest = named(shrinker.shrink(worst))
    let rounds = smallest.hunted.numbered
    return RequestAnswer(
      policy: scene.policy.text,
      opponent: scene.opponents.isEmpty ? nil : scene.opponents[rounds.opponent].text,
      capacity: scene.capacity, requests: rounds.requests(scene.length), rounds: rounds,
      trial: smallest.trial,
      runs: 2 * (search.trials + shrinker.trials + 2 * scene.opponents.count))
  }

  /// A stream with the opponent that misses least; its own if none misses less.
  private func named(
    _ found: HuntSearch<RequestRounds>.Found
  ) -> HuntSearch<RequestRounds>.Found {
    var best = found
    for opponent in scene.opponents.indices {
      var rounds = found.hunted
      rounds.opponent = opponent
      guard let trial = scene.judge(rounds), trial.other < best.trial.other else { continue }
      best = HuntSearch<RequestRounds>.Found(hunted: rounds, trial: trial)
    }
    return best
  }
}

extension RequestScene {
  /// How many times the misses of the opponent a policy has on a stream.
  func judge(_ rounds: RequestRounds) -> HuntTrial? {
    let stream = rounds.stream(length)
    let ours = Double(misses(of: policy, on: stream))
    let theirs =
      opponents.isEmpty
      ? MIN.misses(stream, capacity: capacity)
      : misses(of: opponents[rounds.opponent], on: stream)
    let other = Double(theirs)
    return HuntTrial(policy: ours, other: other, score: ours / max(1, other))
  }

  private func misses(of policy: Choice<PolicyDescriptor>, on stream: RequestStream) -> Int {
    let setup = PolicySetup(
      imageCount: stream.imageCount, limits: CacheLimits(count: capacity),
      settings: policy.settings)
    return policy.entry.replay(stream, setup).misses
  }
}
