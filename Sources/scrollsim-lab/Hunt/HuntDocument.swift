import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// A hunted session as one JSON document.
struct HuntDocument: Encodable {
  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  let policy: String
  /// The opponent's name, or `bound`.
  let against: String
  let metric: String
  /// Seconds of stall, or misses: of the policy, of the opponent, and how much more the policy has.
  let value: Double, opponentValue: Double, regret: Double
  /// Null where the opponent has nothing.
  @OrNull var ratio: Double?
  /// Seconds of stall that no cache avoids.
  let unavoidableSeconds: Double
  let verdict: String
  let explanation: [String]
  /// Why it is less than twice as bad, or less than a second worse; null where it is not.
  @OrNull var shortfall: String?
  let picture: String
  let gestures: Int, events: Int, durationSeconds: Double
  let images: Int, layout: String
  @OrNull var catalogue: String?
  /// Null without a limit.
  @OrNull var budgetBytes: Int?
  /// How many times the fullest screen that is; null without a limit.
  @OrNull var screens: Double?
  let device: String, network: String, loader: String, prefetcher: String
  let found: Found
  let seed: UInt64
  let runs: Int
  /// Where the trace was written; null if it was not.
  @OrNull var trace: String?
  let digest: String
  /// What makes both runs.
  let command: [String]

  /// The session before it was made smaller.
  struct Found: Encodable {
    let strokes: Int
    let value: Double, opponentValue: Double
  }

  init(_ answer: HuntAnswer, _ scene: HuntScene, _ words: HuntWords, seed: UInt64) {
    let (content, trial) = (answer.trace.catalog, answer.trial)
    policy = answer.policy
    against = answer.opponent ?? HuntQuestion.bound
    metric = scene.metric.rawValue
    (value, opponentValue, regret) = (trial.policy, trial.other, trial.regret)
    ratio = trial.ratio
    unavoidableSeconds = answer.unavoidable
    verdict = words.verdict
    explanation = answer.reason.sentences(answer.policy, answer.opponent)
    shortfall = words.shortfall
    picture = answer.picture
    gestures = answer.touches
    events = answer.strokes.count - answer.touches
    durationSeconds = answer.trace.duration.seconds
    images = content.images.count
    layout = "\(answer.trace.header.layout)"
    var recipeText: String?
    if case .generated(let recipe) = content.source { recipeText = "\(recipe)" }
    catalogue = recipeText
    budgetBytes = answer.budget?.bytes
    screens = answer.screens
    device = scene.device.name
    network = scene.network.name
    loader = scene.loader.text
    prefetcher = scene.prefetcher.text
    found = Found(
      strokes: answer.found.strokes, value: answer.found.trial.policy,
      opponentValue: answer.found.trial.other)
    self.seed = seed
    runs = answer.runs
    trace = words.file
    digest = answer.trace.digest
    command = words.command
  }
}
