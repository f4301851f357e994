import ArgumentParser
import Foundation
import ScrollCore
import ScrollSweeps

/// One sweep into a new store, for the process that measures it.
struct OneSweep: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "one-sweep", abstract: "Makes one sweep and prints its seconds.",
    discussion: "Example: scrollsim-bench one-sweep --runs 100", shouldDisplay: false)

  @Option(help: "The sweep; its runs are repeated with other seeds.")
  var spec = "Traces/demo.yml"
  @Option(help: "How many runs.") var runs = 1000
  @Option(help: "How many threads.") var jobs = 2

  func run() throws {
    var spec = try SweepSpec.load(path: spec)
    spec.base.axes[.seed] = [SweepValue("0", place: "--runs")]
    let once = try SweepPlan(spec, repeating: .seeds).runs.count
    let seeds = (runs + once - 1) / once
    spec.base.axes[.seed] = [SweepValue("0..\(seeds - 1)", place: "--runs")]
    let plan = try SweepPlan(spec, repeating: .seeds)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrollsim-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try ResultStore(path: folder.appendingPathComponent("bench.sqlite").path)
    let clock = ContinuousClock()
    let time = try clock.measure {
      try store.write(plan.record)
      let runner = SweepRunner(
        SweepJob(plan, jobs: jobs), store: store, positions: Array(0..<runs), jobs: jobs)
      _ = try runner.run()
    }
    try store.close()
    print(time / .seconds(1))
  }
}
