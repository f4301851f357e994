public import ArgumentParser
import ScrollCore
public import ScrollTraces

/// A synthetic session, from a seed, gestures and the physics of UIScrollView.
struct TraceGenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Makes a synthetic session from gestures and the physics of UIScrollView.",
    discussion: #"""
      The same options give the same bytes, and the trace says that it is synthetic.

      Example:
        scrollsim trace generate --style browsing --seed 1 --duration 4min \
          --layout grid:columns=3:spacing=2 \
          --catalogue 'items=3000 mix=jpeg:0.7,heic:0.3' --output browsing.scroll
      """#)

  @Option(help: "How the user scrolls.") var style = SessionStyle.browsing
  @Option(
    parsing: .unconditional, help: "Random seed (default: 1).",
    transform: Seed.parse)
  var seed: UInt64 = 1
  @Option(parsing: .unconditional, help: "How long: 90s, 4min.") var duration = "4min"
  @OptionGroup var options: TraceOptions

  func run() throws {
    let generator = SessionGenerator(style: style, seed: seed, duration: try parsedDuration())
    let recipe = try options.parsedCatalog()
    let layout = try options.parsedLayout()
    let viewport = try options.parsedViewport()
    let trace: ScrollTrace
    do {
      trace = try generator.trace(
        title: options.title, of: recipe, on: layout, in: viewport,
        direction: options.scrollDirection, rate: options.decelerationRate)
    } catch {
      throw CommandError.usage("the session cannot be laid out: \(error)")
    }
    try options.write(trace)
  }

  private func parsedDuration() throws(CommandError) -> SimTime {
    for (unit, seconds) in [("ms", 1e-3), ("min", 60.0), ("s", 1.0)] {
      guard duration.hasSuffix(unit), let count = Double(duration.dropLast(unit.count)) else {
        continue
      }
      guard (0.1...86_400).contains(count * seconds) else { break }
      return SimTime(seconds: count * seconds)
    }
    throw .usage(
      "--duration '\(duration)' is no duration; "
        + "expected one like 90s or 4min, from 100ms to 1440min")
  }
}

extension SessionStyle: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}
