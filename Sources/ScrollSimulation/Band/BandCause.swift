package import ScrollDevice

/// A group of correlated profile errors, and its effect on an outcome over draws.
package struct BandCause: Sendable, Equatable {
  /// The smallest share to report: with many causes, smaller ones occur by chance in 64 draws.
  private static let leastShare = 0.2

  /// The names of the figures.
  package let figures: [String]
  /// The squared correlation of the outcome with the figures over the draws, from 0 to 1.
  ///
  /// The shares of several causes may add up to more than 1.
  package let share: Double

  /// Returns the causes that affect an outcome over draws: squared correlations with the logarithms
  /// of the errors.
  ///
  /// - Parameters:
  ///   - outcome: the value of a figure in each draw.
  ///   - draws: the errors in each draw, the same causes in the same order.
  /// - Returns: the causes from the greatest share down, without those that may be chance; empty if
  ///   an outcome is infinite.
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

  /// The name of the first figure and the number of the others, `decode.heic.photo.points[0] and 13
  /// figures that vary with it`.
  package var text: String {
    let more = figures.count - 1
    let others = more == 1 ? "1 figure that varies with it" : "\(more) figures that vary with it"
    return (figures.first ?? "") + (more > 0 ? " and \(others)" : "")
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
