/// An error in a request trace; its description is the sentence that the command prints.
public enum RequestFormatError: Error, Equatable {
  case missingFile(String)
  case directory(String)
  case unreadable(String)
  case empty(String)
  /// A packed file without an installed program that unpacks it.
  case noProgram(file: String, program: String)
  /// Packed data in standard input.
  case packedInput(program: String)
  /// A file that the program could not unpack, with the program's message.
  case damaged(file: String, program: String, complaint: String)
  case unknownFormat(String, tried: [Trial])
  /// A layout that is known by name but not supported.
  case foreignLayout(String, name: String, remedy: String)
  /// Columns without names that have several possible meanings.
  case doubtfulColumns(String, line: String, candidates: [String])
  /// A file that was packed by an unsupported program.
  case otherPacking(String, name: String, program: String)
  /// A text in UTF-16.
  case otherEncoding(String)
  /// A file that ends inside a record.
  case cutRecord(file: String, offset: Int, found: Int, expected: Int)
  case wrongRecord(file: String, offset: Int, field: String, found: String, expected: String)
  case wrongLine(file: String, line: Int, field: String, found: String, expected: String)
  /// An option about columns for a format that has none.
  case noColumns(file: String, format: String, option: String)
  /// The file has another format than the binary records that were described.
  case isNotBinary(file: String, format: String)
  /// A binary file without a description of its records.
  case noRecord(file: String)
  case noRequests(file: String, expected: String)
  case tooManyRequests(file: String, limit: Int)
  /// Requests that do not fit into the folder for temporary files.
  case noSpace(file: String, folder: String, reason: String)

  /// A format that was tried, and the reason why the file is not in it.
  public struct Trial: Equatable, Sendable {
    public let format: String
    public let reason: String

    public init(format: String, reason: String) {
      self.format = format
      self.reason = reason
    }
  }
}

extension RequestFormatError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingFile(let file): "file '\(file)' is missing; expected a request trace"
    case .directory(let file): "'\(file)' is a directory; expected a request trace"
    case .unreadable(let file): "\(Self.name(file)) cannot be read; expected a request trace"
    case .empty(let file): "\(Self.name(file)) is empty; expected a request trace"
    case .noProgram(let file, let program):
      "'\(file)' is compressed with \(program), but the program '\(program)' is missing; "
        + "install it, or unpack the file"
    case .packedInput(let program):
      "standard input is compressed with \(program); unpack it with '\(program) -dc FILE | "
        + "scrollsim replay -', or pass the file itself"
    case .damaged(let file, let program, let complaint):
      "'\(file)' cannot be unpacked: '\(program)' reports '\(complaint)'; expected an intact file"
    case .unknownFormat(let file, let tried):
      "the format of \(Self.name(file)) is not clear from its name or content; tried "
        + tried.map { "\($0.format) (\($0.reason))" }.joined(separator: ", ")
        + "; expected a file of one of these formats, or the format as --trace-format"
    case .foreignLayout(let file, let name, let remedy):
      "\(Self.name(file)) looks like \(name), which cannot be read directly; expected \(remedy)"
    case .doubtfulColumns(let file, let line, let candidates):
      "\(Self.name(file)) has columns without names, like '\(line)', which is ambiguous; "
        + "expected one of " + candidates.map { "'\($0)'" }.joined(separator: ", ")
        + ", or --trace-format"
    case .otherPacking(let file, let name, let program):
      "\(Self.name(file)) is \(name), which must be unpacked first; expected '\(program) -dc "
        + "\(file == "-" ? "FILE" : file) | scrollsim replay -'"
    case .otherEncoding(let file):
      "\(Self.name(file)) \(ForeignBytes.utf16.fact); expected \(ForeignBytes.utf16.remedy)"
    case .cutRecord(let file, let offset, let found, let expected):
      "\(file), byte \(offset): the last record has \(found) bytes; expected \(expected)"
    case .wrongRecord(let file, let offset, let field, let found, let expected):
      "\(file), byte \(offset): \(field) is \(found); expected \(expected)"
    case .wrongLine(let file, let line, let field, let found, let expected):
      "\(file):\(line): \(field) is \(found); expected \(expected)"
    case .noColumns(let file, let format, let option):
      "\(Self.name(file)) is read as \(format), which names no columns; "
        + "expected csv for \(Self.article(option)) \(option)"
    case .isNotBinary(let file, let format):
      "\(Self.name(file)) is read as \(format), to which --binary-format does not apply; expected "
        + "no --binary-format, or --trace-format binary"
    case .noRecord(let file):
      "\(Self.name(file)) is read as binary, whose records do not describe themselves; "
        + "expected their fields and the column of the id, like --binary-format '<IQIq' "
        + "--id-column 2"
    case .noRequests(let file, let expected):
      "\(file) has no requests; expected \(expected)"
    case .tooManyRequests(let file, let limit):
      "\(file) has too many requests; expected at most \(limit)"
    case .noSpace(let file, let folder, let reason):
      "the requests of \(Self.name(file)) do not fit in '\(folder)' (\(reason)); free 12 "
        + "bytes for each, or set another folder in TMPDIR"
    }
  }

  private static func name(_ file: String) -> String {
    file == "-" ? "standard input" : "'\(file)'"
  }

  private static func article(_ word: String) -> String {
    word.hasPrefix("id") ? "an" : "a"
  }
}
