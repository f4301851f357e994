import ScrollCore
import Testing

@Suite struct SizeListTests {
  @Test(
    arguments: [
      ("64", "64 is 64 bytes, less than one image; did you mean 64MiB?"),
      ("64MiB,1", "1 is 1 byte, less than one image; did you mean 1MiB?"),
      ("16..128:x2", "16 is 16 bytes, less than one image; did you mean 16MiB?"),
      ("32768", "32768 is 32 768 bytes, less than one image; did you mean 32768KiB?"),
      ("64B", nil), ("1KiB..4KiB:x2", nil), ("100000", nil), ("100000..400000:x2", nil),
    ] as [(String, String?)])
  func `a number smaller than an image needs a unit`(
    text: String, sentence: String?
  ) throws {
    #expect(try SizeList(parsing: text).missingUnit(below: ByteCount(100_000)) == sentence)
  }
}
