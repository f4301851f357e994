package import ScrollCore

/// A builder of motions that leaves out samples without new information.
///
/// In an interval in which neither offset nor phase changes, only the first and the last sample are
/// kept. Motion between samples is linear, so every offset and phase in between is unchanged.
package struct MotionBuilder: Sendable {
  private var times: [SimTime] = []
  private var offsets: [Double] = []
  private var phases: [ScrollPhase] = []

  package init() {}

  /// Adds a sample.
  /// - Precondition: `time` is after that of the sample before.
  package mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    let count = times.count
    if count >= 2, repeats(count - 1, offset, phase), repeats(count - 2, offset, phase) {
      times[count - 1] = time
      return
    }
    times.append(time)
    offsets.append(offset)
    phases.append(phase)
  }

  package func motion() -> ScrollMotion {
    ScrollMotion(times: times, offsets: offsets, phases: phases)
  }

  private func repeats(_ index: Int, _ offset: Double, _ phase: ScrollPhase) -> Bool {
    offsets[index] == offset && phases[index] == phase
  }
}
