import ArgumentParser
import ScrollSimulation
import ScrollSweeps

/// The options of a search over loader, prefetcher, policy and budget together.
struct TuneJointOptions: ParsableArguments {
  @Flag(help: "Search loader, prefetcher, policy and budget together.") var jointly = false
  @Option(
    help: ArgumentHelp(
      "What the front of --jointly compares: figures, comma-separated.", valueName: "figures"))
  var front: String?
  @Option(
    help: ArgumentHelp(
      "What you have, for --jointly: 'policy=lru prefetch=none budget=64MiB', or as report takes it.",
      valueName: "setting"))
  var baseline: String?

  /// What the user has now.
  var baselineGrid: SweepGrid? {
    get throws(CommandError) {
      try baseline.map { text throws(CommandError) in
        let axes = try BaselineWords(text)?.axes() ?? text
        return try AxisOptions.grid(of: axes, option: "--baseline")
      }
    }
  }

  /// What the front compares.
  var figures: [Figure] {
    get throws(CommandError) {
      guard let front else { return JointQuestion.usualFigures }
      var figures: [Figure] = []
      for name in front.split(separator: ",").map(String.init) {
        guard let figure = LimitNames.figures.first(where: { $0.name == name || $0.column == name })
        else {
          let known = LimitNames.figures.map(\.name).joined(separator: ", ")
          throw .usage("--front: '\(name)' is no figure to compare; expected one of \(known)")
        }
        if !figures.contains(where: { $0.name == figure.name }) { figures.append(figure) }
      }
      guard !figures.isEmpty else {
        throw .usage("--front '\(front)' compares nothing; expected figures like stallSeconds")
      }
      return figures
    }
  }

  /// Complains about options that say something of another search.
  func checkUnused() throws(CommandError) {
    for (option, isGiven) in [("--front", front != nil), ("--baseline", baseline != nil)]
    where isGiven {
      throw .usage("\(option) is of a search over everything; expected it with --jointly")
    }
  }
}
