public import Foundation

/// The bytes of a request trace, of which one window at a time is in memory.
///
/// Reading records or lines moves the window: memory does not grow with the file.
struct RequestBytes: ~Copyable {
  /// The maximum length of a line.
  static let longestLine = 1 << 20
  private static let capacity = 1 << 18

  /// The name of the file in messages.
  let path: String
  /// The number of bytes of the file; `nil` if only its end determines it.
  let count: Int?
  /// The bytes in memory; those from `position` to `end` have not been read.
  private(set) var window: [UInt8]
  private var position = 0, end: Int
  /// The place of the window's first byte in the file.
  private var offset = 0
  private let source: ByteSource?

  /// A warning about a file that was read nevertheless.
  var warning: String? { source?.warning }

  private var isAtEnd: Bool
  /// The number of the line that was returned last, from 1.
  private(set) var line = 0
  /// The byte at the end of a line: LF, or CR if the beginning of the file has no LF.
  private var lineEnd: UInt8?

  /// Creates the bytes of data in memory.
  init(path: String, bytes: [UInt8]) {
    self.path = path
    window = bytes
    (count, end, source, isAtEnd) = (bytes.count, bytes.count, nil, true)
  }

  /// Creates the bytes of a source.
  init(path: String, source: ByteSource) {
    self.path = path
    self.source = source
    count = source.count
    window = [UInt8](repeating: 0, count: Self.capacity)
    (end, isAtEnd) = (0, false)
  }

  /// Returns the first bytes, at most 64 KiB, which stay unread.
  /// - Throws: `RequestFormatError` if reading fails, and for an empty file.
  mutating func beginning() throws(RequestFormatError) -> RequestBeginning {
    try fill(1 << 16)
    guard end > position else { throw .empty(path) }
    let bytes = Array(window[position..<min(end, position + 1 << 16)])
    return RequestBeginning(
      path: path, bytes: bytes, count: count ?? (isAtEnd ? end - position : nil))
  }

  /// Reads a header, which a file has once, and returns its position in the window; `nil` if the
  /// file is shorter.
  /// - Throws: `RequestFormatError` if reading fails.
  mutating func nextHeader(ofSize size: Int) throws(RequestFormatError) -> Int? {
    try fill(size)
    guard end - position >= size else { return nil }
    defer { position += size }
    return position
  }

  /// Reads the whole records of one size in the window.
  ///
  /// The result is their position in the window, their number, and the place of the first one in
  /// the file; `nil` behind the last record.
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

  /// Returns the next line in the window, without its line feed and return; `nil` behind the last.
  /// - Throws: `RequestFormatError` if reading fails, and for a line of more than a MiB.
  mutating func nextLine() throws(RequestFormatError) -> Range<Int>? {
    if lineEnd == nil {
      try fill(1 << 16)
      lineEnd = window[position..<end].lineEnd
      if offset + position == 0 { position += window[..<end].byteOrderMarkLength }
    }
    let lineEnd = lineEnd ?? UInt8(ascii: "\n")
    var searched = 0
    while true {
      var next = position + searched
      while next < end, window[next] != lineEnd { next += 1 }
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

  /// Brings a number of unread bytes into memory, unless the file ends before.
  private mutating func fill(_ wanted: Int) throws(RequestFormatError) {
    guard end - position < wanted, !isAtEnd, let source else { return }
    // A slice of the window would share its memory, and the move would copy all of it.
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

/// The first bytes of a file, by which its format is detected.
struct RequestBeginning {
  let path: String
  /// The first 64 KiB, or all bytes of a shorter file.
  let bytes: [UInt8]
  /// The number of bytes of the file; `nil` if only its end determines it.
  let count: Int?

  /// The first line as text.
  var firstText: Substring {
    Substring(String(decoding: firstLine.map { bytes[$0] }, as: UTF8.self))
  }

  /// The first line that is not empty, without its end.
  var firstLine: Range<Int> {
    var start = bytes[...].byteOrderMarkLength
    let lineEnd = bytes[...].lineEnd
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: lineEnd) ?? bytes.count
      let line = bytes.span.trimmed(start..<end)
      let hasReturn = !line.isEmpty && bytes[line.upperBound - 1] == UInt8(ascii: "\r")
      let text = line.lowerBound..<(hasReturn ? line.upperBound - 1 : line.upperBound)
      if !text.isEmpty { return text }
      start = end + 1
    }
    return bytes.count..<bytes.count
  }
}

/// A request trace to be read: a file, standard input, or bytes in memory.
public struct RequestFile: Sendable {
  /// The path of the file; `-` is standard input.
  public let path: String
  private let data: Data?

  /// Creates a trace from a file, or from standard input for `-`; the file is opened only when the
  /// trace is read.
  public init(path: String) {
    self.path = path
    data = nil
  }

  /// Creates a trace from bytes in memory.
  public init(path: String, data: Data) {
    self.path = path
    self.data = data
  }

  /// Returns the bytes from the first one on.
  /// - Throws: `RequestFormatError` for a file that cannot be opened.
  func open() throws(RequestFormatError) -> RequestBytes {
    if let data { return RequestBytes(path: path, bytes: Array(data)) }
    return RequestBytes(path: path, source: try ByteSource(path: path))
  }
}
