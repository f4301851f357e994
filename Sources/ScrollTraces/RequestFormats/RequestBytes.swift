/// The bytes of a request trace, of which a window is held at a time.
///
/// Reading records or lines moves the window on: memory does not grow with the file.
struct RequestBytes: ~Copyable {
  /// A line is no longer than this.
  static let longestLine = 1 << 20
  private static let capacity = 1 << 20

  /// For messages.
  let path: String
  /// How many bytes the file has; nil where only its end tells.
  let count: Int?
  /// The bytes at hand; those from `position` to `end` have not been read.
  private(set) var window: [UInt8]
  private var position = 0, end: Int
  /// The place of the window's first byte in the file.
  private var offset = 0
  private let source: ByteSource?

  /// A warning about a file that was read all the same.
  var warning: String? { source?.warning }

  private var isAtEnd: Bool
  /// The number of the line that was returned last, from 1.
  private(set) var line = 0

  /// Bytes that are in memory already.
  init(path: String, bytes: [UInt8]) {
    self.path = path
    window = bytes
    (count, end, source, isAtEnd) = (bytes.count, bytes.count, nil, true)
  }

  /// Bytes from somewhere.
  init(path: String, source: ByteSource) {
    self.path = path
    self.source = source
    count = source.count
    window = [UInt8](repeating: 0, count: Self.capacity)
    (end, isAtEnd) = (0, false)
  }

  /// The first bytes, which stay unread: those of the first 64 KiB.
  /// - Throws: `RequestFormatError` if reading fails, and for a file without a byte.
  mutating func beginning() throws(RequestFormatError) -> RequestBeginning {
    try fill(1 << 16)
    guard end > position else { throw .empty(path) }
    let bytes = Array(window[position..<min(end, position + 1 << 16)])
    return RequestBeginning(
      path: path, bytes: bytes, count: count ?? (isAtEnd ? end - position : nil))
  }

  /// A header of some size, which is there once: where it begins in the window; nil if the file is
  /// shorter.
  /// - Throws: `RequestFormatError` if reading fails.
  mutating func nextHeader(ofSize size: Int) throws(RequestFormatError) -> Int? {
    try fill(size)
    guard end - position >= size else { return nil }
    defer { position += size }
    return position
  }

  /// Whole records of one size, as many as are at hand: where they begin in the window, how many
  /// there are, and the place of the first in the file; nil behind the last.
  /// - Throws: `RequestFormatError` if reading fails or the file ends inside a record.
  mutating func nextRecords(
    ofSize size: Int
  ) throws(RequestFormatError) -> (start: Int, count: Int, offset: Int)? {
    try fill(size)
    let records = (end - position) / size
    guard records > 0 else {
      guard end == position else {
        throw .cutRecord(
          file: path, offset: offset + position, found: end - position, expected: size)
      }
      return nil
    }
    defer { position += records * size }
    return (position, records, offset + position)
  }

  /// The next line in the window, without its line feed and return; nil behind the last.
  /// - Throws: `RequestFormatError` if reading fails, and for a line of more than a MiB.
  mutating func nextLine() throws(RequestFormatError) -> Range<Int>? {
    var searched = 0
    while true {
      var next = position + searched
      while next < end, window[next] != UInt8(ascii: "\n") { next += 1 }
      if next < end || isAtEnd {
        guard next > position || next < end else { return nil }
        line += 1
        guard next - position <= Self.longestLine else { throw longLine() }
        let start = position
        position = min(next + 1, end)
        let hasReturn = next > start && window[next - 1] == UInt8(ascii: "\r")
        return start..<(hasReturn ? next - 1 : next)
      }
      searched = next - position
      guard searched <= Self.longestLine else {
        line += 1
        throw longLine()
      }
      try fill(searched + 1)
    }
  }

  private func longLine() -> RequestFormatError {
    .wrongLine(
      file: path, line: line, field: "the line", found: "longer than 1 MiB",
      expected: "a shorter one")
  }

  /// Brings at least so many unread bytes to hand, unless the file ends before.
  private mutating func fill(_ wanted: Int) throws(RequestFormatError) {
    guard end - position < wanted, !isAtEnd, let source else { return }
    // A slice of the window would share its memory, and moving it would copy all of it.
    window.withUnsafeMutableBytes { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
    }
    offset += position
    (position, end) = (0, end - position)
    if window.count < 2 * wanted {
      window.append(contentsOf: [UInt8](repeating: 0, count: 2 * wanted - window.count))
    }
    while end < wanted, !isAtEnd {
      let count = try source.read(into: &window, from: end)
      end += count
      isAtEnd = count == 0
    }
  }
}

/// The first bytes of a file, by which its format is told.
struct RequestBeginning {
  let path: String
  /// The first 64 KiB, or all there are.
  let bytes: [UInt8]
  /// How many bytes the file has; nil where only its end tells.
  let count: Int?

  /// The same as text.
  var firstText: Substring {
    Substring(String(decoding: firstLine.map { bytes[$0] }, as: UTF8.self))
  }

  /// The first line that is not empty, without its end.
  var firstLine: Range<Int> {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes.span.trimmed(start..<end)
      let hasReturn = !line.isEmpty && bytes[line.upperBound - 1] == UInt8(ascii: "\r")
      let text = line.lowerBound..<(hasReturn ? line.upperBound - 1 : line.upperBound)
      if !text.isEmpty { return text }
      start = end + 1
    }
    return bytes.count..<bytes.count
  }
}
