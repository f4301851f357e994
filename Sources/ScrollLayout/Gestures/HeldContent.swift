/// Content that a finger holds: it follows the finger inside its edges, less and less beyond.
///
/// Touching content beyond an edge, as during a bounce, picks it up where it is: the finger
/// counts as pulling as far as the rubber band needs for that.
struct HeldContent: Sendable, Equatable {
  let bounds: ClosedRange<Double>
  let band: RubberBand
  /// Where the content would be at touch if it had no edges.
  let origin: Double

  init(from offset: Double, bounds: ClosedRange<Double>, band: RubberBand) {
    self.bounds = bounds
    self.band = band
    let edge = min(max(offset, bounds.lowerBound), bounds.upperBound)
    // A bounce may be farther out than any finger can pull: then take the farthest.
    let reach = 0.999 * band.extent
    let displacement = min(max(offset - edge, -reach), reach)
    origin = edge + (displacement == 0 ? 0 : band.pull(displacement: displacement))
  }

  /// Where the content is when the finger has moved it by so much since it touched.
  func position(movedBy travel: Double) -> Double {
    let (edge, pull) = split(travel)
    return pull == 0 ? edge : edge + band.displacement(pull: pull)
  }

  /// How fast the content moves there, as a share of the finger's speed.
  func slope(movedBy travel: Double) -> Double {
    let (_, pull) = split(travel)
    return pull == 0 ? 1 : band.slope(pull: pull)
  }

  /// The offset or edge that is nearest to the finger, and how far beyond it that is.
  private func split(_ travel: Double) -> (edge: Double, pull: Double) {
    let finger = origin + travel
    let edge = min(max(finger, bounds.lowerBound), bounds.upperBound)
    return (edge, finger - edge)
  }
}
