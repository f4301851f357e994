import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Synchronization

/// A command that finds the scroll that is worst for a policy.
struct HuntCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunt",
    abstract: "Finds the worst scroll for a policy, draws and explains it.",
    discussion: #"""
      An evolutionary search finds the session in which a policy does worst, compared with a \#
      reference. The reference is the best built-in policy in that session, another policy, or a \#
      lower bound. Sessions have flicks, drags, taps on the status bar, looks, memory warnings, \#
      trips to the background, and rotations. The search also varies images and layout, and the \#
      budget unless it is given. Finally it shortens the worst session as long as the result \#
      stays as bad.

      Flicks have at most 8000 pt/s, at most four times a second, with pauses of at least 0.1 s. \#
      A session has at most 2000 images, with sizes from the committed traces. The budget (cache \#
      limit) holds at least three screens.

      --requests searches for a stream of requests instead. All images have the same size, and \#
      the cache holds --images of them. Only misses count.

      Example:
        scrollsim-lab hunt --policy lru --runs 600 --output worst.scroll
        scrollsim-lab hunt --policy fifo --metric misses --loader nuke \
          --budget 64MiB --runs 600
        scrollsim-lab hunt --policy lru --against bound --requests --images 4 \
          --runs 2000
      """#)

  @OptionGroup var question: HuntQuestion
  @OptionGroup(title: "How the app loads") var setting: HuntSetting
  @OptionGroup(title: "The search") var search: HuntSearchOptions
  @Option(help: "The output format: text or json.") var format = HuntFormat.text
  @Option(
    help: ArgumentHelp(
      "Also write the session as a trace (.scroll), or the requests as numbers (.txt).",
      valueName: "file"), completion: .file(extensions: ["scroll", "txt"]))
  var output: String?

  enum HuntFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  func run() throws {
    if let output {
      try OutputCheck.require([.file("--output", output)], reading: setting.app.files)
      try Output.requireRoom(for: output)
    }
    if question.requests { try huntRequests() } else { try huntSessions() }
  }

  private func huntSessions() throws {
    let setup = try setting.setup(question, search)
    let hunt = Hunt(setup, seed: search.seed, runs: search.runs, jobs: search.jobCount)
    let progress = HuntProgress(runs: search.runs)
    let found = hunt.run { progress.update($0) }
    progress.finish()
    guard let answer = found else {
      throw CommandError(
        .gateSaidNo,
        "\(Phrase.count(search.runs, "run")) found no session that is worse for "
          + "'\(setup.policy.text)'; try a larger --runs, or another --seed, --budget or "
          + "--against")
    }
    if let output { try Output.write(TraceFile.bytes(of: answer.trace), to: output) }
    let words = HuntText(answer, setup, file: output)
    switch format {
    case .text: try Output.print(words.text(fitting: Terminal.width))
    case .json:
      try Output.print(JSONDocument.text(HuntDocument(answer, setup, words, seed: search.seed)))
    }
  }

  private func huntRequests() throws {
    let setup = try setting.requestSetup(question, search)
    let hunt = RequestHunt(setup, seed: search.seed, runs: search.runs, jobs: search.jobCount)
    let progress = HuntProgress(runs: search.runs)
    let found = hunt.run { progress.update($0) }
    progress.finish()
    guard let answer = found else {
      throw CommandError(
        .gateSaidNo,
        "\(Phrase.count(search.runs, "replay")) found no stream that is worse for "
          + "'\(setup.policy.text)'; try a larger --runs, or another --seed, --images or "
          + "--against")
    }
    if let output { try Output.write(Array(answer.text.utf8), to: output) }
    let words = RequestHuntText(answer, file: output)
    switch format {
    case .text: try Output.print(words.text(fitting: Terminal.width))
    case .json:
      try Output.print(
        JSONDocument.text(RequestHuntDocument(answer, words, seed: search.seed)))
    }
  }
}

/// A progress line for a hunt on a terminal.
final class HuntProgress: Sendable {
  private let line = Mutex(ProgressLine())
  private let runs: Int

  init(runs: Int) { self.runs = runs }

  func update(_ done: Int) {
    line.withLock { $0.update("run \(Phrase.digits(done)) of \(Phrase.digits(runs))") }
  }

  func finish() { line.withLock { $0.finish() } }
}

/// A hunted session as one JSON document.
struct HuntDocument: Encodable {
  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  let policy: String
  /// The opponent's name, or `bound`.
  let against: String
  let metric: String
  /// The figures of the policy and of the opponent, and their difference, in seconds of stall or
  /// misses.
  let value: Double, opponentValue: Double, regret: Double
  /// The ratio of the figures; null if the opponent's figure is zero.
  @OrNull var ratio: Double?
  /// The seconds of stall that no cache avoids.
  let unavoidableSeconds: Double
  let verdict: String
  let explanation: [String]
  /// The reason why the session is less than twice as bad, or less than a second worse; null
  /// otherwise.
  @OrNull var shortfall: String?
  let picture: String
  let gestures: Int, events: Int, durationSeconds: Double
  let images: Int, layout: String
  @OrNull var catalogue: String?
  /// The budget in bytes; null without a limit.
  @OrNull var budgetBytes: Int?
  /// The budget in multiples of the fullest screen; null without a limit.
  @OrNull var screens: Double?
  let device: String, network: String, loader: String, prefetcher: String
  let found: Found
  let seed: UInt64
  let runs: Int
  /// The path of the written trace; null if there is none.
  @OrNull var trace: String?
  let digest: String
  /// The command that makes both runs.
  let command: [String]

  /// The session before it was made smaller.
  struct Found: Encodable {
    let strokes: Int
    let value: Double, opponentValue: Double
  }

  init(_ answer: HuntAnswer, _ setup: HuntSetup, _ words: HuntText, seed: UInt64) {
    let (content, trial) = (answer.trace.catalog, answer.trial)
    policy = answer.policy
    against = answer.opponent ?? HuntQuestion.bound
    metric = setup.metric.rawValue
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
    device = setup.device.name
    network = setup.network.name
    loader = setup.loader.text
    prefetcher = setup.prefetcher.text
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

/// The text about a hunted request stream.
struct RequestHuntText {
  let answer: RequestAnswer
  /// The path of the written requests; nil if there is none.
  let file: String?

  init(_ answer: RequestAnswer, file: String?) {
    self.answer = answer
    self.file = file
  }

  /// Returns the whole text, with a line break at the end, for a terminal of this many columns.
  func text(fitting width: Int?) -> String {
    [verdict, answer.picture, explanation, "To see it: \(commandLine)"]
      .map { Terminal.wrapped($0, to: width) + "\n" }.joined(separator: "\n")
  }

  private var opponent: String { answer.opponent ?? "belady" }
  private var misses: (ours: Int, theirs: Int) {
    (Int(answer.trial.policy), Int(answer.trial.other))
  }

  var verdict: String {
    let ratio = NumberText.fixed(answer.trial.policy / answer.trial.other, decimals: 2)
    return "\(answer.policy) misses \(Phrase.digits(misses.ours)) of "
      + "\(Phrase.count(answer.requests.count, "request")), \(opponent) "
      + "\(Phrase.digits(misses.theirs)): \(ratio) times as many."
  }

  var explanation: String {
    let fit = Phrase.count(answer.capacity, "fits", "fit")
    let round = "a round requests \(Phrase.count(answer.imagesInRound, "image")), but only \(fit)"
    guard misses.ours == answer.requests.count else { return "There \(round)." }
    return "\(answer.policy) never hits: \(round), and each is evicted before its turn comes."
  }

  var command: [String] {
    [
      "scrollsim", "replay", file ?? "FILE", "--policy", "\(answer.policy),\(opponent)",
      "--capacity", "\(answer.capacity)", "--unit", "items",
    ]
  }

  private var commandLine: String { command.map(ShellWord.quoted).joined(separator: " ") }
}

/// A hunted request stream as one JSON document.
struct RequestHuntDocument: Encodable {
  let scrollsim = ScrollSim.version
  let policy: String
  /// The opponent's name; `belady` for the bound.
  let against: String
  let metric = "misses"
  /// The capacity of the cache in images.
  let capacity: Int
  let requests: Int, misses: Int, opponentMisses: Int
  let ratio: Double
  let verdict: String, explanation: String
  let picture: String
  let seed: UInt64
  let runs: Int
  /// The path of the written requests; null if there is none.
  @OrNull var trace: String?
  let command: [String]

  init(_ answer: RequestAnswer, _ words: RequestHuntText, seed: UInt64) {
    policy = answer.policy
    against = answer.opponent ?? "belady"
    capacity = answer.capacity
    requests = answer.requests.count
    misses = Int(answer.trial.policy)
    opponentMisses = Int(answer.trial.other)
    ratio = answer.trial.policy / answer.trial.other
    verdict = words.verdict
    explanation = words.explanation
    picture = answer.picture
    self.seed = seed
    runs = answer.runs
    trace = words.file
    command = words.command
  }
}

/// A hunt for the request stream with the most misses of a policy, compared with others or a bound.
///
/// The bound is the fewest misses of any cache. Theory predicts the result: `lru` with a capacity
/// of k images may miss k times as often as `belady`, and no more, on rounds of k + 1 images (D.
/// Sleator, R. Tarjan, "Amortized Efficiency of List Update and Paging Rules", CACM 28(2), 1985,
/// doi:10.1145/2786.2793).
package struct RequestHunt: Sendable {
  let setup: RequestHuntSetup
  let seed: UInt64
  let runs: Int
  let jobs: Int

  package init(_ setup: RequestHuntSetup, seed: UInt64, runs: Int, jobs: Int) {
    self.setup = setup
    self.seed = seed
    self.runs = runs
    self.jobs = jobs
  }

  /// Runs the hunt.
  /// - Parameter progress: Receives the number of replays so far.
  /// - Returns: The worst stream; nil if none is worse for the policy than for the opponent.
  package func run(_ progress: (Int) -> Void) -> RequestAnswer? {
    let judge: @Sendable (RequestRounds) -> HuntTrial? = { [setup] in setup.judge($0) }
    let trials = max(1, runs / 2)
    var search = HuntSearch<RequestRounds>(
      in: setup, seed: seed, mostTrials: trials * 4 / 5, jobs: jobs, judge: judge)
    guard let bred = search.run({ progress($0 * 2) }) else { return nil }
    let worst = named(bred)
    guard worst.trial.regret > 0 else { return nil }
    var shrinker = HuntShrinker<RequestRounds>(
      in: setup, mostTrials: trials / 5, jobs: jobs, judge: judge
    ) { $0.score >= worst.trial.score }
    let smallest = named(shrinker.shrink(worst))
    let rounds = smallest.hunted.numbered
    return RequestAnswer(
      policy: setup.policy.text,
      opponent: setup.opponents.isEmpty ? nil : setup.opponents[rounds.opponent].text,
      capacity: setup.capacity, requests: rounds.requests(setup.length), rounds: rounds,
      trial: smallest.trial,
      runs: 2 * (search.trials + shrinker.trials + 2 * setup.opponents.count))
  }

  /// Returns a stream paired with the opponent that misses least; its present opponent stays if no
  /// other one misses less.
  private func named(
    _ found: HuntSearch<RequestRounds>.Found
  ) -> HuntSearch<RequestRounds>.Found {
    var best = found
    for opponent in setup.opponents.indices {
      var rounds = found.hunted
      rounds.opponent = opponent
      guard let trial = setup.judge(rounds), trial.other < best.trial.other else { continue }
      best = HuntSearch<RequestRounds>.Found(hunted: rounds, trial: trial)
    }
    return best
  }
}

extension RequestHuntSetup {
  /// Returns the misses of the policy and of the opponent on a stream, with their ratio as the
  /// score.
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

/// The worst request stream that a hunt found.
package struct RequestAnswer: Sendable {
  let policy: String
  /// The opponent; nil for `belady`.
  let opponent: String?
  let capacity: Int
  /// The images, numbered by their first appearance.
  package let requests: [Int]
  package let rounds: RequestRounds
  package let trial: HuntTrial
  let runs: Int

  /// The number of different images in a round.
  var imagesInRound: Int { Set(rounds.round).count }

  /// The stream as a line of words, `4 (0..8)x111`; its last round may be cut off.
  package var picture: String {
    let count = max(0, requests.count - rounds.opening.count)
    let (whole, rest) = count.quotientAndRemainder(dividingBy: rounds.round.count)
    let times = whole + (rest > 0 ? 1 : 0)
    let round = "(\(Self.words(rounds.round).joined(separator: " ")))x\(times)"
    return (Self.words(rounds.opening) + [round]).joined(separator: " ")
  }

  /// The requests as a file that `replay` reads: a number in each line.
  var text: String { requests.map { "\($0)\n" }.joined() }

  /// Returns images as words; three or more consecutive ones are one word, `0..8` or `8..0`.
  package static func words(_ images: [Int]) -> [String] {
    var words: [String] = []
    var start = 0
    while start < images.count {
      var end = start
      if start + 1 < images.count {
        let step = images[start + 1] - images[start]
        while abs(step) == 1, end + 1 < images.count, images[end + 1] - images[end] == step {
          end += 1
        }
      }
      if end - start < 2 {
        words.append("\(images[start])")
        start += 1
      } else {
        words.append("\(images[start])..\(images[end])")
        start = end + 1
      }
    }
    return words
  }
}
