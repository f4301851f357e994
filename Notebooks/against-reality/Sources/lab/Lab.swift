import ArgumentParser

/// A real loader: what scrollsim predicts is measured here.
@main struct Lab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab", abstract: "Loads real pictures while a trace scrolls, and measures.",
    subcommands: [RunCommand.self, ReadingsCommand.self, BesideCommand.self])
}
