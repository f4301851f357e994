import ArgumentParser
import ScrollSweeps

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
