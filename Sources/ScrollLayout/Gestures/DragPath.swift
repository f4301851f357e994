/// Content under a finger that drags it from rest to a release velocity.
///
/// In between, the finger's travel is the cubic curve with these ends
/// (`p u^2 (3 - 2u) + r u^2 (u - 1)`, `u` the share of the contact, `p` the travel, `r` release
/// velocity times contact). A release faster than three times the mean velocity makes the finger
/// go back first. What the content does under it is `HeldContent`. Two fingers and the speed-up
/// of quick flicks in a row, which UIKit does not document, are left out.
struct DragPath: Sendable, Equatable {
  let travel: Double, duration: Double, release: Double
  let content: HeldContent

  init(_ content: HeldContent, travel: Double, duration: Double, release: Double) {
    self.content = content
    self.travel = travel
    self.duration = duration
    self.release = release
  }

  func position(at time: Double) -> Double { content.position(movedBy: finger(at: time)) }

  /// The velocity of the content when the finger lifts.
  var releaseVelocity: Double { release * content.slope(movedBy: finger(at: duration)) }

  /// How far the finger has moved.
  private func finger(at time: Double) -> Double {
    let share = min(max(time / duration, 0), 1)
    return share * share * (travel * (3 - 2 * share) + release * duration * (share - 1))
  }
}
