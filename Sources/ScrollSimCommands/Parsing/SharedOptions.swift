import ArgumentParser
import Foundation
import ScrollSimulation
import ScrollSweeps

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
}

/// The option `--again` of commands that skip the runs of the store unless it is given.
struct AgainOption: ParsableArguments {
  @Flag(help: "Repeat runs that the store already has, and replace their results.") var again =
    false
}

/// The options for the smallest difference of stalls worth reporting.
struct MaterialityOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The smallest visible difference, in percent of the larger figure.", valueName: "percent"))
  var leastPercent = 100 * Materiality.standard.share
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The smallest visible difference, in frames of missing screen per minute of scrolling. "
        + "A visible difference exceeds this and --least-percent.", valueName: "n"))
  var leastFrames = Materiality.standard.framesPerMinute

  func validate() throws {
    guard (0...100).contains(leastPercent) else {
      throw ValidationError("--least-percent \(leastPercent) is out of range; expected 0 to 100")
    }
    guard (0...3600).contains(leastFrames) else {
      throw ValidationError("--least-frames \(leastFrames) is out of range; expected 0 to 3600")
    }
  }

  var materiality: Materiality {
    Materiality(share: leastPercent / 100, framesPerMinute: leastFrames)
  }
}

/// The option that allows a spec or a file of limits to start programs.
struct AllowExecOption: ParsableArguments {
  @Flag(help: "Start the programs of 'exec: COMMAND' in the file; each is shown first.")
  var allowExec = false

  /// Returns the catalogs of a command that makes runs.
  /// - Parameter file: The file that describes the runs; `nil` if only options describe them.
  /// - Returns: The catalogs.
  func catalogs(for file: String?) -> SweepCatalogs {
    var catalogs = ScrollSim.catalogs
    catalogs.typedPolicies = ScrollSim.typedPolicies
    catalogs.policies = catalogs.policies.withPrograms(
      allowExec ? .started(by: .announcing(file ?? "the spec")) : .unlessAllowed)
    return catalogs
  }

  /// Returns the catalogs of a command that makes no runs and never starts a program.
  /// - Parameter refusal: The error message for policies that other commands allow.
  /// - Returns: The catalogs.
  func catalogs(refusing refusal: String) -> SweepCatalogs {
    var catalogs = ScrollSim.catalogs
    catalogs.typedPolicies = catalogs.policies.withPrograms(.refused(refusal))
    catalogs.policies = catalogs.policies.withPrograms(
      allowExec ? .refused(refusal) : .unlessAllowed)
    return catalogs
  }
}
