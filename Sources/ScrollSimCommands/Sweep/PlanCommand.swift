import ArgumentParser

/// A sweep cut into shards, for several machines.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Cuts a sweep into balanced shards, for several machines.",
    discussion: """
      Takes the axes of `scrollsim sweep`, and writes an index and one file per shard with its \
      runs. It runs nothing: `scrollsim sweep shard` does, and `scrollsim sweep merge` merges the stores.

      Example:
        scrollsim sweep plan Traces/demo.yml --shards 2 --output plan
      """)

  @OptionGroup var axes: AxisOptions
  @Option(help: ArgumentHelp("The number of shards.", valueName: "n")) var shards: Int
  @Option(
    help: ArgumentHelp("The folder to write, made if there is none.", valueName: "folder"),
    completion: .directory)
  var output: String

  func run() throws {
    try PlanFiles.write(axes, shards: shards, to: output, option: "--shards")
  }
}
