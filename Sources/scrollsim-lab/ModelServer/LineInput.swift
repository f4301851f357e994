import Foundation
import ScrollSimCommands
import ScrollTraces

/// Lines of an open file as they come, without waiting for more than there are.
struct LineInput {
  /// No line is as long.
  static let longestLine = 1 << 20

  private let descriptor: Int32
  private var rest: [UInt8] = []
  private var isAtEnd = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The lines that have come since the last call, at least one; nil at the end.
  ///
  /// The last line of a file need not end.
  /// - Throws: `CommandError` for a file that cannot be read, and for a line without end.
  mutating func nextLines() throws(CommandError) -> [[UInt8]]? {
    while !isAtEnd {
      try fill()
      if isAtEnd {
        return rest.isEmpty ? nil : [rest]
      }
      guard let last = rest.lastIndex(of: UInt8(ascii: "\n")) else {
        guard rest.count <= Self.longestLine else {
          throw CommandError(
            .badData,
            "standard input has a line of more than \(Self.longestLine) bytes; expected less")
        }
        continue
      }
      let lines = rest[..<last].split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rest.removeFirst(last + 1)
      return lines.map { Array($0) }
    }
    return nil
  }

  /// Waits for bytes and takes them.
  private mutating func fill() throws(CommandError) {
    let (bytes, code) = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      let code = count < 0 ? errno : 0
      return (Array(buffer[..<max(0, count)]), code)
    }
    if code == EINTR { return }
    guard code == 0 else {
      throw CommandError(
        .inputOutput, "standard input cannot be read: \(Output.reason(code))")
    }
    rest += bytes
    isAtEnd = bytes.isEmpty
  }
}
