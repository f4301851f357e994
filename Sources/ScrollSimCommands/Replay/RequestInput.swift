import Foundation
import ScrollCaching
import ScrollCore
import ScrollSweeps
import ScrollTraces

/// Request streams from whatever file holds one.
struct RequestInput {
  /// The format that was asked for; nil for `auto` and `scroll`.
  private let format: RequestFormat?
  private let isScroll: Bool?
  private let columns: ColumnOptions
  private let options: RequestOptions

  /// - Parameters:
  ///   - format: `auto`, `scroll` or a request format's name.
  ///   - columns: what was said of the columns.
  /// - Throws: `CommandError` for an unknown format, and for what is said wrongly of columns.
  init(format: String, columns: ColumnOptions) throws(CommandError) {
    self.columns = columns
    options = try columns.options()
    isScroll = format == "auto" ? nil : format == "scroll"
    guard format != "auto", format != "scroll" else {
      self.format = nil
      return
    }
    do { self.format = try RequestFormatCatalog.builtIn.choose(format).entry } catch {
      var error = error
      if case .unknownName(let name, let kind, let known) = error {
        error = .unknownName(name, kind: kind, known: ["auto", "scroll"] + known)
      }
      throw .usage("--trace-format: \(error)")
    }
  }

  /// Reads a stream.
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - isCounting: whether sizes are not wanted.
  /// - Returns: every request of the file.
  /// - Throws: `CommandError` for a file that cannot be read as that format.
  func load(_ path: String, counting isCounting: Bool) throws(CommandError) -> RequestLog {
    if isScroll ?? Self.isScrollTrace(path) {
      if let given = columns.given {
        throw .usage(
          "\(given): '\(path)' is a scroll trace, which has no columns; expected a CSV file")
      }
      let log = RequestLog(try TraceInput.load(path).requestStream())
      return isCounting ? log.countingItems : log
    }
    var options = options
    options.includesSizes = !isCounting
    do {
      let log = try RequestFormatCatalog.builtIn.load(path: path, as: format, options: options) {
        Output.say("note: \($0)")
      }
      let name = path == "-" ? "standard input" : "'\(path)'"
      if let reading = log.readAs { Output.sayAtEnd("note: \(name) is read as \(reading)") }
      for doubt in log.doubts { Output.sayAtEnd("warning: \(name): \(doubt)") }
      return log
    } catch {
      throw CommandError(error)
    }
  }

  /// Whether a file is read as a scroll trace.
  static func isScroll(_ path: String, format: String) -> Bool {
    format == "scroll" || (format == "auto" && isScrollTrace(path))
  }

  /// Whether a file is one of our own traces: by its name, else by how it begins, of a file that can
  /// be read again.
  private static func isScrollTrace(_ path: String) -> Bool {
    if path.hasSuffix(".\(TraceFile.pathExtension)") { return true }
    switch TraceName(path) {
    // Of many sessions the error names one.
    case .one, .drawn, .cut: return true
    case .file, .folder: break
    }
    guard FileIdentity(path)?.isRegular ?? false else { return false }
    return FileKind(path: path) == .scroll
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
