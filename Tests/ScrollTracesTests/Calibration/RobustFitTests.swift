import ScrollCore
import ScrollTraces
import Testing

@Suite struct RobustFitTests {
  private static let rows = (1...30).map { index -> [Double] in
    let size = Double(index) * 0.1
    return [1, size, size * (0.1 + Double(index % 5) * 0.1)]
  }

  private static func numbers(_ coefficients: [Double]) -> [Double] {
    rows.map { zip($0, coefficients).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  @Test(arguments: [[0.2, 3, 8], [0, 3, 8], [0.2, 0, 8], [0.2, 3, 0], [0, 0, 5]])
  func `numbers without noise give their exact coefficients`(coefficients: [Double]) {
    let fit = RobustFit(Self.rows, to: Self.numbers(coefficients))
    for (found, planted) in zip(fit.coefficients, coefficients) {
      #expect(abs(found - planted) < 1e-6, "\(fit.coefficients) for \(coefficients)")
    }
    #expect(fit.scale < 1e-6)
  }

  /// Least squares would be off by more than half.
  @Test func `a tenth of gross errors has no effect`() {
    var numbers = Self.numbers([0.2, 3, 8])
    for (index, factor) in [(3, 10.0), (14, 7.0), (29, 30.0)] { numbers[index] *= factor }
    let fit = RobustFit(Self.rows, to: numbers)
    for (found, planted) in zip(fit.coefficients, [0.2, 3, 8]) {
      #expect(abs(found - planted) < 1e-4, "\(fit.coefficients)")
    }
    #expect(fit.weights[3] == 0 && fit.weights[14] == 0 && fit.weights[29] == 0)
    #expect(fit.weights.reduce(0, +) > 26.9)
  }

  @Test func `a change of units only scales the coefficients`() {
    var dice = SeededRandom(seed: 3)
    let numbers = Self.numbers([0.2, 3, 8]).map { $0 * exp(0.1 * dice.normal()) }
    let fit = RobustFit(Self.rows, to: numbers)
    let other = RobustFit(
      Self.rows.map { [$0[0], $0[1] * 1000, $0[2] / 50] }, to: numbers.map { $0 * 7 })
    let back = [
      other.coefficients[0] / 7, other.coefficients[1] * 1000 / 7, other.coefficients[2] / 350,
    ]
    for (one, two) in zip(fit.coefficients, back) { #expect(abs(one - two) < 1e-4 * (1 + one)) }
    #expect(abs(fit.scale - other.scale) < 1e-6)
  }

  @Test func `the order of the rows has no effect`() {
    var dice = SeededRandom(seed: 4)
    let numbers = Self.numbers([0.2, 3, 8]).map { $0 * exp(0.2 * dice.normal()) }
    let fit = RobustFit(Self.rows, to: numbers)
    let reversed = RobustFit(Self.rows.reversed(), to: numbers.reversed())
    for (one, two) in zip(fit.coefficients, reversed.coefficients) {
      #expect(abs(one - two) < 1e-6)
    }
  }

  /// Of 300 fits with noise of 0.1 and one number in ten grossly off, some 95 % lie within two
  /// standard errors of what was planted.
  @Test func `two standard errors contain the planted value in 90 to 99 %`() throws {
    var held = 0
    let planted = Self.numbers([0.2, 3, 8])
    for seed in 0..<300 as Range<UInt64> {
      var dice = SeededRandom(seed: seed)
      let numbers = planted.map { number in
        number * exp(0.1 * dice.normal()) * (dice.chance(0.1) ? 4 + 6 * dice.unit() : 1)
      }
      let fit = RobustFit(Self.rows, to: numbers)
      let error = try #require(fit.error)
      let off = zip(Self.rows, planted).map { log(fit($0) / $1) }.median
      held += abs(off) <= 2 * error ? 1 : 0
    }
    #expect(270...297 ~= held, "\(held) of 300")
  }

  @Test func `few rows give no standard error`() {
    #expect(RobustFit([[1], [2]], to: [3, 6]).error == nil)
    #expect(RobustFit([[2]], to: [6]).coefficients == [3])
  }
}
