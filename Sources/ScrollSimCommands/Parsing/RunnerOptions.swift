import ArgumentParser
import Foundation

/// The options of commands that add runs to a store: the number of threads, and the time to wait
/// for a locked store.
package struct RunnerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Number of runs at a time (default: one per core).", valueName: "n"))
  private var jobs: Int?
  @Option(
    help: ArgumentHelp("Seconds to wait for a locked store.", valueName: "seconds"))
  private var wait = 10

  /// The number of threads.
  package var jobCount: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
  /// The maximum time to wait for a lock.
  package var patience: Duration { .seconds(wait) }

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs \(jobs) is out of range; expected 1 to 1024")
    }
    guard (0...86_400).contains(wait) else {
      throw ValidationError("--wait \(wait) is out of range; expected 0 to 86400 seconds")
    }
  }

  package init() {}
}
