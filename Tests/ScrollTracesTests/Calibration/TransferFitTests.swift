import ScrollCore
import ScrollTraces
import Testing

@Suite struct TransferFitTests {
  private static let sizes = [16 << 10, 128 << 10, 1 << 20, 8 << 20]

  private func amounts(_ seed: UInt64, latency: Double, bandwidth: Double) -> [TransferFit.Amount] {
    var dice = SeededRandom(seed: seed)
    return Self.sizes.map { bytes in
      TransferFit.Amount(
        bytes: bytes,
        milliseconds: (0..<20).map { _ in
          (latency + Double(bytes) / bandwidth * 1e3) * exp(0.05 * dice.normal())
            * (dice.chance(0.1) ? 5 : 1)
        })
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a fit finds latency and bandwidth despite interruptions`(seed: UInt64) throws {
    let fit = TransferFit(amounts(seed, latency: 0.1, bandwidth: 800e6), hasLatency: true)
    #expect(0.09...0.11 ~= fit.latency, "seed \(seed): \(fit.latency)")
    #expect(760e6...840e6 ~= (try #require(fit.bandwidth)), "seed \(seed)")
    #expect(try #require(fit.error) < 0.1, "seed \(seed)")
  }

  @Test func `a fit without latency has only a bandwidth`() throws {
    let fit = TransferFit(amounts(1, latency: 0, bandwidth: 4e9), hasLatency: false)
    #expect(fit.latency == 0)
    #expect(3.8e9...4.2e9 ~= (try #require(fit.bandwidth)))
  }

  @Test func `times that do not grow with the bytes give no bandwidth`() {
    let flat = Self.sizes.map { TransferFit.Amount(bytes: $0, milliseconds: [1, 1, 1]) }
    #expect(TransferFit(flat, hasLatency: true).bandwidth == nil)
  }
}
