/// The text format of webcachesim and LRB: `time id size`, whole numbers with blanks between them.
///
/// Further numbers of a line are features and are ignored.
///
/// Z. Song, D. Berger, K. Li, W. Lloyd, "Learning Relaxed Belady for Content Distribution Network
/// Caching", NSDI 2020; the layout is that of their simulator's README.
enum TimedFormat {
  static let descriptor = RequestFormat(
    "webcachesim",
    "Lines of time, id and size with blanks between them, as webcachesim and LRB take.",
    sizes: .always, endings: [], contents: "lines of time, id and size", mismatch: mismatch,
    read: read)

  /// Returns the reason why a text is not in this format; `nil` for one that may be.
  ///
  /// A text in this format has at least three whole numbers in each line. The first number never
  /// falls from one line to the next.
  private static func mismatch(_ beginning: RequestBeginning) -> String? {
    guard beginning.bytes.span.looksLikeText() else { return "no text" }
    guard let sample = ColumnSample(beginning), sample.names == nil,
      sample.delimiter == UInt8(ascii: " ")
    else { return "its lines are not numbers separated by blanks" }
    guard sample.count > 2, (0..<3).allSatisfy({ sample.numbers($0) != nil }) else {
      return "its lines are not time, id and size"
    }
    if ForeignLayout(sample) != nil { return "its columns are different" }
    return sample.rises(0) ? nil : "its first column decreases, so it is not a time"
  }

  private static func read(
    _ file: inout RequestBytes, _ options: RequestOptions, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    var options = options
    options.hasHeader = false
    options.delimiter = options.delimiter ?? .blank
    options.idColumn = options.idColumn ?? "2"
    options.sizeColumn = options.sizeColumn ?? "3"
    try CSVFormat.read(&file, options, &recorder)
  }
}
