/// An error in a request trace; its description is the sentence that the command prints.
public enum RequestFormatError: Error, Equatable {
  case missingFile(String)
  case directory(String)
  case unreadable(String)
  case empty(String)
  case compressed(String)
  case unknownFormat(String, known: [String])
  /// The file ends inside a record.
  case cutRecord(file: String, offset: Int, found: Int, expected: Int)
  case wrongRecord(file: String, offset: Int, field: String, found: String, expected: String)
  case wrongLine(file: String, line: Int, field: String, found: String, expected: String)
  case noColumns(file: String, format: String)
  case noRequests(file: String, expected: String)
  case tooManyRequests(file: String, limit: Int)
}

extension RequestFormatError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingFile(let file): "there is no file '\(file)'; expected a request trace"
    case .directory(let file): "'\(file)' is a directory; expected a request trace"
    case .unreadable(let file): "'\(file)' cannot be read; expected a request trace"
    case .empty(let file): "'\(file)' is empty; expected a request trace"
    case .compressed(let file):
      "'\(file)' is compressed with zstd; expected the file that 'zstd -d' makes of it"
    case .unknownFormat(let file, let known):
      "'\(file)' has a format that neither its name nor its content shows; "
        + "expected one of \(known.joined(separator: ", "))"
    case .cutRecord(let file, let offset, let found, let expected):
      "\(file), byte \(offset): the last record has \(found) bytes; expected \(expected)"
    case .wrongRecord(let file, let offset, let field, let found, let expected):
      "\(file), byte \(offset): \(field) is \(found); expected \(expected)"
    case .wrongLine(let file, let line, let field, let found, let expected):
      "\(file):\(line): \(field) is \(found); expected \(expected)"
    case .noColumns(let file, let format):
      "'\(file)' is read as \(format), which names no columns; expected csv for an id column"
    case .noRequests(let file, let expected):
      "\(file) has no requests; expected \(expected)"
    case .tooManyRequests(let file, let limit):
      "\(file) has too many requests; expected at most \(limit)"
    }
  }
}
