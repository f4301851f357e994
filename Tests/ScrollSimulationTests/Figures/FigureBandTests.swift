import ScrollSimulation
import Testing

/// Tests of the band that contains most of the draws.
struct FigureBandTests {
  @Test func `a twentieth of the draws is below the band, and a twentieth above`() {
    let band = FigureBand((1...64).map(Double.init).reversed())
    #expect(band.low == 4 && band.high == 61)
    #expect(FigureBand([7]) == FigureBand([7, 7]))
  }

  @Test func `a figure that is infinite in too many draws has an infinite end`() {
    let values = Array(repeating: 1.0, count: 60) + Array(repeating: .infinity, count: 4)
    #expect(FigureBand(values).high == .infinity)
    #expect(FigureBand(values + [1]).low == 1)
  }

  @Test(arguments: [
    (0.0, 0.0, 3), (1.0, 1.001, 3), (1.0, 1.05, 2), (1.0, 1.41, 1), (1.0, 5.1, 0), (1.0, 900, 0),
    (1.0, Double.infinity, 3),
  ])
  func `a figure has no digit finer than a quarter of its band`(
    low: Double, high: Double, decimals: Int
  ) {
    #expect(FigureBand([low, high]).decimals(atMost: 3) == decimals)
  }
}
