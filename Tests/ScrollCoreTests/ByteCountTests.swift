import ScrollCore
import Testing

struct ByteCountTests {
  @Test(arguments: [
    ("4096", 4096), ("0", 0), ("12B", 12), ("64MiB", 67_108_864), ("1KiB", 1024),
    ("2GiB", 2_147_483_648), ("1TiB", 1_099_511_627_776), ("2TB", 2_000_000_000_000),
    ("1.5GB", 1_500_000_000), ("3kB", 3000), ("3KB", 3000),
    ("0.5MB", 500_000), (".5MB", 500_000), ("0.1MiB", 104_858), ("-2MB", -2_000_000),
  ])
  func `an amount is a decimal number and a unit`(text: String, bytes: Int) {
    #expect(ByteCount(parsing: text)?.bytes == bytes)
  }

  @Test(arguments: [
    "", "B", "MiB", "64 MiB", " 64", "64mib", "64M", "64MiBs", "0x10", "0x1B", "1e3", "1e3MB",
    "inf", "nan", "nanMB", "infB", "1.5", "1.5B", "1,5MB", "10000000000GB", "--1", "1-2MB", "½MB",
    "٣MB",
  ])
  func `any other text is an error`(text: String) {
    #expect(ByteCount(parsing: text) == nil)
  }

  @Test(arguments: [
    (0, "0B"), (1500, "1500B"), (1024, "1KiB"), (67_108_864, "64MiB"), (1 << 30, "1GiB"),
    ((1 << 20) + 1, "1048577B"), (-1024, "-1KiB"),
  ])
  func `a written amount reads back unchanged`(bytes: Int, text: String) {
    #expect(ByteCount(bytes).description == text)
    #expect(ByteCount(parsing: text) == ByteCount(bytes))
  }

  @Test func `rounding up to a page keeps whole pages`() {
    let page = ByteCount(4096)
    #expect(ByteCount(0).rounded(upTo: page) == .zero)
    #expect(ByteCount(1).rounded(upTo: page) == page)
    #expect(ByteCount(4096).rounded(upTo: page) == page)
    #expect(ByteCount(4097).rounded(upTo: page) == page * 2)
  }
}
