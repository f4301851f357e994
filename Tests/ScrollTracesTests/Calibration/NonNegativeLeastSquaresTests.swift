import ScrollCore
import ScrollTraces
import Testing

@Suite struct NonNegativeLeastSquaresTests {
  private static func draw(_ seed: UInt64) -> (
    rows: [[Double]], target: [Double], weights: [Double]
  ) {
    var dice = SeededRandom(seed: seed)
    let count = dice.within(1...9)
    let rows = (0..<count).map { _ in
      (0..<3).map { _ in dice.unit() * 10 - (dice.chance(0.3) ? 5 : 0) }
    }
    return (rows, rows.map { _ in dice.unit() * 8 - 2 }, rows.map { _ in dice.unit() })
  }

  /// The conditions of Karush, Kuhn and Tucker, which hold at the minimum and nowhere else.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `no change of a coefficient improves the solution`(seed: UInt64) {
    let (rows, target, weights) = Self.draw(seed)
    let found = NonNegativeLeastSquares(rows, target: target, weights: weights).solution()
    for column in 0..<3 {
      var slope = 0.0
      var size = 1e-12
      for (index, row) in rows.enumerated() {
        let sum = zip(row, found).reduce(0) { $0 + $1.0 * $1.1 }
        slope += weights[index] * row[column] * (sum - target[index])
        size += weights[index] * (row[column] * row[column] + target[index] * target[index])
      }
      #expect(found[column] >= 0, "seed \(seed)")
      #expect(slope > -1e-7 * size, "seed \(seed): column \(column) should be larger")
      if found[column] > 0 {
        #expect(slope < 1e-7 * size, "seed \(seed): column \(column) should be smaller")
      }
    }
  }

  /// Of one column, the variance is 1 / the sum of the squares; of two at right angles, each alone.
  @Test func `variances equal those of a textbook`() throws {
    let one = NonNegativeLeastSquares([[3], [4]], target: [1, 1], weights: [1, 1])
    #expect(abs(try #require(one.variances())[0] - 1 / 25) < 1e-12)
    let line = NonNegativeLeastSquares(
      (0..<5).map { [1, Double($0)] }, target: [0, 0, 0, 0, 0], weights: [1, 1, 1, 1, 1])
    let variances = try #require(line.variances())
    #expect(abs(variances[0] - 0.6) < 1e-12)
    #expect(abs(variances[1] - 0.1) < 1e-12)
  }

  @Test func `a linearly dependent column has no variance`() {
    let rows = (1...6).map { [1, Double($0), 2 * Double($0)] }
    let squares = NonNegativeLeastSquares(
      rows, target: rows.map { 5 * $0[1] }, weights: rows.map { _ in 1 })
    #expect(squares.variances() == nil)
    let found = squares.solution()
    #expect(abs(found[1] + 2 * found[2] - 5) < 1e-9)
  }
}
