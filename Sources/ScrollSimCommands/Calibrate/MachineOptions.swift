import ArgumentParser
import Foundation

/// How `--measure` measures.
struct MachineOptions: ParsableArguments {
  /// Which reads the profile's flash is.
  enum Reads: String, CaseIterable, ExpressibleByArgument {
    case cold, warm
  }

  @Option(help: "The profile's flash: files that the system has in memory (warm) or not (cold).")
  var reads = Reads.cold
  @Option(
    help: ArgumentHelp(
      "Where --measure reads files (default: the folder for temporary files).",
      valueName: "folder"),
    completion: .directory)
  var folder: String?

  /// Where files are put for a while.
  var place: String { folder ?? FileManager.default.temporaryDirectory.path }

  /// Refuses what says how to measure where nothing is.
  func require(measure: Bool) throws(CommandError) {
    if let folder, !measure {
      throw .usage("--folder '\(folder)' is for --measure; expected both or none")
    }
    if reads == .warm, !measure {
      throw .usage("--reads warm is for --measure; expected both or none")
    }
  }
}
