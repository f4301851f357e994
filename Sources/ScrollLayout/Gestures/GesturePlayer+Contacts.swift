import ScrollCore

extension GesturePlayer {
  /// The motion that recorded fingers make.
  ///
  /// While a finger touches, the content follows it as `FingerContact` has it, once it has moved
  /// by more than 10 points; when it lifts, the content flies on with the mean velocity of the last
  /// 50 ms (UIKit documents neither), at most 8000 pt/s. How it flies is what this player says of
  /// gestures: physics, edges, pages, catching.
  /// - Complexity: O(samples of the fingers + samples that move).
  /// - Parameters:
  ///   - contacts: one after the other.
  ///   - start: the offset at 0, clamped to the content.
  /// - Returns: samples, the first at 0.
  /// - Throws: `GestureError` for a contact before the end of the one in front of it, and for one
  ///   outside of a day.
  public func follow(
    _ contacts: [FingerContact], from start: Double = 0
  ) throws(GestureError) -> ScrollMotion {
    var lifted = SimTime.zero
    for (index, contact) in contacts.enumerated() {
      guard contact.start >= .zero, contact.end <= ScrollMotion.longest else {
        throw .timeOutOfRange(index: index)
      }
      guard contact.start >= lifted else { throw .fingerStillDown(index: index, until: lifted) }
      lifted = contact.end
    }
    let start = min(max(start, bounds.lowerBound), bounds.upperBound)
    var legs = [MotionLeg(start: .zero, end: .zero, curve: .rest(start), phase: .idle)]
    // Content that fits stays where it is.
    for contact in contacts where bounds.upperBound > bounds.lowerBound {
      let offset = legs[legs.count - 1].position(at: contact.start)
      let path = FingerPath(
        HeldContent(from: offset, bounds: bounds, band: band),
        contact)
      legs.append(
        MotionLeg(
          start: contact.start, end: contact.end, curve: .finger(path), phase: .tracking))
      legs.append(
        release(
          from: path.position(at: path.duration),
          velocity: contact.isCancelled ? 0 : path.releaseVelocity, touchedAt: offset,
          at: contact.end))
    }
    let end = contacts.reduce(legs[legs.count - 1].end) { max($0, $1.end) }
    return MotionLeg.sample(legs, until: end, hertz: Self.sampleRate)
  }
}
