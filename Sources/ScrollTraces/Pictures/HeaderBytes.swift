#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of an image's file, of which only those are read that a header reader asks for.
///
/// Of a file a window of 4 KiB is in memory, so that skipping a long part costs nothing. At most
/// 16 MiB are read of a file, and at most 32 million times is a byte looked at: what has not shown
/// its size by then has none. So no file takes more than a second, and none more memory than a
/// few times what is read of it.
struct HeaderBytes {
  /// Of the file.
  let count: Int
  private let descriptor: Int32?
  private var window: [UInt8]
  /// Where the window begins.
  private var start = 0
  private var loaded = 0, looks = 0

  private static let windowSize = 4096
  private static let limit = 16 << 20
  private static let mostLooks = 1 << 25

  /// Bytes in memory.
  init(_ bytes: [UInt8]) {
    (count, window, descriptor) = (bytes.count, bytes, nil)
  }

  /// A file that is open for reading.
  init(descriptor: Int32, count: Int) {
    (self.count, self.descriptor, window) = (count, descriptor, [])
  }

  /// A byte.
  /// - Throws: `HeaderFault` beyond the end, and once too much was read.
  mutating func byte(_ offset: Int) throws(HeaderFault) -> UInt8 {
    looks += 1
    if offset >= start, offset - start < window.count, looks < Self.mostLooks {
      return window[offset - start]
    }
    guard looks < Self.mostLooks else {
      throw HeaderFault("has a header of too many parts", expected: "fewer")
    }
    guard offset >= 0, offset < count, let descriptor else {
      throw HeaderFault("ends at byte \(count)", expected: "the rest of its header")
    }
    guard loaded < Self.limit else {
      throw HeaderFault(
        "has not shown its size in its first \(Self.limit >> 20) MiB", expected: "a header")
    }
    window = Array(
      unsafeUninitializedCapacity: min(Self.windowSize, count - offset)
    ) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
    }
    (start, loaded) = (offset, loaded + Self.windowSize)
    guard let first = window.first else {
      throw HeaderFault("cannot be read at byte \(offset)", expected: "the rest of its header")
    }
    return first
  }

  /// A whole number of so many bytes, the most significant one first.
  private mutating func number(_ offset: Int, _ size: Int) throws(HeaderFault) -> Int {
    var number = 0
    for index in 0..<size { number = number << 8 | Int(try byte(offset + index)) }
    return number
  }

  mutating func u16(_ offset: Int) throws(HeaderFault) -> Int { try number(offset, 2) }
  mutating func u32(_ offset: Int) throws(HeaderFault) -> Int { try number(offset, 4) }

  /// A whole number of so many bytes, the least significant one first.
  mutating func little(_ offset: Int, bytes size: Int) throws(HeaderFault) -> Int {
    var number = 0
    for index in (0..<size).reversed() { number = number << 8 | Int(try byte(offset + index)) }
    return number
  }

  /// Eight bytes as a whole number; nil above 2^62.
  mutating func u64(_ offset: Int) throws(HeaderFault) -> Int? {
    let high = try u32(offset)
    return high < 1 << 30 ? high << 32 | (try u32(offset + 4)) : nil
  }

  /// Whether these bytes stand there; false beyond the end.
  mutating func has(_ text: StaticString, at offset: Int) throws(HeaderFault) -> Bool {
    guard offset <= count - text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount {
      guard try byte(offset + index) == text.utf8Start[index] else { return false }
    }
    return true
  }

  /// The name of a chunk or a box: four bytes, each as one character.
  mutating func name(_ offset: Int) throws(HeaderFault) -> String {
    var name = ""
    for index in 0..<4 { name.unicodeScalars.append(Unicode.Scalar(try byte(offset + index))) }
    return name
  }
}

/// What is wrong with a header: a fact and what was expected, as in `TraceError`.
package struct HeaderFault: Error, Equatable, Sendable {
  /// Continues "the file".
  package let fact: String
  package let expected: String

  init(_ fact: String, expected: String) { (self.fact, self.expected) = (fact, expected) }
}
