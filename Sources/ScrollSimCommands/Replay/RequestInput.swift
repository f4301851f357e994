import Foundation
import ScrollCaching
import ScrollCore
import ScrollSweeps
import ScrollTraces

/// A reader of request streams from files of all supported formats.
struct RequestInput {
  /// The requested format; `nil` for `auto` and `scroll`.
  private let format: RequestFormat?
  private let isScroll: Bool?
  private let columns: ColumnOptions
  private let options: RequestOptions

  /// Creates an input.
  /// - Parameters:
  ///   - format: `auto`, `scroll` or a request format's name.
  ///   - columns: The options for columns.
  /// - Throws: `CommandError` for an unknown format, and for invalid options for columns.
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
  ///   - path: The file; `-` is standard input.
  ///   - isCounting: `true` if the sizes of images are not needed.
  /// - Returns: every request of the file.
  /// - Throws: `CommandError` for a file that cannot be read in the requested format.
  func load(_ path: String, counting isCounting: Bool) throws(CommandError) -> RequestLog {
    try loadWithScroll(path, counting: isCounting).log
  }

  /// Reads a stream, and returns it with the scroll that makes its requests, if it is of a scroll.
  func loadWithScroll(
    _ path: String, counting isCounting: Bool
  ) throws(CommandError) -> (log: RequestLog, scroll: ScrollTrace?) {
    if isScroll ?? Self.isScrollTrace(path) {
      if let given = columns.given {
        throw .usage(
          "\(given): '\(path)' is a scroll trace, which has no columns; expected a CSV file")
      }
      let trace = try TraceInput.load(path)
      let log = RequestLog(trace.requestStream())
      return (isCounting ? log.countingItems : log, trace)
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
      return (log, nil)
    } catch {
      throw CommandError(error)
    }
  }

  /// Returns a Boolean value that indicates whether a file is read as a scroll trace.
  static func isScroll(_ path: String, format: String) -> Bool {
    format == "scroll" || (format == "auto" && isScrollTrace(path))
  }

  /// Returns a Boolean value that indicates whether a file is a scroll trace.
  ///
  /// If its name does not show it, the first bytes of the file do, unless it can be read only once.
  private static func isScrollTrace(_ path: String) -> Bool {
    if path.hasSuffix(".\(TraceFile.pathExtension)") { return true }
    switch TraceName(path) {
    // If the text names many sessions, the error names one of them.
    case .one, .drawn, .cut: return true
    case .file, .folder: break
    }
    guard FileIdentity(path)?.isRegular ?? false else { return false }
    return FileKind(path: path) == .scroll
  }

  /// Prints a note that spatial policies use the order of first appearance, because the trace has
  /// no positions.
  static func noteOrder() {
    Output.say("note: the trace has no positions; images are placed in order of first appearance")
  }
}

extension Catalog where Entry == RequestFormat {
  /// The names of the formats, for help texts.
  static var names: String {
    RequestFormatCatalog.builtIn.entries.map(\.name).joined(separator: ", ")
  }
}
