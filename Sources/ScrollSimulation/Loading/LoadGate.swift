import ScrollCore
import ScrollLayout

/// Whether loads may begin: not while the viewport moves too fast.
///
/// It closes above one speed and opens at or below another, so that it need not flutter between.
struct LoadGate {
  /// Screens per second.
  private let above: Double, below: Double
  private(set) var isClosed = false

  init(_ loader: Loader) {
    above = loader.deferAbove
    below = loader.deferBelow > 0 ? min(loader.deferBelow, loader.deferAbove) : loader.deferAbove
  }

  /// The viewport has moved to where it is in this frame, at so many screens per second.
  mutating func update(speed: Double) {
    guard above > 0 else { return }
    isClosed = speed > (isClosed ? below : above)
  }
}

/// Loads that wait for a slower viewport.
extension Simulation {
  /// Looks at the speed of a frame.
  mutating func updateGate() {
    gate.update(speed: abs(motion.velocity) / screen.extent)
  }

  /// A load is to begin as soon as the viewport is slow enough.
  mutating func deferLoad(_ slot: LoadIndex, at time: SimTime) {
    loading.inFlight.wait(slot, for: .gate, stage: .deferred, at: moment(time))
    note(time, .queued(load: loading.inFlight.loads[slot].serial, .gate))
  }

  /// What was deferred begins, in the order in which it was asked for, if the viewport is slow enough.
  mutating func openGate(at time: SimTime) {
    while !gate.isClosed, let slot = loading.inFlight.next(for: .gate) { begin(slot, at: time) }
  }
}
