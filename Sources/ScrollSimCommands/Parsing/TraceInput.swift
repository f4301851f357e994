import ScrollDevice
import ScrollLayout
import ScrollSweeps
package import ScrollTraces

/// Functions that read traces.
///
/// Their errors have a sentence and an exit status.
package enum TraceInput {
  package static func load(_ path: String) throws(CommandError) -> ScrollTrace {
    do { return try TraceName.load(path) } catch { throw CommandError(error) }
  }

  /// Reads a trace, optionally with another layout.
  static func load(_ path: String, layout: String?) throws(CommandError) -> ScrollTrace {
    let other = try self.layout(layout)
    return try laidOut(try load(path), as: other, path)
  }

  /// Parses another layout; `nil` if none is given.
  static func layout(_ text: String?) throws(CommandError) -> Layout? {
    do { return try text.map { try Layout(parsing: $0) } } catch {
      throw .usage("--layout: \(error)")
    }
  }

  /// Returns a trace with another layout, or unchanged if none is given.
  static func laidOut(
    _ trace: ScrollTrace, as other: Layout?, _ path: String
  ) throws(CommandError) -> ScrollTrace {
    guard let other else { return trace }
    do { return try trace.laidOut(as: other) } catch {
      throw .usage("--layout: '\(path)' does not fit on \(other): \(error)")
    }
  }

  /// Reads a trace, optionally with another layout and with other renditions (files) of its images.
  static func load(
    _ path: String, layout: String?, renditions: String?
  ) throws(CommandError) -> ScrollTrace {
    let others = try self.renditions(renditions)
    return try showing(others, try load(path, layout: layout), path)
  }

  /// Parses other renditions of images; `nil` if none are given.
  static func renditions(_ text: String?) throws(CommandError) -> Renditions? {
    do { return try text.map { try Renditions(parsing: $0) } } catch {
      throw .usage("--renditions: \(error)")
    }
  }

  /// Returns a trace with other renditions of its images, or unchanged if none are given.
  static func showing(
    _ others: Renditions?, _ trace: ScrollTrace, _ path: String
  ) throws(CommandError) -> ScrollTrace {
    guard let others else { return trace }
    do { return try trace.showing(others) } catch {
      throw .usage("--renditions: '\(path)' does not fit with \(others): \(error)")
    }
  }
}

extension CommandError {
  init(_ error: TraceError) {
    switch error.cause {
    case .noInput: self.init(.noInput, "\(error)")
    case .badData: self.init(.badData, "\(error)")
    case .inputOutput: self.init(.inputOutput, "\(error)")
    }
  }

  init(_ error: RequestFormatError) {
    switch error {
    case .missingFile, .directory: self.init(.noInput, "\(error)")
    case .unreadable, .noSpace: self.init(.inputOutput, "\(error)")
    case .noProgram: self.init(.unavailable, "\(error)")
    default: self.init(.badData, "\(error)")
    }
  }
}
