/// Content under a finger: it follows the finger inside its edges, less and less beyond.
///
/// The finger starts at rest and lifts at the release velocity; in between its travel is
/// the cubic curve with these ends (`p u^2 (3 - 2u) + r u^2 (u - 1)`, `u` the share of the
/// contact, `p` the travel, `r` release velocity times contact). A release faster than three
/// times the mean velocity makes the finger go back first.
///
/// Touching content beyond an edge, as during a bounce, picks it up where it is: the finger
/// counts as pulling as far as the rubber band needs for that. Two fingers and the
/// speed-up of quick flicks in a row, which UIKit does not document, are left out.
struct DragPath: Sendable, Equatable {
  let travel: Double, duration: Double, release: Double
  let bounds: ClosedRange<Double>
  let band: RubberBand
  /// Where the content would be at touch if it had no edges.
  let origin: Double

  init(
    from offset: Double, travel: Double, duration: Double, release: Double,
    bounds: ClosedRange<Double>, band: RubberBand
  ) {
    self.travel = travel
    self.duration = duration
    self.release = release
    self.bounds = bounds
    self.band = band
    let edge = min(max(offset, bounds.lowerBound), bounds.upperBound)
    // A bounce may be farther out than any finger can pull: then take the farthest.
    let reach = 0.999 * band.extent
    let displacement = min(max(offset - edge, -reach), reach)
    origin = edge + (displacement == 0 ? 0 : band.pull(displacement: displacement))
  }

  func position(at time: Double) -> Double {
    let (edge, pull) = split(at: time)
    return pull == 0 ? edge : edge + band.displacement(pull: pull)
  }

  /// The velocity of the content when the finger lifts.
  var releaseVelocity: Double {
    let (_, pull) = split(at: duration)
    return pull == 0 ? release : release * band.slope(pull: pull)
  }

  /// The offset or edge that is nearest to the finger, and how far beyond it that is.
  private func split(at time: Double) -> (edge: Double, pull: Double) {
    let share = min(max(time / duration, 0), 1)
    let finger =
      origin + share * share
      * (travel * (3 - 2 * share) + release * duration * (share - 1))
    let edge = min(max(finger, bounds.lowerBound), bounds.upperBound)
    return (edge, finger - edge)
  }
}
