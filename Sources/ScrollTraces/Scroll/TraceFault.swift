public import ScrollCore
import ScrollDevice
public import ScrollLayout

/// A movement, an event or a layout that cannot be part of a trace.
///
/// Indices count from 0, sentences from 1.
public enum TraceFault: Error, Equatable {
  case noSamples
  /// The movement begins at another time than 0.
  case firstSample(at: SimTime)
  /// A movement of more than 30 days.
  case tooLong(SimTime)
  /// An offset that is not a number, or more than one viewport beyond the content.
  case offsetOutside(sample: Int, offset: Double, allowed: ClosedRange<Double>)
  case gesture(GestureError)
  /// An event before 0, after the end, or before the one in front of it.
  case eventOutOfOrder(index: Int, time: SimTime)
  /// More bytes than `TraceLimits.pressureBytes`.
  case eventTooLarge(index: Int)
  case layout(LayoutError)
}

extension TraceFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSamples: "the movement has no samples"
    case .firstSample(let time): "the movement begins at \(time), not at 0"
    case .tooLong(let time): "the movement takes \(time), more than 30 days"
    case .offsetOutside(let sample, let offset, let allowed):
      "sample \(sample + 1) of the movement is at offset \(offset), outside "
        + "\(allowed.lowerBound) to \(allowed.upperBound), the content and one viewport beyond"
    case .gesture(let error): "\(error)"
    case .eventOutOfOrder(let index, let time):
      "event \(index + 1) is at \(time), outside the movement or before the event in front of it"
    case .eventTooLarge(let index):
      "event \(index + 1) takes more than \(TraceLimits.pressureBytes) bytes"
    case .layout(let error): "\(error)"
    }
  }
}

extension TraceFault {
  static func check(
    _ motion: ScrollMotion, within allowed: ClosedRange<Double>
  ) throws(TraceFault) {
    guard let first = motion.times.first else { throw .noSamples }
    guard first == .zero else { throw .firstSample(at: first) }
    guard motion.duration <= TraceLimits.duration else { throw .tooLong(motion.duration) }
    for (sample, offset) in motion.offsets.enumerated() where !allowed.contains(offset) {
      throw .offsetOutside(sample: sample, offset: offset, allowed: allowed)
    }
  }

  static func check(
    _ events: [TimedSystemEvent], until end: SimTime
  ) throws(TraceFault) {
    var last = SimTime.zero
    for (index, event) in events.enumerated() {
      guard event.time >= last, event.time <= end else {
        throw .eventOutOfOrder(index: index, time: event.time)
      }
      last = event.time
      guard case .externalPressure(let bytes) = event.event else { continue }
      guard bytes.magnitude <= TraceLimits.pressureBytes.magnitude else {
        throw .eventTooLarge(index: index)
      }
    }
  }
}
