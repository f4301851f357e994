import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps

extension RunLog {
  /// Throws an error if the log does not contain the whole run.
  /// - Throws: `CommandError` if the run had more events.
  func requireWhole(of trace: String) throws(CommandError) {
    guard cut != nil else { return }
    throw tooLong(trace)
  }

  /// Returns the error of a run with more events than fit into the log.
  func tooLong(_ trace: String) -> CommandError {
    CommandError(.badData, "'\(trace)': \(cutSentence ?? "the run has too many events")")
  }

  /// A sentence about the time and reason for which the log ends before the run; `nil` if the log
  /// contains the whole run.
  var cutSentence: String? {
    cut.map {
      "the log is full after \(NumberText.fixed($0.seconds, decimals: 1)) s: "
        + "\(NumberText.count(limit)) events or frames; expected a shorter trace, or plain "
        + "`run` or `sweep`, which need no log"
    }
  }
}

extension TimelineExport {
  /// Throws an error if a run is too long for a timeline.
  /// - Throws: `CommandError` for a run that is too long for a timeline.
  static func requireRoom(for scenario: Scenario, of trace: String) throws(CommandError) {
    let frames = scenario.motion.duration.firstVsync(hertz: scenario.device.refreshRate) + 1
    guard frames > Int64(mostFrames) else { return }
    throw CommandError(
      .badData,
      "'\(trace)' has \(NumberText.count(Int(frames))) frames at \(scenario.device.refreshRate) Hz; "
        + "expected at most \(NumberText.count(mostFrames)) for --timeline")
  }
}
