import ArgumentParser

/// Speed, measured: CPU time of whole simulations and of replays, never judged.
@main struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollsim-bench",
    abstract: "Measures how fast scrollsim simulates and replays.",
    discussion: "Example: scrollsim-bench simulate",
    subcommands: [
      SimulateBench.self, ReplayBench.self, ScoreBench.self, SweepBench.self, CompareBench.self,
      MemoryCacheBench.self, OneReplay.self, OneSweep.self, StreamFile.self, AllBenches.self,
    ],
    defaultSubcommand: AllBenches.self)
}

/// Everything, one after the other.
struct AllBenches: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "Runs every benchmark with its defaults.",
    discussion: "Example: scrollsim-bench all")

  func run() throws {
    try SimulateBench.parse([]).run()
    print("")
    try ReplayBench.parse([]).run()
    print("")
    try ScoreBench.parse([]).run()
    print("")
    try SweepBench.parse([]).run()
  }
}
