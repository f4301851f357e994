import ScrollCore

/// A sum of terms with coefficients that are not negative, fitted to positive numbers by relative
/// errors.
///
/// The fit is robust: outliers among the numbers hardly change it, however large they are.
///
/// Residuals are `ln(number / sum)`: a deviation of 10 % counts as much for a small number as for a
/// large one. The fit is an MM-estimate (V. J. Yohai, "High Breakdown-Point and High Efficiency
/// Robust Estimates for Regression", The Annals of Statistics 15(2), 1987,
/// doi:10.1214/aos/1176350366), which starts with least absolute residuals. Their scale is 1.4826
/// times the median magnitude of the residuals. With that scale, the fit minimizes the sum of
/// Tukey's bisquare losses.
///
/// Both minima are found by the Gauss-Newton method with weights (iteratively reweighted least
/// squares); each step is halved until the loss falls. The method is not randomized: equal numbers
/// give equal coefficients.
///
/// - Complexity: O(rows) for each of at most some hundred steps.
package struct RobustFit {
  /// The coefficient of each term.
  package private(set) var coefficients: [Double]
  /// The residual `ln(number / sum)` of each row.
  private(set) var residuals: [Double] = []
  /// The robust standard deviation of the residuals.
  package private(set) var scale = 0.0
  /// The number of coefficients above 0.
  var termsInUse: Int { coefficients.count { $0 > 0 } }

  private let rows: [[Double]]
  private let numbers: [Double]

  /// The scale below which a residual is an arithmetic error.
  private static let leastScale = 1e-9
  private static let mostSteps = 200

  /// Fits the coefficients.
  /// - Parameters:
  ///   - rows: the terms, not negative and not all 0, one row for each number.
  ///   - numbers: the numbers, all above 0.
  package init(_ rows: [[Double]], to numbers: [Double]) {
    precondition(rows.count == numbers.count && !rows.isEmpty, "\(rows.count) rows")
    precondition(numbers.allSatisfy { $0 > 0 && $0.isFinite }, "a number that is not positive")
    self.rows = rows
    self.numbers = numbers
    // Errors are relative to the numbers, so that no number that is far too large has much effect.
    let relative = zip(rows, numbers).map { row, number in row.map { $0 / number } }
    let ones = numbers.map { _ in 1.0 }
    coefficients = NonNegativeLeastSquares(relative, target: ones, weights: ones).solution()
    residuals = residuals(coefficients)
    descend {
      $0.magnitude
    } weight: {
      1 / max($0.magnitude, 1e-6)
    }
    let freedom = Double(rows.count - min(rows.count - 1, termsInUse))
    scale = max(
      Self.leastScale,
      residuals.deviationFromZero * (Double(rows.count) / freedom).squareRoot())
    descend { [scale] in
      Bisquare.loss($0 / scale)
    } weight: { [scale] in
      Bisquare.weight($0 / scale)
    }
  }

  /// The weight of each row, from 0 to 1.
  package var weights: [Double] { residuals.map { Bisquare.weight($0 / scale) } }

  /// The standard error of the logarithm of a factor that all coefficients have in common, which is
  /// the relative standard error of the sum.
  ///
  /// `nil` with too few rows.
  ///
  /// The formula is that for a location M-estimate (P. J. Huber, E. M. Ronchetti, "Robust
  /// Statistics", 2nd edition, Wiley 2009, section 6.3), with the degrees of freedom of the fit.
  package var error: Double? {
    let freedom = rows.count - termsInUse
    let curvature = residuals.reduce(0) { $0 + Bisquare.curvature($1 / scale) }
    guard freedom >= 2, curvature > 0 else { return nil }
    let count = Double(rows.count)
    return scale * (slopes / Double(freedom) * count).squareRoot() / curvature
  }

  /// The standard errors of the coefficients, including those that are 0; `nil` if the rows do not
  /// separate the terms.
  var standardErrors: [Double]? {
    let freedom = rows.count - coefficients.count
    let curvature = residuals.reduce(0) { $0 + Bisquare.curvature($1 / scale) }
    guard freedom >= 2, curvature > 0 else { return nil }
    let relative = relativeRows(coefficients)
    let ones = numbers.map { _ in 1.0 }
    guard
      let variances = NonNegativeLeastSquares(relative, target: ones, weights: ones).variances()
    else { return nil }
    let slope = curvature / Double(rows.count)
    let variance = scale * scale * slopes / Double(freedom) / (slope * slope)
    return variances.map { (variance * $0).squareRoot() }
  }

  /// Returns the sum for some terms.
  package func callAsFunction(_ row: [Double]) -> Double { Self.sum(row, coefficients) }

  private var slopes: Double {
    residuals.reduce(0) { $0 + Bisquare.slope($1 / scale) * Bisquare.slope($1 / scale) }
  }

  private static func sum(_ row: [Double], _ coefficients: [Double]) -> Double {
    zip(row, coefficients).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private func residuals(_ coefficients: [Double]) -> [Double] {
    zip(rows, numbers).map { log($1 / Self.sum($0, coefficients)) }
  }

  /// Returns each term as a share of its row's sum.
  private func relativeRows(_ coefficients: [Double]) -> [[Double]] {
    rows.map { row in
      let sum = Self.sum(row, coefficients)
      return row.map { $0 / sum }
    }
  }

  /// Reduces the loss to a minimum.
  private mutating func descend(
    loss: (Double) -> Double, weight: (Double) -> Double
  ) {
    var height = residuals.reduce(0) { $0 + loss($1) }
    for _ in 0..<Self.mostSteps {
      // ln(sum) is linear near here: its slope along a coefficient is the share of the term.
      let goal = NonNegativeLeastSquares(
        relativeRows(coefficients), target: residuals.map { $0 + 1 },
        weights: residuals.map(weight)
      ).solution()
      var (stride, moved) = (1.0, false)
      while stride > 1e-4, !moved {
        let next = zip(coefficients, goal).map { $0 + stride * ($1 - $0) }
        let trial = residuals(next)
        let trialHeight = trial.reduce(0) { $0 + loss($1) }
        if trial.allSatisfy(\.isFinite), trialHeight < height {
          moved = height - trialHeight > 1e-12 * height
          (coefficients, residuals, height) = (next, trial, trialHeight)
          if !moved { return }
        }
        stride /= 2
      }
      guard moved else { return }
    }
  }
}

/// Tukey's bisquare: a loss that rises like a square for small residuals and is constant beyond a
/// bound.
///
/// So a gross outlier has no weight.
///
/// With the bound 4.685 a fit has 95 % of the efficiency of least squares if errors are normal. A.
/// E. Beaton, J. W. Tukey, "The Fitting of Power Series, Meaning Polynomials, Illustrated on
/// Band-Spectroscopic Data", Technometrics 16(2), 1974, doi:10.1080/00401706.1974.10489171.
///
/// Residuals are in units of their scale.
enum Bisquare {
  static let bound = 4.685

  /// Returns the loss: 1/2 of the square of a small residual, bound²/6 at most.
  static func loss(_ residual: Double) -> Double {
    let rest = rest(residual)
    return bound * bound / 6 * (1 - rest * rest * rest)
  }

  /// Returns the weight of the square of a residual: 1 for a residual of 0, 0 from the bound on.
  static func weight(_ residual: Double) -> Double {
    let rest = rest(residual)
    return rest * rest
  }

  /// Returns the slope of the loss.
  static func slope(_ residual: Double) -> Double { residual * weight(residual) }

  /// Returns the slope of the slope.
  static func curvature(_ residual: Double) -> Double {
    let share = residual / bound * (residual / bound)
    return share < 1 ? (1 - share) * (1 - 5 * share) : 0
  }

  private static func rest(_ residual: Double) -> Double {
    max(0, 1 - residual / bound * (residual / bound))
  }
}

/// Least squares with coefficients that are not negative.
///
/// There are so few columns that every subset of columns can be tried without the constraint. The
/// best subset whose coefficients are not negative is the solution, since the constrained solution
/// equals the unconstrained one for the columns that it uses.
/// - Complexity: O(rows * columns² + 2^columns * columns³).
package struct NonNegativeLeastSquares {
  /// The products of the columns with one another and with the target, each column scaled to unit
  /// length.
  private var products: [[Double]]
  private var targets: [Double]
  private var lengths: [Double]

  /// The smallest share of a column's square that other columns do not explain; a column below it
  /// is left out.
  private static let leastPivot = 1e-10

  /// - Parameters:
  ///   - rows: the rows, all of the same length.
  ///   - target: a number for each row.
  ///   - weights: the weights of the squares, one for each row.
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

  /// Returns the coefficients; all are 0 if no column correlates with the target.
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
      // The reduction of the squares against no column at all.
      let gain = columns.indices.reduce(0) { $0 + part[$1] * targets[columns[$1]] }
      guard part.allSatisfy({ $0 >= 0 }), gain > most else { continue }
      most = gain
      best = targets.map { _ in 0 }
      for (i, column) in columns.enumerated() { best[column] = part[i] / lengths[column] }
    }
    return best
  }

  /// Returns the variances of the coefficients if each row has a variance of 1.
  ///
  /// `nil` if a column depends on others, or is 0.
  package func variances() -> [Double]? {
    let columns = Array(targets.indices)
    guard lengths.allSatisfy({ $0 > 0 }), let inverse = inverse(of: columns) else { return nil }
    return columns.map { inverse[$0][$0] / (lengths[$0] * lengths[$0]) }
  }

  /// Returns the inverse of the products of some columns, by Gauss-Jordan elimination; `nil` if a
  /// column depends on others.
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
