import ArgumentParser
import ScrollSimulation

/// The options for the smallest difference of stalls worth reporting.
struct MaterialityOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A difference matters from so many percent of the larger figure on.", valueName: "percent"))
  var leastPercent = 100 * Materiality.standard.share
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "And from so many frames of missing screen per minute of scrolling on.", valueName: "n"))
  var leastFrames = Materiality.standard.framesPerMinute

  func validate() throws {
    guard (0...100).contains(leastPercent) else {
      throw ValidationError("--least-percent \(leastPercent) cannot be; expected from 0 to 100")
    }
    guard (0...3600).contains(leastFrames) else {
      throw ValidationError("--least-frames \(leastFrames) cannot be; expected from 0 to 3600")
    }
  }

  var materiality: Materiality {
    Materiality(share: leastPercent / 100, framesPerMinute: leastFrames)
  }
}
