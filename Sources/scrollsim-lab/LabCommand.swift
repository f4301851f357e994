import ArgumentParser
import ScrollCore
import ScrollLayout
import ScrollPages
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// The command `scrollsim-lab`: research on policies.
@main struct LabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollsim-lab",
    abstract: "Searches for policies, and compares caches with models.",
    discussion: """
      Example:
        scrollsim-lab hunt --policy lru --against distance --runs 600
      """,
    version: ScrollSim.versionText,
    subcommands: [
      EvolveCommand.self, HuntCommand.self, IdentifyCommand.self, LevelsCommand.self,
      ModelServerCommand.self,
      TrainCommand.self,
    ])

  static func main() { ScrollSim.main(LabCommand.self) }
}

/// A command that computes the swipe statistics of traces, as settings of the prefetcher that uses
/// them.
struct TrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Learns scroll distances from traces, for the prefetcher 'expected'.",
    discussion: #"""
      Ten times per second of each trace, the command measures how far the viewport moves within \#
      --seconds, in screens. It counts movements that continue in the last direction, and \#
      movements that turn back. The result for each direction is the probability of a \#
      movement and its mean distance. In the direction of the last movement, the distance grows \#
      with the speed (glide). Pass the first printed line to --prefetch.

      Evaluate a prefetcher with other traces than those of its training.

      Example:
        scrollsim-lab train Traces/recorded/slow-reading.scroll
      """#)

  @Argument(help: "Scroll traces (.scroll).", completion: .trace) var traces: [String]
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time to look ahead, in seconds.", valueName: "time"))
  var seconds = 2.0
  @OptionGroup var output: FormatOption

  func run() throws {
    guard (0.1...3600).contains(seconds) else {
      throw CommandError.usage(
        "--seconds \(seconds) is out of range; expected a number from 0.1 to 3600")
    }
    var training = SwipeTraining(horizon: SimTime(seconds: seconds))
    for path in traces {
      let trace = try TraceInput.load(path)
      training.add(
        trace.motion, extent: trace.epochs[0].viewportExtent, direction: trace.header.direction)
    }
    guard training.moving + training.resting > 0 else {
      throw CommandError(
        .badData,
        "\(traces.joined(separator: ", ")): the traces are too short; expected more than "
          + "\(seconds) s, or fewer --seconds")
    }
    let document = SwipeDocument(training, of: traces)
    try output.print(document.table, document, caption: document.caption)
  }
}

/// The learned statistics, as JSON and as a table.
struct SwipeDocument: Encodable {
  let traces: [String]
  let seconds: Double
  /// The number of sampled moments.
  let movingMoments: Int, restingMoments: Int
  /// The prefetcher with its settings, as `--prefetch` takes it.
  let prefetcher: String
  let moveAhead: Way, moveBack: Way, restAhead: Way, restBack: Way
  let glideSeconds: Double

  struct Way: Encodable {
    let probability: Double, meanScreens: Double

    init(_ way: SwipeStatistics.Way) {
      probability = way.chance
      meanScreens = way.mean
    }
  }

  init(_ training: SwipeTraining, of traces: [String]) {
    let statistics = training.statistics
    self.traces = traces
    seconds = training.horizon.seconds
    movingMoments = training.moving
    restingMoments = training.resting
    prefetcher = statistics.pairs.reduce("expected") { text, pair in
      "\(text):\(pair.name)=\(NumberText.fixed(pair.value, decimals: 3))"
    }
    moveAhead = Way(statistics.moveAhead)
    moveBack = Way(statistics.moveBack)
    restAhead = Way(statistics.restAhead)
    restBack = Way(statistics.restBack)
    glideSeconds = statistics.glide
  }

  var caption: String {
    """
    \(prefetcher)

    \(Phrase.count(traces.count, "trace")), \(NumberText.fixed(seconds, decimals: 1)) s ahead of \
    \(Phrase.count(movingMoments, "moment")) in movement and \(Phrase.count(restingMoments, "moment")) \
    at rest
    """
  }

  var table: Table {
    var table = Table(
      [
        .left("state"), .left("way"), .right("probability"), .right("mean screens"),
        .right("per s"),
      ])
    func row(_ state: String, _ name: String, _ way: Way, _ glide: Double?) {
      table.append([
        state, name, NumberText.fixed(way.probability, decimals: 3),
        NumberText.fixed(way.meanScreens, decimals: 3),
        glide.map { "+ \(NumberText.fixed($0, decimals: 3)) s x speed" } ?? "",
      ])
    }
    row("moving", "ahead", moveAhead, glideSeconds)
    row("moving", "back", moveBack, nil)
    row("at rest", "ahead", restAhead, nil)
    row("at rest", "back", restBack, nil)
    return table
  }
}
