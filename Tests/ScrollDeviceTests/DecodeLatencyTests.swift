import ScrollCore
import ScrollDevice
import Testing

struct DecodeLatencyTests {
  static let table = DecodeLatency.table([
    .init(pixels: 100, milliseconds: 1), .init(pixels: 10_000, milliseconds: 10),
    .init(pixels: 1_000_000, milliseconds: 1000),
  ])

  private func milliseconds(_ latency: DecodeLatency, pixels: Int, encoded: Int = 0) -> Double {
    latency(pixels: pixels, encoded: ByteCount(encoded)).milliseconds
  }

  @Test func `a linear latency adds a fixed part, the pixels and the bytes`() {
    let latency = DecodeLatency.linear(fixed: 0.5, perMegapixel: 8, perMegabyte: 100)
    #expect(milliseconds(latency, pixels: 2_000_000, encoded: 30_000) == 19.5)
    #expect(milliseconds(latency, pixels: 0) == 0.5)
  }

  @Test(arguments: [(100, 1.0), (10_000, 10), (1_000_000, 1000)])
  func `a table is exact at its points`(pixels: Int, expected: Double) {
    #expect(abs(milliseconds(Self.table, pixels: pixels) - expected) < 1e-6)
  }

  @Test(arguments: [(1000, 3.16227766), (100_000, 100)])
  func `a table interpolates linearly in the logarithms`(pixels: Int, expected: Double) {
    #expect(abs(milliseconds(Self.table, pixels: pixels) / expected - 1) < 1e-6)
  }

  @Test(arguments: [(1, 0.1), (25, 0.5), (100_000_000, 100_000)])
  func `a table extrapolates through its last two points`(
    pixels: Int, expected: Double
  ) {
    #expect(abs(milliseconds(Self.table, pixels: pixels) / expected - 1) < 1e-5)
  }

  @Test func `a table may fall and ignores the bytes`() {
    let latency = DecodeLatency.table([
      .init(pixels: 10, milliseconds: 4), .init(pixels: 1000, milliseconds: 1),
    ])
    #expect(abs(milliseconds(latency, pixels: 100, encoded: 1_000_000) - 2) < 1e-6)
  }

  @Test func `a steep table does not overflow`() {
    let latency = DecodeLatency.table([
      .init(pixels: 1, milliseconds: 0.001), .init(pixels: 2, milliseconds: 1e8),
    ])
    #expect(milliseconds(latency, pixels: 1_000_000_000) == 1e12)
  }
}
