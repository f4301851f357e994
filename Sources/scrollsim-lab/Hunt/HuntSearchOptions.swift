import ArgumentParser
import Foundation
import ScrollSimCommands
import ScrollTraces

/// How long a hunt searches, and from where.
struct HuntSearchOptions: ParsableArguments {
  static let usualRuns = 8000
  static let usualGestures = 20

  @Option(
    parsing: .unconditional, help: "Seed of the search (default: 1).", transform: Seed.parse)
  var seed: UInt64 = 1
  @Option(help: ArgumentHelp("How many runs to make, about.", valueName: "n"))
  var runs = HuntSearchOptions.usualRuns
  @Option(
    help: ArgumentHelp("The most gestures and events of a session.", valueName: "n"))
  var gestures = HuntSearchOptions.usualGestures
  @Option(help: ArgumentHelp("Runs at a time (default: one per core).", valueName: "n"))
  private var jobs: Int?

  /// How many threads there should be.
  var jobCount: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    let numbers: [(option: String, number: Int?, allowed: ClosedRange<Int>)] = [
      ("--runs", runs, 100...100_000_000), ("--gestures", gestures, 1...200),
      ("--jobs", jobs, 1...1024),
    ]
    for case (let option, let number?, let allowed) in numbers where !allowed.contains(number) {
      throw ValidationError(
        "\(option) \(number) cannot be; expected from \(allowed.lowerBound) to "
          + "\(allowed.upperBound)")
    }
  }
}
