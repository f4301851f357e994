import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces
import Testing

/// Tests of the causes of an outcome's variation over draws.
struct BandCauseTests {
  private static func draws() throws -> [[ProfileDraw.Cause]] {
    let device = try DeviceCatalog.builtIn.choose("iphone-5").entry
    return (0..<64).map { ProfileDraw($0, of: device).causes }
  }

  @Test func `the only cause of an outcome is listed first`() throws {
    let draws = try Self.draws()
    try #require(draws[0].count > 1)
    let found = BandCause.causes(of: draws.map { 3 - 2 * $0[1].deviate }, draws)
    #expect(found.first?.figures == draws[0][1].figures)
    #expect(abs((found.first?.share ?? 0) - 1) < 1e-9)
    #expect(found.dropFirst().allSatisfy { $0.share < 0.5 })
  }

  @Test func `a constant outcome and an infinite one have no cause`() throws {
    let draws = try Self.draws()
    #expect(BandCause.causes(of: draws.map { _ in 1.0 }, draws).isEmpty)
    #expect(BandCause.causes(of: draws.map { _ in Double.infinity }, draws).isEmpty)
  }
}
