public import ArgumentParser
import ScrollCore
public import ScrollLayout
public import ScrollTraces

/// The `trace generate` command makes a synthetic session from a seed, gestures and the physics of
/// UIScrollView.
struct TraceGenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generates a synthetic session from gestures and the physics of scroll views.",
    discussion: #"""
      The same options give the same bytes. The trace is marked as synthetic. Without \#
      --catalogue it scrolls through a \#(images).

      --count writes many sessions to a folder. Behavior, speed, pauses, duration, and the \#
      number and sizes of images are drawn at random unless an option sets them. Session 10 is \#
      the same whether ten or a thousand are drawn. A sweep can draw sessions itself, with \#
      --trace sessions:count=100:seed=1.

      --behavior composes a session from parts. Each part lasts a given time, or happens once. \#
      The trace's header states the distributions of each part, and which of them are estimates.
      \#(behaviors)

      --physics simulates the flings of another platform.
      \#(physics)

      Example:
        scrollsim trace generate --behavior browse=60s,search,scroll-to-top \
          --physics android --catalogue social-feed --output feed.scroll
        scrollsim trace generate --style browsing --seed 1 --duration 4min \
          --layout grid:columns=3:spacing=2 \
          --catalogue 'items=3000 mix=jpeg:0.7,heic:0.3' --output browsing.scroll
        scrollsim trace generate --count 100 --seed 1 --output sessions/
      """#)

  /// The default images.
  private static let images = "photo-library"
  private static let behaviors = lines(Behavior.allCases.map { ($0.rawValue, $0.summary) })
  private static let physics = lines(ScrollPhysics.allCases.map { ($0.rawValue, $0.summary) })

  private static func lines(_ entries: [(String, String)]) -> String {
    entries.map { "  \($0): \($1)" }.joined(separator: "\n")
  }

  @Option(help: "The user's way of scrolling (default: browsing; random with --count).")
  var style: SessionStyle?
  @Option(
    help: ArgumentHelp(
      "A composed session instead of a style: browse=60s,search,scroll-to-top.", valueName: "parts")
  )
  var behavior: String?
  @Option(
    help: ArgumentHelp(
      "With --behavior: the platform of the scroll view (default: ios).", valueName: "platform"))
  var physics: ScrollPhysics?
  @Option(
    parsing: .unconditional, help: "Random seed (default: 1).",
    transform: Seed.parse)
  var seed: UInt64 = 1
  @Option(
    parsing: .unconditional,
    help: "The duration: 90s, 4min (default: 4min; random with --count).")
  var duration: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write this number of sessions to the folder of --output.", valueName: "number"))
  var count: Int?
  @OptionGroup var options: TraceOptions

  mutating func run() throws {
    try check()
    try OutputCheck.require(
      [count == nil ? .file("--output", options.output) : .folder("--output", options.output)],
      reading: [])
    if let count { return try draw(count) }
    options.catalogue = options.catalogue ?? Self.images
    if let behavior { return try compose(behavior) }
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
      throw CommandError.usage("the layout does not fit: \(error)")
    }
    try options.write(trace)
  }

  /// Throws an error for options that exclude each other.
  private func check() throws(CommandError) {
    if let behavior {
      let others = [
        (style != nil, "--style"), (duration != nil, "--duration"), (count != nil, "--count"),
      ]
      if let other = others.first(where: { $0.0 })?.1 {
        throw .usage("--behavior '\(behavior)' describes the whole session; expected no \(other)")
      }
      if let physics, physics != .ios, options.decelerationRate != .normal {
        throw .usage(
          "--deceleration-rate \(options.decelerationRate.rawValue) applies only to iOS; "
            + "expected none with --physics \(physics.rawValue)")
      }
    } else if let physics {
      throw .usage("--physics \(physics.rawValue) needs --behavior")
    }
  }

  /// Writes a session that is composed of parts.
  private func compose(_ parts: String) throws(CommandError) {
    let plan: BehaviorPlan
    do { plan = try BehaviorPlan(parsing: parts) } catch { throw .usage("--behavior \(error)") }
    let trace: ScrollTrace
    do {
      trace = try BehaviorGenerator(plan: plan, seed: seed).trace(
        title: options.title, of: options.parsedCatalog(), on: options.parsedLayout(),
        in: options.parsedViewport(), direction: options.scrollDirection,
        rate: options.decelerationRate, physics: physics ?? .ios)
    } catch let error as CommandError { throw error } catch {
      throw .usage("the session cannot be generated: \(error)")
    }
    try options.write(trace)
  }

  /// Writes many sessions into a folder.
  private func draw(_ count: Int) throws(CommandError) {
    guard (1...SessionSet.largest).contains(count) else {
      throw .usage(
        "--count \(count) is out of range; expected 1 to \(SessionSet.largest)")
    }
    if let title = options.title {
      throw .usage("--title '\(title)' applies to one trace; expected none with --count")
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
        throw .usage("the layout does not fit: \(error)")
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
      "--duration '\(duration)' is not a duration; expected one like 90s or 4min, from 100ms "
        + "to 1440min")
  }
}

extension SessionStyle: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}

extension ScrollPhysics: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}
