import ScrollSweeps
import Testing

struct ContentKeyTests {
  @Test func `the key of a text is the beginning of its sha256sum`() {
    #expect(ContentKey(of: "").description == "e3b0c44298fc1c149afbf4c8996fb924")
    #expect(ContentKey(of: "scroll").description == "e16a9d4d1cf9ead81f53e096a680d278")
  }

  @Test func `the key of keys is that of their digits, one key per line`() {
    let keys = [ContentKey(of: "a"), ContentKey(of: "b")]
    #expect(ContentKey(of: keys).description == "4196c3b2fd919a8e57ea2d2d86391dd6")
    #expect(ContentKey(of: keys) == ContentKey(of: keys.map { "\($0)\n" }.joined()))
    #expect(ContentKey(of: keys) != ContentKey(of: keys.reversed()))
  }

  @Test(arguments: [
    "00000000000000000000000000000000", "000000000000000a0000000000000b00",
    "ffffffffffffffffffffffffffffffff", "0123456789abcdeffedcba9876543210",
  ])
  func `a key survives parsing and printing`(digits: String) {
    #expect(ContentKey(hex: digits)?.description == digits)
    #expect(ContentKey(hex: digits.uppercased())?.description == digits)
  }

  @Test(arguments: [
    "", "0123", "0123456789abcdeffedcba98765432100", "0123456789abcdeffedcba987654321g",
    "+123456789abcdeffedcba9876543210", "0123456789abcdef-edcba9876543210",
    " 123456789abcdeffedcba9876543210", "０123456789abcdeffedcba9876543210",
  ])
  func `any text but 32 digits is not a key`(text: String) {
    #expect(ContentKey(hex: text) == nil)
  }

  @Test func `keys have the order of their digits`() {
    let keys = (0..<200).map { ContentKey(of: "\($0)") }
    #expect(keys.sorted().map(\.description) == keys.map(\.description).sorted())
  }
}
