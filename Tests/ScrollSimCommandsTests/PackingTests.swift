import Foundation
import ScrollCore
import ScrollSimCommands
import TestSupport
import Testing

/// Packing, against a reader of its own.
@Suite struct PackingTests {
  /// The text between its line of a policy and its end.
  private func through(_ text: String) throws -> String {
    let packed = try #require(Data(base64Encoded: PackedStudioData(text, after: ["other x"]).text))
    let whole = String(decoding: try Inflate.unpacked(Array(packed)), as: UTF8.self)
    return String(whole.dropFirst("other x\n".count))
  }

  @Test(arguments: ["", "a", "ab", "abc", "aaaa", String(repeating: "na", count: 70_000)])
  func `texts of any length survive packing`(text: String) throws {
    #expect(try through(text) == text)
  }

  @Test func `columns of numbers survive packing and shrink`() throws {
    var random = SeededRandom(seed: 24)
    let text = (0..<20_000).map { row in
      "\(row) \(131.0 * Double(row / 3)) \(Int.random(in: 450...1200, using: &random)) jpeg photo\n"
    }.joined()
    #expect(try through(text) == text)
    #expect(PackedStudioData(text, after: []).text.utf8.count < text.utf8.count / 3)
  }

  @Test(arguments: 0..<40)
  func `random texts survive packing`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let letters = Int.random(in: 1...90, using: &random)
    var text = ""
    while text.utf8.count < 30_000 {
      if text.count > 40, Bool.random(using: &random) {
        text += text.suffix(Int.random(in: 1...40, using: &random)).prefix(30)
      } else {
        text.append(
          Character(UnicodeScalar(UInt8(33 + Int.random(in: 0..<letters, using: &random)))))
      }
    }
    #expect(try through(text) == text, "seed \(seed)")
  }
}
