import ArgumentParser
import ScrollSweeps

/// Whether a spec or a file of limits may start programs.
struct AllowExecOption: ParsableArguments {
  @Flag(help: "Start the programs of 'exec: COMMAND' in the file; each is shown first.")
  var allowExec = false

  /// The catalogs of a command that makes runs.
  /// - Parameter file: the file of the runs; `nil` if options alone name them.
  /// - Returns: the catalogs.
  func catalogs(for file: String?) -> SweepCatalogs {
    var catalogs = ScrollSim.catalogs
    catalogs.typedPolicies = ScrollSim.typedPolicies
    catalogs.policies = catalogs.policies.withPrograms(
      allowExec ? .started(by: .announcing(file ?? "the spec")) : .unlessAllowed)
    return catalogs
  }

  /// The catalogs of a command that makes no runs, so that it starts no program in any case.
  /// - Parameter refusal: the sentence for policies that would be allowed otherwise.
  /// - Returns: the catalogs.
  func catalogs(refusing refusal: String) -> SweepCatalogs {
    var catalogs = ScrollSim.catalogs
    catalogs.typedPolicies = catalogs.policies.withPrograms(.refused(refusal))
    catalogs.policies = catalogs.policies.withPrograms(
      allowExec ? .refused(refusal) : .unlessAllowed)
    return catalogs
  }
}
