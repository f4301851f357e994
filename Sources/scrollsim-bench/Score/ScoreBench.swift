import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation

/// A benchmark that compares formulas with handwritten policies for the same rule, and with plain
/// evaluation.
struct ScoreBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "CPU time of formulas against policies written by hand and plain evaluation.",
    discussion: """
      Runs are ten minutes over a grid with 20, 24, ... 96 MiB, by a formula and by a policy. \
      Replays are a Zipf stream with a capacity of --residents images, by a ranked formula, and \
      by a formula evaluated for every image at every eviction. Both alternate in rounds; ratios \
      are per round.

      Example: scrollsim-bench score --rounds 3
      """)

  @Option(help: "Rounds; the median of their ratios is printed.") var rounds = 7
  @Option(help: "Requests of the replays.") var requests = 100_000
  @Option(help: "Residents of the replays.") var residents = 1000

  func validate() throws {
    guard rounds > 0 else {
      throw ValidationError("--rounds \(rounds) is not positive; expected at least 1")
    }
    guard requests > 0 else {
      throw ValidationError("--requests \(requests) is not positive; expected at least 1")
    }
    guard residents > 0 else {
      throw ValidationError("--residents \(residents) is not positive; expected at least 1")
    }
  }

  func run() throws {
    try measureRuns()
    print("")
    try measureReplays()
  }

  /// Formulas, each with the handwritten policy for the same rule.
  private static let twins = [
    ("idle", "lru"), ("age", "fifo"), ("bytes", "size"), ("-hits", "lfu"),
    ("distance", "distance"), ("distance * bytes / reloadMs", "distance-cost"),
  ]

  private func measureRuns() throws {
    let prepared = PreparedScenario(try SimulateBench.parse([]).scenario(.cached))
    let budgets = stride(from: 20, through: 96, by: 4).map { ByteCount($0 << 20) }
    var table = Table(PairedTimes.columns)
    for (formula, twin) in Self.twins {
      let catalog = PolicyCatalog.builtIn
      let (score, policy) = (try catalog.choose("score: \(formula)"), try catalog.choose(twin))
      let hasBar = twin != "distance-cost"
      var times = PairedTimes(formula, twin, bar: hasBar ? "at most 2" : "")
      for _ in 0..<rounds {
        times.measure {
          for budget in budgets { _ = prepared.run(score, budget: budget) }
        } _: {
          for budget in budgets { _ = prepared.run(policy, budget: budget) }
        }
      }
      table.append(times.row { $0 / $1 })
    }
    print("runs: 10 minutes, 120 Hz, 10000 items, cached, \(budgets.count) budgets")
    print("ratio: times as much CPU as the policy written by hand, median of \(rounds) rounds\n")
    print(table.text(), terminator: "")
  }

  /// Formulas, each with the expected ratio to plain evaluation.
  private static let formulas = [
    ("idle", "at least 10"), ("bytes / (1 + hits)", "at least 10"), ("age", ""), ("distance", ""),
    ("-uses", ""), ("idle * bytes", ""), ("distance * bytes / decodeMs + 0.2 * age", ""),
  ]

  private func measureReplays() throws {
    let stream = Streams.zipf(requests: requests, images: 20 * residents, seed: 1)
    var table = Table(PairedTimes.columns)
    for (formula, bar) in Self.formulas {
      let choice = try PolicyCatalog.builtIn.choose("score: \(formula)")
      let setup = PolicySetup(
        imageCount: stream.imageCount, limits: CacheLimits(count: residents),
        settings: choice.settings)
      var times = PairedTimes(formula, "plain", bar: bar)
      for _ in 0..<max(1, rounds / 2) {
        var tallies: (fast: Tally, plain: Tally) = (Tally(), Tally())
        times.measure {
          tallies.fast = choice.entry.replay(stream, setup)
        } _: {
          tallies.plain = ScorePolicy.plainDescriptor.replay(stream, setup)
        }
        precondition(tallies.fast == tallies.plain, "'\(formula)': \(tallies)")
      }
      table.append(times.row { $1 / $0 })
    }
    print("replays: \(requests) requests, room for \(residents) images")
    print("ratio: times as fast as plain evaluation, median of \(max(1, rounds / 2)) rounds\n")
    print(table.text(), terminator: "")
  }
}

/// The times of two alternatives, measured in turn, so that a slow machine slows both.
struct PairedTimes {
  let name: String, other: String
  /// The expected ratio in words; empty if there is none.
  let bar: String
  /// The nanoseconds of both alternatives, for each round.
  private var times: [(one: Double, other: Double)] = []

  init(_ name: String, _ other: String, bar: String = "") {
    (self.name, self.other, self.bar) = (name, other, bar)
  }

  /// Measures another round; every second one begins with the other alternative.
  mutating func measure(_ one: () throws -> Void, _ other: () throws -> Void) rethrows {
    if times.count.isMultiple(of: 2) {
      let first = try CPUClock.measure(one)
      times.append((first, try CPUClock.measure(other)))
    } else {
      let first = try CPUClock.measure(other)
      times.append((try CPUClock.measure(one), first))
    }
  }

  static let columns: [Table.Column] = [
    .left("score"), .left("against"), .right("CPU ms"), .right("against ms"), .right("ratio"),
    .right("least"), .right("most"), .left("bar"),
  ]

  /// Returns a row with the medians of the times and of the ratio.
  /// - Parameter ratio: Returns the ratio of the two times of a round.
  /// - Returns: A row of the table.
  func row(_ ratio: (_ one: Double, _ other: Double) -> Double) -> [String] {
    let ratios = times.map { ratio($0.one, $0.other) }
    let figures = [ratios.median, ratios.min() ?? .nan, ratios.max() ?? .nan]
    return [
      name, other, NumberText.fixed(times.map { $0.one }.median / 1e6, decimals: 2),
      NumberText.fixed(times.map { $0.other }.median / 1e6, decimals: 2),
    ] + figures.map { NumberText.fixed($0, decimals: 2) } + [bar]
  }
}
