import ScrollPages
import Testing

@Suite struct AxisTests {
  @Test(arguments: [
    (0.0, "0"), (12.0, "12"), (12.5, "12.5"), (-0.25, "-0.25"), (3.14159, "3.14"), (-0.001, "0"),
    (1e6, "1000000"), (0.05, "0.05"),
  ])
  func `an axis rounds coordinates to a hundredth`(value: Double, text: String) {
    #expect(Coordinate.text(value) == text)
  }

  @Test(arguments: [
    ([0.0, 9.7], [0, 5, 10.0]), ([3, 4], [0, 1, 2, 3, 4.0]), ([0.021], [0, 0.01, 0.02, 0.03]),
    ([-3, 12], [-5, 0, 5, 10, 15.0]), ([], [0, 1.0]), ([.infinity, 40], [0, 10, 20, 30, 40.0]),
    ([.leastNonzeroMagnitude], [0, 1.0]), ([-1.7e308, 1.7e308], [0, 1.0]),
  ])
  func `ticks are round and cover all values`(values: [Double], ticks: [Double]) {
    let found = NiceTicks.fromZero(covering: values)
    #expect(found.count == ticks.count, "\(found)")
    #expect(zip(found, ticks).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
  }

  @Test func `a label writes huge numbers with an exponent`() {
    #expect(Axis.fromZero("x", covering: [1e300]).ticks.last?.label.contains("e+300") == true)
  }

  @Test func `labels have as many decimals as their ticks need`() {
    #expect(
      Axis.fromZero("s", covering: [0.021]).ticks.map(\.label) == ["0.00", "0.01", "0.02", "0.03"])
    #expect(Axis.fromZero("s", covering: [2.1]).ticks.map(\.label) == ["0", "1", "2", "3"])
    #expect(NiceTicks.decimals([0, 2.5, 5]) == 1)
  }

  @Test func `a logarithmic scale spaces doublings evenly`() {
    let scale = Scale(16...128, from: 0, to: 300, .logarithmic)
    let places = [16.0, 32, 64, 128].map { scale($0) }
    #expect(zip(places, [0.0, 100, 200, 300]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `a scale of one value maps it to the middle`() {
    #expect(Scale(5...5, from: 0, to: 10)(5) == 5)
  }
}
