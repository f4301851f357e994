import ArgumentParser
import ScrollCore
import ScrollLayout
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// Swipe statistics of traces, as settings of the prefetcher that uses them.
struct TrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Learns from traces how far users scroll on, for the prefetcher 'expected'.",
    discussion: #"""
      Ten times per second it looks how far the viewport gets within --seconds, in the \#
      direction of the last movement and the other way, in screens: the probability that it \#
      goes there at all, and the mean way then, which grows with the speed (glide). What is \#
      printed first can be given to --prefetch as it is.

      Judge a prefetcher on other traces than those that it was trained on.

      Example:
        scrollsim train Traces/recorded/slow-reading.scroll
      """#)

  @Argument(help: "Scroll traces (.scroll).", completion: .trace) var traces: [String]
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far ahead to look.", valueName: "time"))
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
        "\(traces.joined(separator: ", ")): nothing to learn from; expected traces of more than "
          + "\(seconds) s, or fewer --seconds")
    }
    let document = SwipeDocument(training, of: traces)
    try output.print(document.table, document, caption: document.caption)
  }
}
