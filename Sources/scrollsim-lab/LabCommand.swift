import ArgumentParser
import ScrollSimCommands

/// `scrollsim-lab`: research on policies.
@main struct LabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollsim-lab",
    abstract: "Searches for policies, and holds caches against models.",
    discussion: """
      Example:
        scrollsim-lab hunt --policy lru --against distance --seconds 5
      """,
    version: ScrollSim.version,
    subcommands: [
      EvolveCommand.self, HuntCommand.self, IdentifyCommand.self, ModelServerCommand.self,
      TrainCommand.self,
    ])

  static func main() { ScrollSim.main(LabCommand.self) }
}
