import ArgumentParser

/// `scrollsim list WHAT [NAME]`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists policies, loaders, devices and the like.",
    discussion: """
      Example:
        scrollsim list policies s3fifo
      """,
    subcommands: [
      PoliciesCommand.self, LoadersCommand.self, PrefetchersCommand.self, DevicesCommand.self,
      NetworksCommand.self, LayoutsCommand.self, FormatsCommand.self,
    ])
}
