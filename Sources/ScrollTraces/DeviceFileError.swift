/// What is wrong with a device file; its description is the sentence that the command prints.
public enum DeviceFileError: Error, Equatable {
  /// Where in a file: its name and, where it is known, the line.
  public struct Place: Equatable, Sendable {
    public let file: String
    public let line: Int?

    public init(file: String, line: Int? = nil) {
      self.file = file
      self.line = line
    }
  }

  case missingFile(String)
  case directory(String)
  case unreadable(String)
  case notText(String)
  case tooLarge(String, limit: Int)
  /// Not even YAML.
  case malformed(Place, problem: String)
  case unknownField(Place, owner: String, name: String, known: [String])
  case missingField(Place, path: String, expected: String)
  case wrongValue(Place, path: String, found: String, expected: String)
}

extension DeviceFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingFile(let file): "there is no file '\(file)'; expected a device file"
    case .directory(let file): "'\(file)' is a directory; expected a device file"
    case .unreadable(let file): "'\(file)' cannot be read; expected a device file"
    case .notText(let file): "'\(file)' is not UTF-8 text; expected a device file in YAML"
    case .tooLarge(let file, let limit):
      "'\(file)' has more than \(limit) bytes; expected a device file in YAML"
    case .malformed(let place, let problem): "\(place): not YAML: \(problem)"
    case .unknownField(let place, let owner, let name, let known):
      "\(place): \(owner) has no field '\(name)'; it takes \(known.joined(separator: ", "))"
    case .missingField(let place, let path, let expected):
      "\(place): \(path) is missing; expected \(expected)"
    case .wrongValue(let place, let path, let found, let expected):
      "\(place): \(path) is \(found); expected \(expected)"
    }
  }
}

extension DeviceFileError.Place: CustomStringConvertible {
  public var description: String { line.map { "\(file):\($0)" } ?? file }
}
