public import ArgumentParser
import ScrollLayout
public import ScrollTraces

/// What a recording is written in, for `trace import`.
struct RecordingOptions: ParsableArguments {
  @Option(help: "How it is written (default: told by its content).")
  var format: RecordingFormat?
  @Option(
    help: ArgumentHelp(
      "The column of the times, with s, ms, us or ns: timestamp:s.", valueName: "name[:unit]"))
  var timeColumn: String?
  @Option(
    help: ArgumentHelp(
      "The column of the offsets, with pt or px: contentOffset.y:px.", valueName: "name[:unit]"))
  var offsetColumn: String?
  @Option(help: ArgumentHelp("The column that says whether a finger is down.", valueName: "name"))
  var touchColumn: String?
  @Option(parsing: .unconditional, help: "Pixels per point, where offsets are in pixels.")
  var scale = 1.0
  @Option(help: "Whose scroll view moves under pointer events.")
  var physics = ScrollPhysics.ios
  @Flag(help: "Rows stand only where the offset moved: in longer gaps it rested.")
  var movesOnly = false

  /// Reads a recording for a trace with this header and these images; none of them are as many as
  /// the scroll reaches.
  func load(
    _ path: String, _ header: TraceHeader, _ catalog: TraceCatalog?
  ) throws(CommandError) -> RecordingRows {
    guard (0.1...20).contains(scale) else {
      throw .usage("--scale \(scale) is no scale; expected pixels per point, from 0.1 to 20")
    }
    var player = GesturePlayer(
      contentExtent: 1e9, viewportExtent: header.viewportLength, rate: header.decelerationRate,
      page: header.layout.page(in: header.viewport))
    if let catalog {
      do { player = try TraceContent(header: header, catalog: catalog).player } catch {
        throw .usage("--layout: \(error)")
      }
    }
    player.physics = physics
    var reader = RecordingReader(player: player)
    reader.format = format
    reader.time = timeColumn.map { ColumnChoice(parsing: $0) }
    reader.offset = offsetColumn.map { ColumnChoice(parsing: $0) }
    reader.touch = touchColumn
    reader.scale = scale
    reader.hasMovesOnly = movesOnly
    reader.axis = header.layout.axis
    do { return try reader.load(path) } catch { throw CommandError(error) }
  }
}

extension RecordingFormat: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}
