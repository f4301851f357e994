public import ArgumentParser
import ScrollCore
public import ScrollLayout
import ScrollTraces

/// The layout, the catalog and the screen of a trace, for the commands that write traces.
struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The layout of the images: NAME[:KEY=VALUE...], see `scrollsim list layouts` (default: "
        + "the layout of the named catalogue, or grid:columns=3)."),
    completion: .layouts)
  var layout: String?
  @Option(
    help: ArgumentHelp(
      "The images: 'items=900 seed=7 size=800x600 mix=jpeg:0.7,png:0.3', or a name, "
        + "optionally with such settings: "
        + CatalogPreset.all.entries.map(\.name).joined(separator: ", ") + "."))
  var catalogue: String?
  @Option(parsing: .unconditional, help: "The screen, in points (default: 390x844).")
  var viewport: String?
  @Option(help: "The direction before the first movement.")
  var direction = Direction.forward
  @Option(help: ArgumentHelp("As in UIScrollView.", valueName: "rate"))
  var decelerationRate = DecelerationRate.normal
  @Option(help: "The title of the trace.") var title: String?
  @Option(
    help: "The file to write, .scroll (default: standard output).",
    completion: .trace)
  var output: String?

  enum Direction: String, ExpressibleByArgument, CaseIterable {
    case forward, backward
  }

  var scrollDirection: ScrollDirection { direction == .forward ? .forward : .backward }

  func parsedLayout() throws(CommandError) -> Layout {
    let usual = try parsedPreset().0?.layout ?? "grid:columns=3"
    do { return try Layout(parsing: layout ?? usual) } catch {
      throw Self.refusal(
        "--layout: \(error)",
        example: "--layout grid:columns=3:spacing=2 or --layout list:spacing=8")
    }
  }

  /// Returns the preset of images that the options name, if there is one, and the recipe for the
  /// images.
  private func parsedPreset() throws(CommandError) -> (CatalogPreset?, String) {
    do { return try CatalogPreset.expand(catalogue ?? "") } catch {
      throw .usage("--catalogue: \(error)")
    }
  }

  /// Returns the recipe for the images.
  /// - Precondition: `catalogue` names them.
  func parsedCatalog() throws(CommandError) -> CatalogRecipe {
    precondition(catalogue != nil, "a command without images")
    let recipe = try parsedPreset().1
    do { return try CatalogRecipe(parsing: recipe) } catch {
      throw Self.refusal(
        "--catalogue: \(error)", example: "--catalogue 'items=900 size=800x600 mix=jpeg'")
    }
  }

  /// Returns an error with an example, unless the error already suggests something.
  private static func refusal(_ text: String, example: String) -> CommandError {
    .usage(text.hasSuffix("?") ? text : "\(text); like \(example)")
  }

  func parsedViewport() throws(CommandError) -> ViewportSize {
    let text = viewport ?? "390x844"
    guard let viewport = Self.viewport(text) else {
      throw .usage(
        "--viewport '\(text)' is not a screen size; expected WIDTHxHEIGHT in points, like "
          + "390x844, each from 1 to 100000")
    }
    guard !viewport.looksLikePhonePixels else {
      throw .usage(
        "--viewport '\(text)' looks like the pixels of a phone; expected points, like 390x844")
    }
    return viewport
  }

  /// Parses a screen such as `390x844`; `nil` for any other text, and for a side that is not valid
  /// in traces.
  static func viewport(_ text: String) -> ViewportSize? {
    let sides = text.split(separator: "x").map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { return nil }
    return ViewportSize(width: width, height: height)
  }

  /// Writes a trace to the file, or to standard output.
  func write(_ trace: ScrollTrace) throws(CommandError) {
    let bytes = TraceFile.bytes(of: trace)
    guard let output else {
      return try Output.printData(String(decoding: bytes, as: UTF8.self))
    }
    try Output.write(bytes, to: output)
  }
}

extension DecelerationRate: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}
