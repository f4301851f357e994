import ArgumentParser
import Foundation
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSweeps
import ScrollTraces

/// The benchmarks: CPU time of whole simulations and of replays, measured without a verdict.
@main struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollsim-bench",
    abstract: "Measures how fast scrollsim simulates and replays.",
    discussion: "Example: scrollsim-bench simulate",
    subcommands: [
      SimulateBench.self, ReplayBench.self, ScoreBench.self, SweepBench.self, CompareBench.self,
      MemoryCacheBench.self, OneReplay.self, OneSweep.self, StreamFile.self, AllBenches.self,
    ],
    defaultSubcommand: AllBenches.self)
}

/// All benchmarks, one after the other.
struct AllBenches: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "Runs every benchmark with its defaults.",
    discussion: "Example: scrollsim-bench all")

  func run() throws {
    try SimulateBench.parse([]).run()
    print("")
    try ReplayBench.parse([]).run()
    print("")
    try ScoreBench.parse([]).run()
    print("")
    try SweepBench.parse([]).run()
  }
}

/// A benchmark of every policy: nanoseconds per request, on a Zipf stream and on a scroll stream.
struct ReplayBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Nanoseconds per request of every policy.",
    discussion: "Example: scrollsim-bench replay --requests 1000000 --policy lru,sieve")

  @Option(help: "Requests per stream.") var requests = 10_000_000
  @Option(help: "Rounds; the median is printed.") var rounds = 3
  @Option(help: "Policies, comma-separated (default: all but the linear ones).")
  var policy: String?

  /// The policies that examine every resident to find a victim: ten million requests take hours.
  static let linear = ["aggregate-delay", "nscache-gnustep"]

  func validate() throws {
    guard requests > 0 else {
      throw ValidationError("--requests \(requests) is not positive; expected at least 1")
    }
    guard rounds > 0 else {
      throw ValidationError("--rounds \(rounds) is not positive; expected at least 1")
    }
  }

  func run() throws {
    let catalog = PolicyCatalog.builtIn
    let names =
      policy?.split(separator: ",").map(String.init)
      ?? catalog.entries.map(\.name).filter { !Self.linear.contains($0) }
    let choices = try names.map { try catalog.choose($0) }
    let streams = [
      ("zipf", Streams.zipf(requests: requests, images: 1_000_000, seed: 1)),
      ("scroll", Streams.scroll(requests: requests, images: 100_000, seed: 2)),
    ]
    var cells = [Cell]()
    for (name, stream) in streams {
      let nextUses = stream.nextUses()
      for percent in [1, 10] {
        let capacity = stream.imageCount * percent / 100
        for (index, choice) in choices.enumerated() {
          let setup = PolicySetup(
            imageCount: stream.imageCount, limits: CacheLimits(count: capacity),
            settings: choice.settings, seed: 1,
            nextUses: choice.entry.facts.needsFuture ? nextUses : [])
          cells.append(
            Cell(column: "\(name) \(percent) %", row: index, stream: stream, setup: setup))
        }
      }
    }
    for _ in 0..<rounds {
      for index in cells.indices {
        let entry = choices[cells[index].row].entry
        cells[index].times.append(
          CPUClock.measure {
            cells[index].tally = entry.replay(cells[index].stream, cells[index].setup)
          })
      }
    }
    print("replay: \(requests) requests a stream, count mode, capacity in percent of the images")
    print("CPU ns per request (median of \(rounds) rounds), miss ratio in brackets")
    print(table(choices.map(\.text), cells).text(), terminator: "")
  }

  private struct Cell {
    var column: String
    var row: Int
    var stream: RequestStream
    var setup: PolicySetup
    var times: [Double] = []
    var tally = Tally()
  }

  /// Returns a table with one row per policy and one column per stream and capacity.
  private func table(_ policies: [String], _ cells: [Cell]) -> Table {
    var columns = [String]()
    for cell in cells where !columns.contains(cell.column) { columns.append(cell.column) }
    var table = Table([.left("policy")] + columns.map { .right($0) })
    for (row, policy) in policies.enumerated() {
      let figures = cells.filter { $0.row == row }.map { cell in
        let ratio = Double(cell.tally.misses) / Double(cell.tally.requests)
        return NumberText.fixed(cell.times.median / Double(requests), decimals: 1)
          + " (" + NumberText.fixed(ratio, decimals: 4) + ")"
      }
      table.append([policy] + figures)
    }
    return table
  }
}

/// A sweep into a new store, for the process that measures it.
struct OneSweep: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "one-sweep", abstract: "Makes one sweep and prints its seconds.",
    discussion: "Example: scrollsim-bench one-sweep --runs 100")

  @Option(help: "The sweep; its runs are repeated with `random` and other seeds.")
  var spec = "Traces/demo.yml"
  @Option(help: "How many runs.") var runs = 1000
  @Option(help: "How many threads.") var jobs = 2

  func run() throws {
    var spec = try SweepSpec.load(path: spec)
    // Only runs with a randomized policy differ by their seed.
    spec.base.axes[.policy] = [SweepValue("random", place: "--runs")]
    spec.base.axes[.seed] = [SweepValue("0", place: "--runs")]
    let once = try SweepPlan(spec).runs.count
    let seeds = (runs + once - 1) / once
    spec.base.axes[.seed] = [SweepValue("0..\(seeds - 1)", place: "--runs")]
    let plan = try SweepPlan(spec)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrollsim-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try ResultStore(path: folder.appendingPathComponent("bench.sqlite").path)
    let clock = ContinuousClock()
    let time = try clock.measure {
      let runner = SweepRunner(
        SweepJob(plan, jobs: jobs), store: store, positions: Array(0..<runs), jobs: jobs)
      _ = try runner.run()
    }
    try store.close()
    print(time / .seconds(1))
  }
}

/// A replay of one file with one policy and one capacity, from opening the file to the last miss.
struct OneReplay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "one",
    abstract: "Reads a request trace and replays it once: CPU ns, requests and misses.",
    discussion: """
      Every request counts 1. Without a policy the command only reads the file. compare and the \
      instruction counts of the gate use it.

      Example: scrollsim-bench one zipf.oracleGeneral.bin lru 10000
      """)

  @Argument(help: "A request trace.") var trace: String
  @Argument(help: "The policy, with its settings (default: none).")
  var policy: String?
  @Argument(help: "The capacity in images.") var capacity = 1000

  func run() throws {
    let choice = try policy.map { try PolicyCatalog.builtIn.choose($0) }
    let start = CPUClock.nanoseconds()
    let tally = try Self.replay(trace, choice, capacity)
    let nanoseconds = CPUClock.nanoseconds() - start
    print(Int(nanoseconds), tally.requests, tally.misses)
  }

  private static func replay(
    _ trace: String, _ choice: Choice<PolicyDescriptor>?, _ capacity: Int
  ) throws -> Tally {
    var options = RequestOptions()
    options.includesSizes = false
    let log = try RequestFormatCatalog.builtIn.load(path: trace, options: options)
    guard let choice else {
      var tally = Tally()
      tally.requests = log.count
      return tally
    }
    let setup = PolicySetup(
      imageCount: log.imageCount, limits: CacheLimits(count: capacity),
      settings: choice.settings,
      nextUses: choice.entry.facts.needsFuture ? log.stream.nextUses() : [])
    return choice.entry.replay(log.parts(), setup)
  }
}

/// A benchmark of sweeps: speed on one thread and on several, and memory by the number of runs.
struct SweepBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Runs per second of a sweep by jobs, and its memory by runs.",
    discussion: "Example: scrollsim-bench sweep --runs 2000")

  @Option(help: "The sweep; its runs are repeated with `random` and other seeds.")
  var spec = "Traces/demo.yml"
  @Option(help: "The number of runs of the largest sweep.") var runs = 10_000
  @Option(help: "Rounds of one job and two, in turn; medians are printed.") var rounds = 3

  func validate() throws {
    guard runs >= 100 else {
      throw ValidationError("--runs \(runs) is too few to measure; expected at least 100")
    }
    guard rounds > 0 else {
      throw ValidationError("--rounds \(rounds) is not positive; expected at least 1")
    }
  }

  func run() throws {
    let part = max(100, runs / 5)
    var times: [Int: [Double]] = [:]
    for _ in 0..<rounds {
      for jobs in [1, 2] { times[jobs, default: []].append(try sweep(part, jobs).seconds) }
    }
    let medians = [1, 2].map { Self.median(times[$0] ?? []) }
    var table = Table([
      .right("runs"), .right("jobs"), .right("seconds"), .right("runs/s"), .right("peak MiB"),
    ])
    for (jobs, seconds) in zip([1, 2], medians) {
      table.append([
        "\(part)", "\(jobs)", NumberText.fixed(seconds, decimals: 2),
        NumberText.fixed(Double(part) / seconds, decimals: 0), "",
      ])
    }
    for runs in [10, runs] {
      let (seconds, bytes) = try sweep(runs, 2)
      table.append([
        "\(runs)", "2", NumberText.fixed(seconds, decimals: 2),
        NumberText.fixed(Double(runs) / seconds, decimals: 0),
        NumberText.fixed(Double(bytes) / 1_048_576, decimals: 1),
      ])
    }
    print("\(spec), store included; medians of \(rounds) rounds\n")
    print(table.text(), terminator: "")
    let ratio = NumberText.fixed(medians[0] / medians[1], decimals: 2)
    print("\ntwo jobs are \(ratio)x as fast as one")
  }

  /// Runs a sweep in a separate process.
  private func sweep(_ runs: Int, _ jobs: Int) throws -> (seconds: Double, bytes: Int) {
    let measured = try MeasuredProcess(
      CommandLine.arguments[0],
      ["one-sweep", "--spec", spec, "--runs", "\(runs)", "--jobs", "\(jobs)"])
    guard let seconds = measured.words.last.flatMap({ Double($0) }) else {
      throw ValidationError("'one-sweep' printed no seconds")
    }
    return (seconds, measured.peakBytes)
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}

/// A comparison with libCacheSim on the same files: both in turn, each in a separate process.
struct CompareBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares replays with libCacheSim: time, memory and misses, reading included.",
    discussion: """
      Writes a Zipf stream and a scroll stream, and installs libcachesim \(Wheel.version) into a \
      virtual environment. Both simulators read and replay each file in turn, in separate \
      processes. Times are CPU times of one thread, from opening the file. Every request counts \
      1.

      Example: scrollsim-bench compare --rounds 1 --requests 1000000 --policy lru,arc
      """)

  @Option(help: "Requests per stream.") var requests = 10_000_000
  @Option(help: "Rounds; the median is compared.") var rounds = 5
  @Option(help: "Policies, comma-separated (default: all that both have).") var policy: String?
  @Option(help: "Capacities in percent of the ids, comma-separated.") var percent = "1,10"
  @Option(help: "The folder for the streams and the virtual environment.")
  var folder = ".build-compare"

  func validate() throws {
    guard requests > 0 else {
      throw ValidationError("--requests \(requests) is not positive; expected at least 1")
    }
    guard rounds > 0 else {
      throw ValidationError("--rounds \(rounds) is not positive; expected at least 1")
    }
    guard !percents.isEmpty, percents.allSatisfy({ (1...100).contains($0) }) else {
      throw ValidationError("--percent '\(percent)' is not a list; expected one like 1,10")
    }
  }

  /// The numbers between the commas; 0 for a part that is not a number.
  private var percents: [Int] { percent.split(separator: ",").map { Int($0) ?? 0 } }

  func run() throws {
    let competitors = try chosen()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let wheel = try Wheel(folder: folder + "/libcachesim")
    let ours = CommandLine.arguments[0]
    var cells = try StreamFile.Kind.allCases.flatMap { try makeCells(of: $0, competitors, ours) }
    for round in 0..<rounds {
      for index in cells.indices {
        let cell = cells[index]
        note("round \(round + 1) of \(rounds): \(cell.competitor.name), \(cell.column)")
        cells[index].ours.append(
          Replayed(
            try MeasuredProcess(
              ours, ["one", cell.trace, cell.competitor.name, "\(cell.capacity)"])))
        guard cell.failure == nil else { continue }
        do {
          cells[index].theirs.append(
            try wheel.replay(cell.trace, cell.competitor.other, cell.capacity))
        } catch {
          // Some of its policies crash; the others can still be compared.
          cells[index].failure = "\(error)"
        }
      }
    }
    note("")
    print(Comparison(cells: cells, requests: requests, rounds: rounds).text(), terminator: "")
  }

  /// Returns the requested policies, without those that the catalog does not have.
  private func chosen() throws -> [Competitor] {
    let known = Set(PolicyCatalog.builtIn.entries.map(\.name))
    guard let policy else { return Competitor.all.filter { known.contains($0.policy) } }
    return try policy.split(separator: ",").map { name in
      guard let found = Competitor.all.first(where: { $0.policy == name || $0.name == name }),
        known.contains(found.policy)
      else {
        let names = Competitor.all.map(\.policy).filter(known.contains)
        throw ValidationError(
          "--policy: '\(name)' cannot be compared; there are \(names.joined(separator: ", "))")
      }
      return found
    }
  }

  /// Writes a stream, and returns a cell for each policy and capacity.
  private func makeCells(
    of kind: StreamFile.Kind, _ competitors: [Competitor], _ ours: String
  ) throws -> [Comparison.Cell] {
    let trace = "\(folder)/\(kind).oracleGeneral.bin"
    note("writing \(trace)")
    let written = try MeasuredProcess(
      ours, ["stream", "\(kind)", "--requests", "\(requests)", "--output", trace])
    let ids = written.words.last.flatMap { Int($0) } ?? 0
    return competitors.flatMap { competitor in
      percents.map { percent in
        Comparison.Cell(
          competitor: competitor, column: "\(kind) \(percent) %", trace: trace,
          capacity: max(1, ids * percent / 100))
      }
    }
  }

  /// Prints the progress, on a terminal.
  private func note(_ text: String) {
    guard isatty(FileHandle.standardError.fileDescriptor) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1b}[K\(text)".utf8))
  }
}
