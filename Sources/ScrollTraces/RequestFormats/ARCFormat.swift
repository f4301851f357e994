/// The format of the block traces that were published with ARC: text with one run of blocks per
/// line.
///
/// N. Megiddo, D. Modha, "ARC: A Self-Tuning, Low Overhead Replacement Cache", FAST 2003.
///
/// A line is `start count ignored number`, decimal and separated by blanks. It requests `count`
/// blocks from `start` on, one after the other. Text after the count and empty lines are ignored.
/// All blocks have 512 bytes, so there are no sizes.
enum ARCFormat {
  /// The maximum number of blocks in one line, 32 MiB at once; more are an error.
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
      recorder.lines += 1
      for id in run { try recorder.append(id, size: 1) }
    }
  }

  /// Returns the reason why a text is not in this format; `nil` for one that may be.
  ///
  /// A text in this format has four whole numbers in each line. The second number is a number of
  /// blocks, and the third is the same in all lines. In addition, the fourth number counts the
  /// lines, or the first number does not always rise.
  ///
  /// Texts with two or three numbers in each line are not accepted, because they may have times,
  /// ids and sizes.
  static func mismatch(_ beginning: RequestBeginning) -> String? {
    guard beginning.bytes.span.looksLikeText() else { return "no text" }
    guard let sample = ColumnSample(beginning), sample.names == nil else {
      return "its lines are not numbers"
    }
    guard sample.count == 4 else {
      return "its lines have \(sample.count) \(sample.count == 1 ? "field" : "fields") and not 4"
    }
    let columns = (0..<4).compactMap { sample.numbers($0) }
    guard columns.count == 4 else { return "its fields are not whole numbers" }
    guard columns[1].allSatisfy({ $0 <= longestRun }), Set(columns[2]).count == 1,
      sample.countsLines(3) || !sample.rises(0)
    else { return "its columns are not runs of blocks" }
    return nil
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
  /// Returns the first word of a range, between blanks.
  fileprivate func word(in range: Range<Int>) -> Range<Int> {
    let rest = trimmed(range)
    var end = rest.lowerBound
    while end < rest.upperBound, !isBlank(end) { end += 1 }
    return rest.lowerBound..<end
  }
}
