public import ScrollCore
import ScrollDevice
public import ScrollLayout

/// A movement, an event or a layout that cannot be part of a trace.
///
/// Indices count from 0, the numbers in descriptions from 1.
public enum TraceFault: Error, Equatable {
  case noSamples
  /// A movement that does not begin at time 0.
  case firstSample(at: SimTime)
  /// A movement of more than a week.
  case tooLong(SimTime)
  /// Content that moves for more than a day.
  case movesTooLong(SimTime)
  /// An offset that is not a number, or more than one viewport beyond the content.
  case offsetOutside(sample: Int, offset: Double, allowed: ClosedRange<Double>)
  case gesture(GestureError)
  /// An event before 0, or before the previous event.
  case eventOutOfOrder(index: Int, time: SimTime)
  /// An event after the end of the movement.
  case eventAfterEnd(index: Int, time: SimTime, end: SimTime)
  /// An event with more bytes than `TraceLimits.pressureBytes`.
  case eventTooLarge(index: Int)
  /// An event that inserts no items, or more items than leave one to be present at the start.
  case insertion(index: Int, items: Int, most: Int)
  /// An event about an image that does not exist.
  case noSuchImage(index: Int, image: ImageID, count: Int)
  /// A number of laid out items, over all layouts, above `TraceLimits.places`.
  case tooManyPlaces(Int)
  case layout(LayoutError)
}

extension TraceFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSamples: "the movement has no samples"
    case .firstSample(let time): "the movement begins at \(time), not at 0"
    case .tooLong(let time): "the movement takes \(time), more than a week"
    case .movesTooLong(let time):
      "the content moves, or a finger is down, for \(time), more than a day"
    case .offsetOutside(let sample, let offset, let allowed):
      "sample \(sample + 1) of the movement is at offset \(offset), outside "
        + "\(allowed.lowerBound) to \(allowed.upperBound), the content and one viewport beyond"
    case .gesture(let error): "\(error)"
    case .eventOutOfOrder(let index, let time):
      "event \(index + 1) is at \(time), before 0 or before the event in front of it"
    case .eventAfterEnd(let index, let time, let end):
      "event \(index + 1) is at \(time), after the end of the movement at \(end)"
    case .eventTooLarge(let index):
      "event \(index + 1) allocates more than \(TraceLimits.pressureBytes) bytes"
    case .insertion(let index, let items, let most):
      "event \(index + 1) inserts \(items) items, but from 1 to \(most) are possible, "
        + "because at least one item exists at the start"
    case .noSuchImage(let index, let image, let count):
      "event \(index + 1) refers to image \(image.index), but the images are 0 to \(count - 1)"
    case .tooManyPlaces(let count):
      "the events insert items up to \(count), more than \(TraceLimits.places)"
    case .layout(let error): "\(error)"
    }
  }
}

extension TraceFault {
  /// The index of the invalid event, from 0.
  var eventIndex: Int? {
    switch self {
    case .eventOutOfOrder(let index, _), .eventAfterEnd(let index, _, _), .eventTooLarge(let index),
      .insertion(let index, _, _), .noSuchImage(let index, _, _):
      index
    default: nil
    }
  }

  var isAboutEvents: Bool {
    if case .tooManyPlaces = self { return true }
    return eventIndex != nil
  }
}

extension TraceFault {
  static func check(
    _ motion: ScrollMotion, within allowed: ClosedRange<Double>
  ) throws(TraceFault) {
    guard let first = motion.times.first else { throw .noSamples }
    guard first == .zero else { throw .firstSample(at: first) }
    guard motion.duration <= TraceLimits.duration else { throw .tooLong(motion.duration) }
    let movement = motion.movementTime
    guard movement <= ScrollMotion.longestMovement else { throw .movesTooLong(movement) }
    for (sample, offset) in motion.offsets.enumerated() where !allowed.contains(offset) {
      throw .offsetOutside(sample: sample, offset: offset, allowed: allowed)
    }
  }

  /// Checks that the events of a session with these images and items are in order and possible.
  static func check(
    _ events: [TimedSystemEvent], on catalog: TraceCatalog
  ) throws(TraceFault) {
    var last = SimTime.zero
    // One item is there at the start.
    var insertable = catalog.items.count - 1
    for (index, event) in events.enumerated() {
      guard event.time >= last else { throw .eventOutOfOrder(index: index, time: event.time) }
      last = event.time
      switch event.event {
      case .externalPressure(let bytes):
        guard bytes.magnitude <= UInt64(TraceLimits.pressureBytes) else {
          throw .eventTooLarge(index: index)
        }
      case .insert(let items, _):
        guard items > 0, items <= insertable else {
          throw .insertion(index: index, items: items, most: insertable)
        }
        insertable -= items
      case .change(let image), .beginAccess(let image), .endAccess(let image),
        .useContent(let image):
        let count = catalog.images.count
        guard 0..<count ~= Int(image.index) else {
          throw .noSuchImage(index: index, image: image, count: count)
        }
      default: break
      }
    }
  }

  static func check(
    _ events: [TimedSystemEvent], until end: SimTime
  ) throws(TraceFault) {
    guard let index = events.firstIndex(where: { $0.time > end }) else { return }
    throw .eventAfterEnd(index: index, time: events[index].time, end: end)
  }
}
