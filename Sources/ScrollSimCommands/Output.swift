import ArgumentParser
import Foundation
package import ScrollPages
import Synchronization

/// The output of results.
package enum Output {
  /// Writes a text for people to standard output.
  ///
  /// Control characters, for instance in the name of a file, are replaced by visible symbols. Only
  /// the program's own bold text is kept.
  /// - Throws: `CommandError` with status 74 if standard output is full or closed.
  package static func print(_ text: String) throws(CommandError) {
    guard text.unicodeScalars.contains(where: { $0.isHidden && $0 != "\n" }) else {
      return try write(text)
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { String($0).visible }.joined(separator: "\n")
    let style = TerminalStyle.standardOutput
    try write(style.codes.reduce(shown) { $0.replacing($1.visible, with: $1) })
  }

  /// Writes data to standard output.
  ///
  /// If standard output is a terminal, control characters are replaced by visible symbols.
  /// - Throws: `CommandError` with status 74 if standard output is full or closed.
  package static func printData(_ text: String) throws(CommandError) {
    if isatty(STDOUT_FILENO) == 0 { try write(text) } else { try print(text) }
  }

  private static func write(_ text: String) throws(CommandError) {
    try writeData(Array(text.utf8))
  }

  /// Writes bytes to standard output unchanged.
  /// - Throws: `CommandError` with status 74 if standard output is full or closed.
  package static func writeData(_ bytes: [UInt8]) throws(CommandError) {
    guard let code = writeAll(bytes, to: STDOUT_FILENO) else { return }
    throw CommandError(.inputOutput, "standard output cannot be written: \(reason(code))")
  }

  /// Writes a line to standard error; a failure is ignored.
  ///
  /// Line breaks in the text become spaces. A text of more than 2000 bytes is shortened in the
  /// middle.
  package static func say(_ line: String) {
    let words = line.split(whereSeparator: \.isNewline).joined(separator: " ").visible
    let ends = words.utf8.count > 2000 ? "\(words.prefix(1000)) … \(words.suffix(800))" : words
    _ = writeAll(Array("\(ends)\n".utf8), to: STDERR_FILENO)
  }

  /// Lines that are written to standard error when the command has succeeded.
  ///
  /// A command that fails writes only its error.
  private static let notes = Mutex<[String]>([])

  /// Keeps a line until the command has succeeded.
  static func sayAtEnd(_ line: String) { notes.withLock { $0.append(line) } }

  /// Writes the lines that were kept by `sayAtEnd(_:)`.
  static func sayNotes() {
    let kept = notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
    for note in kept { say(note) }
  }

  /// Throws an error for a path that cannot be written.
  ///
  /// Commands call it before they compute the output.
  /// - Throws: `CommandError` with status 73 as `write` would; a disk may still be full later.
  package static func requireRoom(for path: String) throws(CommandError) {
    _ = try writable(path)
  }

  /// Returns the file to which a path leads.
  /// - Throws: `CommandError` with status 73 if nothing can be written there.
  static func writable(_ path: String) throws(CommandError) -> FilePlace {
    // An empty path would be the current folder.
    guard !path.isEmpty else { throw unwritable(path, ENOENT) }
    let place = FilePlace(path)
    guard !place.isLoop else { throw unwritable(path, ELOOP) }
    guard place.descriptor == nil else { return place }
    guard let identity = place.identity else {
      guard !path.hasSuffix("/") else { throw unwritable(path, EISDIR) }
      guard access(place.folder, W_OK) == 0 else { throw unwritable(path, errno) }
      return place
    }
    guard !identity.isFolder else { throw unwritable(path, EISDIR) }
    let names = identity.isRegular ? [place.path, place.folder] : [path]
    for name in names where access(name, W_OK) != 0 { throw unwritable(path, errno) }
    return place
  }

  static func unwritable(_ path: String, _ code: Int32) -> CommandError {
    CommandError(
      code == ENOSPC || code == EDQUOT || code == EIO ? .inputOutput : .cannotCreate,
      "'\(path)' cannot be written: \(reason(code))")
  }

  package static func reason(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }
}

/// Writes all bytes to an open file.
/// - Returns: the system's error number, `nil` if there was no error.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      return errno
    }
  }
  return nil
}

/// The terminal behind standard output.
package enum Terminal {
  /// The number of columns: from the variable `COLUMNS`, else from the terminal, else 80.
  ///
  /// The value is `nil` if standard output is not a terminal.
  package static var width: Int? {
    guard isatty(STDOUT_FILENO) != 0 else { return nil }
    let said = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init)
    if let said, said > 0 { return said }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Returns a text in lines of at most a width in columns, or unchanged if the width is `nil`.
  package static func wrapped(_ text: String, to width: Int?) -> String {
    guard let width else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TextLines.wrapped(String($0).visible, to: width).dropLast() }.joined(separator: "\n")
  }
}

extension String {
  /// The text with its lines broken between words.
  ///
  /// No line is longer than 80 characters or the width of the terminal, unless a single word is
  /// longer.
  var wrapped: String {
    let width = min(80, Terminal.width ?? 80)
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var (text, length) = ("", 0)
      for word in line.split(separator: " ") {
        if length > 0, length + 1 + word.count > width { (text, length) = (text + "\n", 0) }
        if length > 0 { (text, length) = (text + " ", length + 1) }
        text += word
        length += word.count
      }
      return text
    }.joined(separator: "\n")
  }
}

extension OutputFormat: ExpressibleByArgument {
  init?(argument: String) { self.init(word: argument) }
}

/// The `--format` option of commands that list or measure.
package struct FormatOption: ParsableArguments {
  @Option(help: "The output format.") package var format = OutputFormat.table
  @OptionGroup var wide: WideOption

  /// The maximum width of a table in columns; `nil` for its full width.
  package var width: Int? { wide.wide ? nil : Terminal.width }

  /// Prints a table, or the document if the format is JSON.
  ///
  /// Only a table for people has the caption.
  package func print(_ table: Table, _ document: some Encodable, caption: String? = nil) throws {
    switch format {
    case .table:
      let text = table.text(fitting: width, style: .standardOutput)
      let caption = caption.map { Terminal.wrapped($0, to: width) }
      try Output.print(caption.map { "\($0)\n\n\(text)" } ?? text)
    case .csv: try Output.printData(table.csv())
    case .markdown: try Output.print(table.markdown())
    case .json: try Output.print(JSONDocument.text(document))
    }
  }
}

/// The `--wide` option of commands that print tables.
struct WideOption: ParsableArguments {
  @Flag(help: "Print all columns, even if the terminal is too narrow for them.") var wide = false
}
