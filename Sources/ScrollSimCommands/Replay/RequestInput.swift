import Foundation
import ScrollCaching
import ScrollCore
import ScrollSweeps
import ScrollTraces

/// Request streams from whatever file holds one.
enum RequestInput {
  /// Reads a stream.
  /// - Parameters:
  ///   - path: the file.
  ///   - format: `auto`, `scroll` or a request format's name.
  ///   - idColumn: the name of the column with the ids; nil for the usual ones.
  ///   - counting: whether sizes are not wanted.
  /// - Returns: every request of the file.
  /// - Throws: `CommandError` for a file that cannot be read as that format.
  static func load(
    _ path: String, format: String, idColumn: String? = nil, counting: Bool
  ) throws(CommandError) -> RequestStream {
    if isScroll(path, format: format) {
      if let idColumn {
        throw .usage(
          "--id-column \(idColumn): '\(path)' is a scroll trace, which has no columns; "
            + "expected a CSV file")
      }
      let stream = try TraceInput.load(path).requestStream()
      return counting ? stream.countingItems : stream
    }
    let formats = RequestFormatCatalog.builtIn
    var chosen: RequestFormat?
    if format != "auto" {
      do { chosen = try formats.choose(format).entry } catch {
        var error = error
        if case .unknownName(let name, let kind, let known) = error {
          error = .unknownName(name, kind: kind, known: ["auto", "scroll"] + known)
        }
        throw .usage("--trace-format: \(error)")
      }
    }
    do {
      return try formats.load(path: path, as: chosen, idColumn: idColumn, includingSizes: !counting)
    } catch {
      throw CommandError(error)
    }
  }

  /// Whether a file is read as a scroll trace.
  static func isScroll(_ path: String, format: String) -> Bool {
    format == "scroll" || (format == "auto" && isScrollTrace(path))
  }

  /// Whether a file is one of our own traces: by its name, else by how it begins.
  private static func isScrollTrace(_ path: String) -> Bool {
    if path.hasSuffix(".\(TraceFile.pathExtension)") || TraceName(path).isSession { return true }
    let beginning = Data("scrollsim-trace ".utf8)
    guard let file = FileHandle(forReadingAtPath: path),
      let found = try? file.read(upToCount: beginning.count)
    else { return false }
    return found == beginning
  }

  /// Spatial policies need places; where the trace has none its order of appearance serves.
  static func noteOrder() {
    Output.say("note: the trace has no positions; images lie in order of first appearance")
  }
}

extension Catalog where Entry == RequestFormat {
  /// The names, for help texts.
  static var names: String {
    RequestFormatCatalog.builtIn.entries.map(\.name).joined(separator: ", ")
  }
}
