import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollTraces

/// A hunted request stream in words.
struct RequestWords {
  let answer: RequestAnswer
  /// Where the requests were written; nil if they were not.
  let file: String?

  init(_ answer: RequestAnswer, file: String?) {
    self.answer = answer
    self.file = file
  }

  /// Everything, with a line break at the end, on a terminal of so many columns.
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
    return "\(answer.policy) misses \(Words.digits(misses.ours)) of "
      + "\(Words.count(answer.requests.count, "request")), \(opponent) "
      + "\(Words.digits(misses.theirs)): \(ratio) times as many."
  }

  var explanation: String {
    let fit = Words.count(answer.capacity, "fits", "fit")
    let round = "a round asks for \(Words.count(answer.imagesInRound, "image")) where \(fit)"
    guard misses.ours == answer.requests.count else { return "There \(round)." }
    return "\(answer.policy) never hits: \(round), and each is evicted before its turn comes."
  }

  var command: [String] {
    [
      "scrollsim", "replay", file ?? "FILE", "--policy", "\(answer.policy),\(opponent)",
      "--capacity", "\(answer.capacity)", "--unit", "items",
    ]
  }

  private var commandLine: String { command.map(HuntWords.quoted).joined(separator: " ") }
}

/// The same as one JSON document.
struct RequestHuntDocument: Encodable {
  let scrollsim = ScrollSim.version
  let policy: String
  /// The opponent's name; `belady` for the bound.
  let against: String
  let metric = "misses"
  /// For how many images the cache has room.
  let capacity: Int
  let requests: Int, misses: Int, opponentMisses: Int
  let ratio: Double
  let verdict: String, explanation: String
  let picture: String
  let seed: UInt64
  let runs: Int
  /// Where the requests were written; null if they were not.
  @OrNull var trace: String?
  let command: [String]

  init(_ answer: RequestAnswer, _ words: RequestWords, seed: UInt64) {
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
