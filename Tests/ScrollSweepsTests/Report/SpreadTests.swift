import ScrollSweeps
import Testing

/// Means and deviations of weighted figures.
@Suite struct SpreadTests {
  @Test func `a weight counts like as many equal figures in the mean`() {
    var weighted = Spread(), repeated = Spread()
    weighted.add(1, weight: 3)
    weighted.add(5, weight: 1)
    for value in [1.0, 1, 1, 5] { repeated.add(value) }
    #expect(weighted.mean == 2 && repeated.mean == 2)
    #expect(weighted.count == 2 && weighted.greatest == 5)
  }

  @Test func `only the ratios of weights matter`() {
    var light = Spread(), heavy = Spread()
    for value in [2.0, 4, 9] {
      light.add(value, weight: 0.25)
      heavy.add(value)
    }
    #expect(light.mean == heavy.mean && light.deviation == heavy.deviation)
    #expect(abs(heavy.deviation - 13.0.squareRoot()) < 1e-12)
  }
}
