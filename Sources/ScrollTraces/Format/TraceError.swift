/// The reason why a trace cannot be used: file, line and field, the value found and the expected
/// one.
///
/// The description is one sentence for a person:
/// `photos.scroll:14: field 'offset' is 'abc'; expected a number of points`.
public struct TraceError: Error, Equatable, Sendable {
  /// The kind of error; each kind has its own exit status.
  public enum Cause: Sendable {
    /// No file can be read under that name.
    case noInput
    /// The file is not a usable trace.
    case badData
    /// The file could be opened, but reading failed.
    case inputOutput
  }

  /// The place of the error: the file as a whole, a line, or one of its fields.
  public enum Subject: Equatable, Sendable {
    case file
    case folder
    case line
    case field(String)
    /// A section, without its brackets.
    case section(String)
  }

  /// The value that was found.
  public enum Found: Equatable, Sendable {
    /// Text from the file, clipped and with control characters escaped.
    case text(ClippedText)
    /// A description in words: `is a directory`.
    case fact(String)
  }

  public var file: String
  /// The line, counted from 1; `nil` if the error is in no line.
  public var line: Int?
  public var subject: Subject
  public var found: Found
  /// The expected value, as the continuation of "expected ...".
  public var expected: String
  public var cause: Cause

  public init(
    file: String, line: Int? = nil, subject: Subject, found: Found, expected: String,
    cause: Cause = .badData
  ) {
    self.file = file
    self.line = line
    self.subject = subject
    self.found = found
    self.expected = expected
    self.cause = cause
  }

  /// A Boolean value that indicates whether there was nothing to read (exit status 66) rather than
  /// bad data (65).
  public var isMissingInput: Bool { cause == .noInput }

  /// The name of the field, if the error is in a field.
  public var field: String? {
    guard case .field(let name) = subject else { return nil }
    return name
  }
}

extension TraceError: CustomStringConvertible {
  public var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    let what =
      switch subject {
      case .file: "the file"
      case .folder: "the folder"
      case .line: "the line"
      case .field(let name): "field '\(name)'"
      case .section(let name): "section '[\(name)]'"
      }
    let standing =
      switch found {
      case .text(let text) where text.isEmpty: "is empty"
      case .text(let text): "is '\(text)'"
      case .fact(let fact): fact
      }
    return "\(place): \(what) \(standing); expected \(expected)"
  }
}
