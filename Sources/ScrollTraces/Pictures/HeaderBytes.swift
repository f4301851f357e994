#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of an image's file, which are read only where a header reader requests them.
///
/// A window of 4 KiB of a file is in memory, so that skipping a long part costs nothing. At most 16
/// MiB of a file are read, and a byte is accessed at most 32 million times: if the size of the
/// image has not been found by then, the file is invalid. So no file takes more than a second, or
/// more memory than a few times the bytes that are read.
struct HeaderBytes {
  /// The number of bytes of the file.
  let count: Int
  private let descriptor: Int32?
  private var window: [UInt8]
  /// The position of the window.
  private var start = 0
  private var loaded = 0, looks = 0

  private static let windowSize = 4096
  private static let limit = 16 << 20
  private static let mostLooks = 1 << 25

  /// Creates the bytes of data in memory.
  init(_ bytes: [UInt8]) {
    (count, window, descriptor) = (bytes.count, bytes, nil)
  }

  /// Creates the bytes of a file that is open for reading.
  init(descriptor: Int32, count: Int) {
    (self.count, self.descriptor, window) = (count, descriptor, [])
  }

  /// Returns a byte.
  /// - Throws: `HeaderFault` beyond the end, and after too many reads.
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
        "has no size in its first \(Self.limit >> 20) MiB", expected: "a header")
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

  /// Returns a whole number of a number of bytes, the most significant one first.
  private mutating func number(_ offset: Int, _ size: Int) throws(HeaderFault) -> Int {
    var number = 0
    for index in 0..<size { number = number << 8 | Int(try byte(offset + index)) }
    return number
  }

  mutating func u16(_ offset: Int) throws(HeaderFault) -> Int { try number(offset, 2) }
  mutating func u32(_ offset: Int) throws(HeaderFault) -> Int { try number(offset, 4) }

  /// Returns a whole number of a number of bytes, the least significant one first.
  mutating func little(_ offset: Int, bytes size: Int) throws(HeaderFault) -> Int {
    var number = 0
    for index in (0..<size).reversed() { number = number << 8 | Int(try byte(offset + index)) }
    return number
  }

  /// Returns eight bytes as a whole number; `nil` above 2^62.
  mutating func u64(_ offset: Int) throws(HeaderFault) -> Int? {
    let high = try u32(offset)
    return high < 1 << 30 ? high << 32 | (try u32(offset + 4)) : nil
  }

  /// Returns `true` if these bytes are at an offset; `false` beyond the end.
  mutating func has(_ text: StaticString, at offset: Int) throws(HeaderFault) -> Bool {
    guard offset <= count - text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount {
      guard try byte(offset + index) == text.utf8Start[index] else { return false }
    }
    return true
  }

  /// Returns the name of a chunk or a box: four bytes, each as one character.
  mutating func name(_ offset: Int) throws(HeaderFault) -> String {
    var name = ""
    for index in 0..<4 { name.unicodeScalars.append(Unicode.Scalar(try byte(offset + index))) }
    return name
  }
}

/// An error in a header: a fact and the expected value, as in `TraceError`.
package struct HeaderFault: Error, Equatable, Sendable {
  /// The fact, as the continuation of "the file".
  package let fact: String
  package let expected: String

  init(_ fact: String, expected: String) { (self.fact, self.expected) = (fact, expected) }
}
