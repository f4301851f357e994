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

      With --count many sessions go to a folder: what no option states is drawn for each, \#
      behavior, speed, looks, duration, and how many images there are and how large. The tenth \#
      scrolls the same whether ten or a thousand are drawn. A sweep draws them itself from \#
      --trace sessions:count=100:seed=1.

      Example:
        scrollsim trace generate --style browsing --seed 1 --duration 4min \
          --layout grid:columns=3:spacing=2 \
          --catalogue 'items=3000 mix=jpeg:0.7,heic:0.3' --output browsing.scroll
        scrollsim trace generate --count 100 --seed 1 --output sessions/
      """#)

  @Option(help: "How the user scrolls (default: browsing; drawn with --count).")
  var style: SessionStyle?
  @Option(
    parsing: .unconditional, help: "Random seed (default: 1).",
    transform: Seed.parse)
  var seed: UInt64 = 1
  @Option(
    parsing: .unconditional,
    help: "How long: 90s, 4min (default: 4min; drawn with --count).")
  var duration: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draws so many sessions into the folder of --output.", valueName: "number"))
  var count: Int?
  @OptionGroup var options: TraceOptions

  func run() throws {
    if let count { return try draw(count) }
    let generator = SessionGenerator(
      style: style ?? .browsing, seed: seed, duration: try parsed(duration ?? "4min"))
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

  /// Writes many sessions into a folder.
  private func draw(_ count: Int) throws(CommandError) {
    guard (1...SessionSet.largest).contains(count) else {
      throw .usage(
        "--count \(count) draws nothing; expected a number from 1 to \(SessionSet.largest)")
    }
    if let title = options.title {
      throw .usage("--title '\(title)' is that of one trace; expected none with --count")
    }
    var set = SessionSet(on: try options.parsedLayout())
    set.seed = seed
    set.style = style
    set.duration = try duration.map { text throws(CommandError) in try parsed(text) }
    if options.catalogue != nil { set.recipe = try options.parsedCatalog() }
    set.viewport = try options.parsedViewport()
    set.direction = options.scrollDirection
    set.rate = options.decelerationRate
    let folder = try SessionFolderOutput(options.output, option: "--count \(count)")
    let command = "those made by: scrollsim trace generate --count \(count) \(set.options)"
    try folder.write(count) { number throws(CommandError) in
      do {
        return try set.trace(number, provenance: "session \(number) of \(command)")
      } catch {
        throw .usage("the sessions cannot be laid out: \(error)")
      }
    }
  }

  private func parsed(_ duration: String) throws(CommandError) -> SimTime {
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
