import ScrollCore

/// A sum of terms with coefficients that are not negative, fitted to positive numbers by relative
/// errors, whatever a part of the numbers are.
///
/// Residuals are `ln(number / sum)`: what is 10 % off counts as much for a small number as for a
/// large one. An MM-estimate (V. J. Yohai, "High Breakdown-Point and High Efficiency Robust
/// Estimates for Regression", The Annals of Statistics 15(2), 1987, doi:10.1214/aos/1176350366), with
/// least absolute residuals as the start: they leave a scale, 1.4826 times the median magnitude of
/// the residuals; with that scale the sum of Tukey's bisquare losses is made least.
///
/// Both minima are looked for by Gauss and Newton with weights (iteratively reweighted least
/// squares), each step halved until it is one down. Nothing is drawn: equal numbers give equal
/// coefficients.
///
/// - Complexity: O(rows) for each of at most some hundred steps.
package struct RobustFit {
  /// One for each term.
  package private(set) var coefficients: [Double]
  /// `ln(number / sum)`, one for each row.
  package private(set) var residuals: [Double] = []
  /// The robust standard deviation of the residuals.
  package private(set) var scale = 0.0
  /// How many coefficients are above 0.
  package var termsInUse: Int { coefficients.count { $0 > 0 } }

  private let rows: [[Double]]
  private let numbers: [Double]

  /// Below this a residual is that of arithmetic.
  private static let leastScale = 1e-9
  private static let mostSteps = 200

  /// Fits.
  /// - Parameters:
  ///   - rows: the terms, not negative and not all 0, one row for each number.
  ///   - numbers: above 0.
  package init(_ rows: [[Double]], to numbers: [Double]) {
    precondition(rows.count == numbers.count && !rows.isEmpty, "\(rows.count) rows")
    precondition(numbers.allSatisfy { $0 > 0 && $0.isFinite }, "a number that is not positive")
    self.rows = rows
    self.numbers = numbers
    // Errors relative to the numbers: no number that is far too large can pull much.
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

  /// What each row counts, from 0 to 1.
  package var weights: [Double] { residuals.map { Bisquare.weight($0 / scale) } }

  /// One standard error of the logarithm of all coefficients together, which is that of the sum
  /// relative to it; nil where the rows are too few to tell.
  ///
  /// That of a location M-estimate (P. J. Huber, E. M. Ronchetti, "Robust Statistics", 2nd edition,
  /// Wiley 2009, section 6.3), with the degrees of freedom of the fit.
  package var error: Double? {
    let freedom = rows.count - termsInUse
    let curvature = residuals.reduce(0) { $0 + Bisquare.curvature($1 / scale) }
    guard freedom >= 2, curvature > 0 else { return nil }
    let count = Double(rows.count)
    return scale * (slopes / Double(freedom) * count).squareRoot() / curvature
  }

  /// Standard errors of the coefficients, those that are 0 included; nil where the rows do not tell
  /// the terms apart.
  package var standardErrors: [Double]? {
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

  /// The sum for some terms.
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

  /// Each term as a share of its row's sum.
  private func relativeRows(_ coefficients: [Double]) -> [[Double]] {
    rows.map { row in
      let sum = Self.sum(row, coefficients)
      return row.map { $0 / sum }
    }
  }

  /// Goes downhill as far as it goes.
  private mutating func descend(
    loss: (Double) -> Double, weight: (Double) -> Double
  ) {
    var height = residuals.reduce(0) { $0 + loss($1) }
    for _ in 0..<Self.mostSteps {
      // ln(sum) is linear near here: its slope along a coefficient is the term's share.
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
