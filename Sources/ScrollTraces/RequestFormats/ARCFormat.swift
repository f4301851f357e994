/// The block traces that were published with ARC: text, one run of blocks per line.
///
/// N. Megiddo, D. Modha, "ARC: A Self-Tuning, Low Overhead Replacement Cache", FAST 2003.
///
/// `start count ignored number`, decimal and separated by blanks: the blocks from `start` on, `count`
/// of them, are asked for one after the other. What follows the count is ignored, empty lines are,
/// too. All blocks are of 512 bytes, so that there are no sizes.
enum ARCFormat {
  /// More blocks in one line are a mistake: 32 MiB at once.
  static let longestRun: UInt64 = 65_536

  static let descriptor = RequestFormat(
    "arc", "The block traces of ARC: lines of first block and number of blocks, without sizes.",
    sizes: .never, endings: [".lis"],
    contents: "lines of first block and number of blocks", mismatch: mismatch, read: read)

  static func read(
    _ file: inout RequestBytes, _ options: RequestOptions, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    while let line = try file.nextLine() {
      let bytes = file.window.span
      guard !bytes.trimmed(line).isEmpty else { continue }
      guard let run = run(in: line, bytes) else {
        throw .wrongLine(
          file: file.path, line: file.line, field: "the run of blocks", found: bytes.quoted(line),
          expected: "its first block and from 0 to \(longestRun) blocks, like '4096 8'")
      }
      for id in run { try recorder.append(id, size: 1) }
    }
  }

  /// Text whose first line that is not empty begins with two numbers.
  static func mismatch(_ beginning: RequestBeginning) -> String? {
    let bytes = beginning.bytes.span
    guard bytes.looksLikeText() else { return "no text" }
    let line = beginning.firstLine
    return run(in: line, bytes) == nil ? "\(bytes.quoted(line)) is no run of blocks" : nil
  }

  private static func run(in line: Range<Int>, _ bytes: Span<UInt8>) -> Range<UInt64>? {
    let first = bytes.word(in: line)
    let second = bytes.word(in: first.upperBound..<line.upperBound)
    guard let start = bytes.decimal(in: first), let count = bytes.decimal(in: second),
      count <= longestRun
    else { return nil }
    let (end, overflow) = start.addingReportingOverflow(count)
    return overflow ? nil : start..<end
  }
}

extension Span<UInt8> {
  /// The first word of a range, between blanks.
  fileprivate func word(in range: Range<Int>) -> Range<Int> {
    let rest = trimmed(range)
    var end = rest.lowerBound
    while end < rest.upperBound, !isBlank(end) { end += 1 }
    return rest.lowerBound..<end
  }
}
