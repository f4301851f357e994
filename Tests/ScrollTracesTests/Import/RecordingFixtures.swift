import Foundation
import ScrollCore
import ScrollLayout
import ScrollTraces

/// The helpers that tests of recordings share.
enum Recordings {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Traces/recorded")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static let header = TraceHeader(
    title: "Recorded", provenance: "a test", kind: .recorded,
    viewport: ViewportSize(width: 390, height: 844), layout: .list(ListLayout(rowHeight: 100)))
  static let catalog = TraceCatalog(CatalogRecipe(items: 1000))

  /// Returns a reader whose content is that of the importer.
  static func reader(_ format: RecordingFormat? = nil) throws -> RecordingReader {
    var reader = RecordingReader(
      player: try TraceContent(header: header, catalog: catalog).player)
    reader.format = format
    return reader
  }

  /// Returns the trace of a file's bytes, through all steps of `trace import`.
  static func trace(
    _ bytes: [UInt8], by reader: RecordingReader, file: String = "a.json"
  ) throws(TraceError) -> ScrollTrace {
    let rows = try reader.read(bytes, file: file)
    do {
      return try CSVImporter(header: header, catalog: catalog).parse(rows.bytes, file: file)
    } catch {
      throw rows.located(error)
    }
  }

  /// Returns the rows of a text, as CSV.
  static func rows(_ text: String, by reader: RecordingReader) throws(TraceError) -> String {
    String(decoding: try reader.read(Array(text.utf8), file: "a.json").bytes, as: UTF8.self)
  }
}
