/// The format of one decimal id per line, without sizes.
///
/// Ids are decimal even with leading zeros, which libCacheSim's reader treats as octal. Empty lines
/// are ignored.
enum TextFormat {
  static let descriptor = RequestFormat(
    "txt", "One decimal id per line, without sizes.", sizes: .never, endings: [".txt"],
    contents: "one decimal id per line", mismatch: mismatch, read: read)

  static func read(
    _ file: inout RequestBytes, _ options: RequestOptions, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    while let line = try file.nextLine() {
      let bytes = file.window.span
      guard !bytes.trimmed(line).isEmpty else { continue }
      guard let id = bytes.decimal(in: line) else {
        throw .wrongLine(
          file: file.path, line: file.line, field: "the id", found: bytes.quoted(line),
          expected: "a whole number from 0 to \(UInt64.max)")
      }
      try recorder.append(id, size: 1)
    }
  }

  /// Returns the reason why a text is not in this format; `nil` if its first line that is not empty
  /// is a number.
  static func mismatch(_ beginning: RequestBeginning) -> String? {
    let bytes = beginning.bytes.span
    guard bytes.looksLikeText() else { return "no text" }
    let line = beginning.firstLine
    return bytes.decimal(in: line) == nil ? "\(bytes.quoted(line)) is no id" : nil
  }
}
