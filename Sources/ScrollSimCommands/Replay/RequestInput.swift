import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces

/// Request streams from whatever file holds one.
enum RequestInput {
  /// Reads a stream.
  /// - Parameters:
  ///   - path: the file.
  ///   - format: `auto`, `scroll` or a request format's name.
  ///   - counting: whether sizes are not wanted.
  static func load(
    _ path: String, format: String, counting: Bool
  ) throws(CommandError) -> RequestStream {
    let isScroll = format == "scroll" || (format == "auto" && path.hasSuffix(".scroll"))
    if isScroll {
      let stream = try TraceInput.load(path).requestStream()
      return counting ? stream.countingItems : stream
    }
    let formats = RequestFormatCatalog.builtIn
    var chosen: RequestFormat?
    if format != "auto" {
      do { chosen = try formats.choose(format).entry } catch {
        throw .usage("--trace-format: \(error)")
      }
    }
    do {
      return try formats.load(path: path, as: chosen, includingSizes: !counting)
    } catch {
      throw CommandError(error)
    }
  }

  /// Spatial policies need places; where the trace has none its order of appearance serves.
  static func noteOrder() {
    FileHandle.standardError.write(
      Data("note: the trace has no positions; images lie in order of first appearance\n".utf8))
  }
}

extension Catalog where Entry == RequestFormat {
  /// The names, for help texts.
  static var names: String {
    RequestFormatCatalog.builtIn.entries.map(\.name).joined(separator: ", ")
  }
}
