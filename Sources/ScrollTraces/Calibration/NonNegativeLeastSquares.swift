/// Least squares with coefficients that are not negative.
///
/// For so few columns that all choices of columns can be tried: the best one without a negative
/// coefficient is the solution, since the solution is that of the columns it uses.
/// - Complexity: O(rows * columns² + 2^columns * columns³).
package struct NonNegativeLeastSquares {
  /// Products of the columns with one another, each column at length 1, and with the target.
  private var products: [[Double]]
  private var targets: [Double]
  private var lengths: [Double]

  /// A column that others make up but for so much of its square is left out.
  private static let leastPivot = 1e-10

  /// - Parameters:
  ///   - rows: all of one length.
  ///   - target: a number for each row.
  ///   - weights: of the squares, one for each row.
  package init(_ rows: [[Double]], target: [Double], weights: [Double]) {
    let columns = rows[0].indices
    products = columns.map { _ in columns.map { _ in 0 } }
    targets = columns.map { _ in 0 }
    for (index, row) in rows.enumerated() {
      for i in columns {
        targets[i] += weights[index] * row[i] * target[index]
        for j in columns { products[i][j] += weights[index] * row[i] * row[j] }
      }
    }
    lengths = columns.map { [products] in products[$0][$0].squareRoot() }
    for i in columns where lengths[i] > 0 {
      targets[i] /= lengths[i]
      for j in columns where lengths[j] > 0 { products[i][j] /= lengths[i] * lengths[j] }
    }
  }

  /// The coefficients; all 0 where no column goes along with the target.
  package func solution() -> [Double] {
    var best = targets.map { _ in 0.0 }
    var most = 0.0
    for choice in 1..<(1 << targets.count) {
      let columns = targets.indices.filter { choice & (1 << $0) != 0 }
      guard columns.allSatisfy({ lengths[$0] > 0 }), let inverse = inverse(of: columns) else {
        continue
      }
      let part = columns.indices.map { i in
        columns.indices.reduce(0) { $0 + inverse[i][$1] * targets[columns[$1]] }
      }
      // What the squares lose against no column at all.
      let gain = columns.indices.reduce(0) { $0 + part[$1] * targets[columns[$1]] }
      guard part.allSatisfy({ $0 >= 0 }), gain > most else { continue }
      most = gain
      best = targets.map { _ in 0 }
      for (i, column) in columns.enumerated() { best[column] = part[i] / lengths[column] }
    }
    return best
  }

  /// The variances of the coefficients where each row has a variance of 1; nil where a column is
  /// made up by others, or is 0.
  package func variances() -> [Double]? {
    let columns = Array(targets.indices)
    guard lengths.allSatisfy({ $0 > 0 }), let inverse = inverse(of: columns) else { return nil }
    return columns.map { inverse[$0][$0] / (lengths[$0] * lengths[$0]) }
  }

  /// Of the products of some columns, by Gauss and Jordan; nil where one is made up by others.
  ///
  /// The matrix is positive definite, so that its pivots are on the diagonal.
  private func inverse(of columns: [Int]) -> [[Double]]? {
    let size = columns.count
    var matrix = columns.map { i in columns.map { products[i][$0] } }
    var inverse = (0..<size).map { i in (0..<size).map { i == $0 ? 1.0 : 0 } }
    for pivot in 0..<size {
      let divisor = matrix[pivot][pivot]
      guard divisor > Self.leastPivot else { return nil }
      for j in 0..<size {
        matrix[pivot][j] /= divisor
        inverse[pivot][j] /= divisor
      }
      for i in 0..<size where i != pivot {
        let factor = matrix[i][pivot]
        for j in 0..<size {
          matrix[i][j] -= factor * matrix[pivot][j]
          inverse[i][j] -= factor * inverse[pivot][j]
        }
      }
    }
    return inverse
  }
}
