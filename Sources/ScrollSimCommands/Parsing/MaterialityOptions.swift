import ArgumentParser
import ScrollSimulation

/// The options for the smallest difference of stalls worth reporting.
struct MaterialityOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The smallest visible difference, in percent of the larger figure.", valueName: "percent"))
  var leastPercent = 100 * Materiality.standard.share
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The smallest visible difference, in frames of missing screen per minute of scrolling. "
        + "A visible difference exceeds this and --least-percent.", valueName: "n"))
  var leastFrames = Materiality.standard.framesPerMinute

  func validate() throws {
    guard (0...100).contains(leastPercent) else {
      throw ValidationError("--least-percent \(leastPercent) is out of range; expected 0 to 100")
    }
    guard (0...3600).contains(leastFrames) else {
      throw ValidationError("--least-frames \(leastFrames) is out of range; expected 0 to 3600")
    }
  }

  var materiality: Materiality {
    Materiality(share: leastPercent / 100, framesPerMinute: leastFrames)
  }
}
