package import ScrollDevice

/// A group of profile figures that share an error, and the effect of this error on a result.
///
/// A *draw* (`ProfileDraw`) replaces the uncertain figures of the device and the network by random
/// values within their errors.
package struct BandCause: Sendable, Equatable {
  /// The smallest share to report; with many causes and only 64 draws, smaller shares occur by
  /// chance.
  private static let leastShare = 0.2

  /// The names of the profile figures in the group.
  package let figures: [String]
  /// The squared correlation between the group's error and the result over all draws, from 0 to 1.
  ///
  /// The shares of several causes may add up to more than 1.
  package let share: Double

  /// Returns the groups of figures whose errors affect a result, with the share of each.
  ///
  /// The share is the squared correlation between the result and the logarithm of the group's
  /// error.
  ///
  /// - Parameters:
  ///   - outcome: the result of the run in each draw.
  ///   - draws: the groups and their errors in each draw; every draw lists the same groups in the
  ///     same order.
  /// - Returns: the groups in descending order of share, without those whose share may be chance;
  ///   empty if a result is infinite.
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

  /// The number of the group's figures and the name of the first: `14 figures that vary together
  /// (decode.heic.photo.points[0] and 13 more)`.
  package var text: String {
    guard let first = figures.first, figures.count > 1 else { return figures.first ?? "" }
    return "\(figures.count) figures that vary together (\(first) and \(figures.count - 1) more)"
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
