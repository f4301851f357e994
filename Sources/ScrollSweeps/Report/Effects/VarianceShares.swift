/// How much of the variance over a complete grid each axis explains alone, and each pair together.
///
/// The functional analysis of variance: with *f* the mean over everything, *f_a* the mean where one
/// axis has a level less *f*, and *f_ab* what the means of pairs have beyond these, the variances of
/// the parts add up to the whole (W. Hoeffding, Annals of Mathematical Statistics 19(3), 1948,
/// doi:10.1214/aoms/1177730196; as shares of importance in F. Hutter, H. Hoos, K. Leyton-Brown,
/// "An efficient approach for assessing hyperparameter importance", ICML 2014). What is left is
/// owed to three axes or more.
struct VarianceShares: Sendable {
  /// Nil if nothing varies.
  let main: [Double]?
  /// For each pair of places, the smaller first.
  let pairs: [[Int]: Double]

  /// - Parameters:
  ///   - counts: how many levels each axis has, one for a value of its own that counts as no axis.
  ///   - values: over every combination, each with its levels.
  /// - Complexity: O(*n a*²) in the values and the axes.
  init(counts: [Int], values: [(levels: [Int], value: Double)]) {
    let mean = values.reduce(0) { $0 + $1.value } / Double(max(1, values.count))
    let total = values.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) }
    // Rounding alone is no variance.
    guard total > 1e-18 * max(1e-300, mean * mean) * Double(values.count) else {
      (main, pairs) = (nil, [:])
      return
    }
    func means(_ axes: [Int]) -> (means: [Double], weights: [Double]) {
      let size = axes.reduce(1) { $0 * counts[$1] }
      var sums = Array(repeating: 0.0, count: size), weights = sums
      for value in values {
        let place = axes.reduce(0) { $0 * counts[$1] + value.levels[$1] }
        sums[place] += value.value
        weights[place] += 1
      }
      return (zip(sums, weights).map { $1 > 0 ? $0 / $1 : mean }, weights)
    }
    let alone = counts.indices.map { means([$0]) }
    main = alone.map { axis in
      zip(axis.means, axis.weights).reduce(0) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) } / total
    }
    var pairs: [[Int]: Double] = [:]
    for first in counts.indices {
      for second in counts.indices where second > first {
        let both = means([first, second])
        var sum = 0.0
        for place in both.means.indices {
          let a = alone[first].means[place / counts[second]]
          let b = alone[second].means[place % counts[second]]
          let rest = both.means[place] - a - b + mean
          sum += both.weights[place] * rest * rest
        }
        pairs[[first, second]] = sum / total
      }
    }
    self.pairs = pairs
  }
}
