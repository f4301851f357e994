import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollTraces

/// The scroll of an advice: a trace, or a recording that is imported when it is read.
struct AdvisedScroll {
  let trace: ScrollTrace
  /// The way in which the file was read, in one sentence; `nil` for a trace.
  let note: String?

  /// Reads a scroll.
  /// - Parameters:
  ///   - path: A trace, a recording, the log of a cache, or a HAR file.
  ///   - images: A folder or list of pictures, or a HAR file; `nil` for none.
  ///   - layout: The layout of the pictures; `nil` for the trace's, or the default.
  /// - Throws: `CommandError` for a file that cannot be read, and for pictures that do not fit the
  ///   scroll.
  init(_ path: String, images: String?, layout: String?) throws(CommandError) {
    let kind = FileKind(path: path)
    if kind == .scroll || path.hasSuffix(".scroll") {
      if let images {
        throw .usage(
          "--images '\(images)': '\(path)' has its own pictures; expected a recording with it")
      }
      trace = try TraceInput.load(path, layout: layout)
      note = nil
    } else if kind == .har {
      (trace, note) = try Self.browsing(path, sizes: images, layout: layout)
    } else {
      let imported = try Self.command([path], images: images, layout: layout).imported(
        remedy: "'scrollsim trace import' with --items NUMBER makes a trace with similar pictures")
      trace = imported.made.trace
      note = imported.sentence
    }
  }

  /// Returns the command `trace import` with the options for pictures and layout.
  private static func command(
    _ words: [String], images: String?, layout: String?
  ) throws(CommandError) -> TraceImportCommand {
    var words = words
    if let images {
      words.append(FileKind(path: images) == .har ? "--har=\(images)" : "--images=\(images)")
    }
    if let layout { words.append("--layout=\(layout)") }
    do { return try TraceImportCommand.parse(words) } catch {
      throw .usage(TraceImportCommand.message(for: error))
    }
  }

  /// The behavior that is generated for the pictures of a HAR file: a minute of browsing.
  private static let browsing = "browse=60s"

  /// Returns a generated scroll through the pictures of a HAR file, and a sentence about it.
  private static func browsing(
    _ path: String, sizes: String?, layout: String?
  ) throws(CommandError) -> (ScrollTrace, String) {
    let words = ["-", "--har=\(path)"] + (sizes.map { ["--images=\($0)"] } ?? [])
    let command = try command(words, images: nil, layout: layout ?? "list:spacing=8")
    guard let own = try command.pictures.read() else { throw .usage("'\(path)' has no pictures") }
    let catalog = try own.catalog(items: nil)
    let omissions = own.pictures.leftOut.map { " (\($0))" } ?? ""
    do {
      let plan = try BehaviorPlan(parsing: browsing)
      let recipe = try CatalogRecipe(parsing: "items=\(catalog.items.count) size=1024x768")
      let made = try BehaviorGenerator(plan: plan, seed: 1).trace(
        of: recipe, on: command.options.parsedLayout(), in: command.options.parsedViewport())
      let header = TraceHeader(
        title: made.header.title, provenance: made.header.provenance + own.provenance,
        kind: .synthetic, viewport: made.header.viewport, direction: made.header.direction,
        decelerationRate: made.header.decelerationRate, layout: made.header.layout)
      let trace = try ScrollTrace(
        content: TraceContent(header: header, catalog: catalog), movement: made.movement)
      return (
        trace,
        "Read as a HAR file: \(Phrase.count(catalog.images.count, "picture"))\(omissions). The scroll "
          + "is generated: a minute of browsing in \(made.header.layout)."
      )
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(.badData, "\(path): the pictures cannot be laid out: \(error)")
    }
  }
}
