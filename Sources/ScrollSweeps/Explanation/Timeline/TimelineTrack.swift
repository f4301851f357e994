import ScrollCore

/// One row of a timeline: its events ascend in time, and its spans are nested or disjoint.
struct TimelineTrack {
  let name: String
  private(set) var events: [TimelineEvent] = []
  /// The load whose span is open; `nil` if none is.
  private var openLoad: Int32?

  init(_ name: String) { self.name = name }

  mutating func append(_ event: TimelineEvent) {
    precondition(
      event.time >= events.last?.time ?? .zero, "'\(event.name)' at \(event.time) goes back")
    events.append(event)
  }

  /// Begins a span that ends when it is closed, or at a known time.
  mutating func open(_ event: TimelineEvent, load: Int32) {
    append(event)
    openLoad = load
  }

  /// Ends the open span, at its own end if that is earlier.
  mutating func close(at time: SimTime) {
    guard openLoad != nil, let last = events.last else { return }
    openLoad = nil
    if case .span(let end) = last.shape {
      events[events.count - 1].shape = .span(until: min(end, time))
    }
  }

  /// Ends the open span if it belongs to a load.
  mutating func close(load: Int32, at time: SimTime) {
    if openLoad == load { close(at: time) }
  }

  /// Records counts; of several values at one time the last is kept.
  mutating func count(_ values: [(name: String, value: TimelineEvent.Argument)], at time: SimTime) {
    if let last = events.last, last.time == time { events.removeLast() }
    append(TimelineEvent(name: name, shape: .counter, time: time, arguments: values))
  }

  /// Adds a point of a flow to a span.
  mutating func add(_ point: TimelineFlow.Point, toEvent index: Int) {
    events[index].flows.append(point)
  }

  /// A Boolean value that indicates whether the track is a counter, which has no row of its own
  /// among the spans.
  var isCounter: Bool {
    if case .counter? = events.first?.shape { return true }
    return false
  }
}
