import ArgumentParser
import Foundation
import ScrollPages

/// How fast a sweep is on one thread and on several, and whether its memory grows with its runs.
struct SweepBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Runs per second of a sweep by jobs, and its memory by runs.",
    discussion: "Example: scrollsim-bench sweep --runs 2000")

  @Option(help: "The sweep; its runs are repeated with other seeds.")
  var spec = "Traces/demo.yml"
  @Option(help: "How many runs the largest sweep has.") var runs = 10_000
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

  /// A sweep in a process of its own.
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
