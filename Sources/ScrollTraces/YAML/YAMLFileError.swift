/// An error in a YAML file; its description is the sentence that the command prints.
///
/// `kind` is the expected kind of file: `device`, `network` or `sweep`.
public enum YAMLFileError: Error, Equatable {
  /// A place in a file: its name and, if known, the line.
  public struct Place: Equatable, Sendable {
    public let file: String
    public let line: Int?

    public init(file: String, line: Int? = nil) {
      self.file = file
      self.line = line
    }
  }

  case missingFile(String, kind: String)
  case directory(String, kind: String)
  case unreadable(String, kind: String)
  case notText(String, kind: String)
  /// A file of another kind, with the command that reads it.
  case otherFile(String, kind: String, door: String)
  case tooLarge(String, kind: String, limit: Int)
  /// A file with too many values after its aliases are expanded.
  case tooManyValues(Place, limit: Int)
  /// A text that is not valid YAML.
  case malformed(Place, problem: String)
  case unknownField(Place, owner: String, name: String, known: [String])
  case missingField(Place, path: String, expected: String)
  case wrongValue(Place, path: String, found: String, expected: String)
  /// An invalid text in a special notation; the problem is a sentence.
  case malformedText(Place, path: String, problem: String)
  /// All errors of a file, one a line.
  indirect case several([YAMLFileError])
}

extension YAMLFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingFile(let file, let kind): "file '\(file)' is missing; expected a \(kind) file"
    case .directory(let file, let kind): "'\(file)' is a directory; expected a \(kind) file"
    case .unreadable(let file, let kind): "'\(file)' cannot be read; expected a \(kind) file"
    case .notText(let file, let kind):
      "'\(file)' is not UTF-8 text; expected a \(kind) file in YAML"
    case .otherFile(let file, let kind, let door):
      "'\(file)' is not a \(kind) file; expected one in YAML; \(door)"
    case .tooLarge(let file, let kind, let limit):
      "'\(file)' has more than \(limit) bytes; expected a \(kind) file in YAML"
    case .tooManyValues(let place, let limit):
      "\(place): the file has more than \(limit) values, with aliases expanded; expected fewer"
    case .malformed(let place, let problem): "\(place): not YAML: \(ClippedText(quoting: problem))"
    case .unknownField(let place, let owner, let name, let known):
      "\(place): \(owner) has no field '\(ClippedText(name))'; it takes \(known.joined(separator: ", "))"
    case .missingField(let place, let path, let expected):
      "\(place): \(path) is missing; expected \(expected)"
    case .wrongValue(let place, let path, let found, let expected):
      "\(place): \(path) is \(ClippedText(quoting: found)); expected \(expected)"
    case .malformedText(let place, let path, let problem): "\(place): \(path): \(problem)"
    case .several(let errors): errors.map(\.description).joined(separator: "; also ")
    }
  }
}

extension YAMLFileError.Place: CustomStringConvertible {
  public var description: String { line.map { "\(file):\($0)" } ?? file }
}

extension YAMLFileError {
  /// The same error without any text of the file, for a file whose path another file states.
  ///
  /// Such a file may have any content.
  package var unquoted: YAMLFileError {
    switch self {
    case .unknownField(let place, let owner, _, let known):
      .unknownField(place, owner: owner, name: "...", known: known)
    case .wrongValue(let place, let path, let found, let expected):
      .wrongValue(
        place, path: path, found: found.hasPrefix("'") ? "another value" : found,
        expected: expected)
    case .malformed(let place, _): .malformed(place, problem: "it cannot be parsed")
    case .malformedText(let place, let path, _):
      .malformedText(place, path: path, problem: "it cannot be parsed")
    case .several(let errors): .several(errors.map(\.unquoted))
    default: self
    }
  }
}
