import ArgumentParser
import ScrollCore

/// The options of commands that make runs: trace, scenario, policies, budgets and seed.
struct RunOptions: ParsableArguments {
  @Argument(help: "A scroll trace (.scroll).", completion: .trace) var trace: String
  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...], comma-separated (default: the loader's, or lru).",
      valueName: "policies"),
    completion: .policies)
  var policy: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Limit of the memory cache: 64MiB,128MiB, 32MiB..512MiB:x2, 15%<=768MiB (15 % of the "
        + "device's memory, at most 768 MiB), or none (default: the loader's, or 64MiB).",
      valueName: "budgets"))
  var budget: [String] = []
  @OptionGroup var scenario: ScenarioOptions

  var seed: UInt64 { scenario.seed }

  /// The paths of the files that the command reads.
  var files: [String] { scenario.files(trace: trace) }

  /// Finds the named entries, and reads the named files.
  /// - Throws: `CommandError` for a name that does not exist, a value that does not fit, or a file
  ///   that cannot be read.
  func load() throws(CommandError) -> RunRequest {
    try scenario.load(trace: trace, policies: policy, budgets: budget)
  }
}
