import ArgumentParser
import Foundation

/// How runs are made and stores waited for, for the commands that fill one.
package struct RunnerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Runs at a time (default: one per core).", valueName: "n"))
  private var jobs: Int?
  @Option(
    help: ArgumentHelp("How long to wait for a locked store.", valueName: "seconds"))
  private var wait = 10

  /// How many threads there should be.
  package var jobCount: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
  /// How long to wait for a lock.
  package var patience: Duration { .seconds(wait) }

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs \(jobs) cannot be; expected from 1 to 1024")
    }
    guard (0...86_400).contains(wait) else {
      throw ValidationError("--wait \(wait) cannot be; expected from 0 to 86400 seconds")
    }
  }

  package init() {}
}
