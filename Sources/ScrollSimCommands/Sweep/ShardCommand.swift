import ArgumentParser
import ScrollSweeps

/// One shard of a sweep, in a store of its own.
struct ShardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard",
    abstract: "Runs one shard of a sweep, into a store of its own.",
    discussion: """
      Takes the axes that `scrollsim sweep plan` was given. The store appears when it is complete; an \
      interrupted shard continues where it stopped.

      Example:
        scrollsim sweep plan Traces/demo.yml --shards 2 --output plan
        scrollsim sweep shard 1/2 Traces/demo.yml --store plan/shard-1.sqlite
      """)

  @Argument(help: "The shard and the number of shards: 3/8.") var shard: String
  @OptionGroup var axes: AxisOptions
  @Option(
    help: ArgumentHelp("The store of results, made if there is none.", valueName: "file"),
    completion: .file())
  var store: String
  @Flag(help: "Add the fewest misses, the least known stall, and each run's regret.")
  var regret = false
  @OptionGroup var runner: RunnerOptions

  func run() throws {
    let shard = try ShardRun.parse(self.shard)
    let job = SweepJob(
      try SweepInput.plan(axes.load()), regret: regret ? .all : [], jobs: runner.jobCount)
    try ShardRun(job, shard, runner).make(store)
  }
}
