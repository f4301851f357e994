package import ScrollDevice

/// Figures that are wrong together, and how much of an outcome goes with them over draws.
package struct BandCause: Sendable, Equatable {
  /// Less than this goes with one of many causes by chance in 64 draws.
  private static let leastShare = 0.2

  /// Their names.
  package let figures: [String]
  /// The squared correlation of the outcome with them over the draws, from 0 to 1; of several the
  /// sum may be above 1.
  package let share: Double

  /// What moves an outcome over draws: squared correlations with the logarithms of what was wrong.
  ///
  /// - Parameters:
  ///   - outcome: a figure, draw by draw.
  ///   - draws: what was wrong in each, the same causes in the same order.
  /// - Returns: the greatest first, without what may be chance; none where an outcome is infinite.
  package static func causes(
    of outcome: [Double], _ draws: [[ProfileDraw.Cause]]
  ) -> [BandCause] {
    guard let first = draws.first, outcome.allSatisfy({ $0.isFinite }) else { return [] }
    return first.indices.map { place in
      let deviates = draws.map { $0[place].deviate }
      return BandCause(figures: first[place].figures, share: determination(deviates, outcome))
    }
    .filter { $0.share >= leastShare }
    .sorted { $0.share > $1.share }
  }

  /// `decode.heic.photo.points[0] and 13 with it`.
  package var text: String {
    let more = figures.count > 1 ? " and \(figures.count - 1) with it" : ""
    return (figures.first ?? "") + more
  }

  private static func determination(_ left: [Double], _ right: [Double]) -> Double {
    let count = Double(left.count)
    let (leftMean, rightMean) = (left.reduce(0, +) / count, right.reduce(0, +) / count)
    var (products, leftSquares, rightSquares) = (0.0, 0.0, 0.0)
    for (one, other) in zip(left, right) {
      products += (one - leftMean) * (other - rightMean)
      leftSquares += (one - leftMean) * (one - leftMean)
      rightSquares += (other - rightMean) * (other - rightMean)
    }
    let scale = leftSquares * rightSquares
    return scale > 0 ? products * products / scale : 0
  }
}
