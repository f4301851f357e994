/// A queue of future events, ordered by time, then kind, then order of issue.
///
/// It is a 4-ary heap with one 128-bit key per event, `time (63 bits) | kind (5) | sequence (28) |
/// payload (32)`. So a comparison of two events is a comparison of two numbers, and the order is
/// always determined. Scheduling an event before the start of the trace, or before the last removed
/// event, is a programming error.
///
/// - Complexity: `schedule` and `popFirst` are O(log n) in the number of waiting events.
public struct EventQueue: Sendable {
  /// One event; `kind` ranks events at the same time, lower first.
  public struct Event: Equatable, Sendable {
    public var time: SimTime
    public var kind: UInt8
    public var payload: UInt32

    @inlinable public init(time: SimTime, kind: UInt8, payload: UInt32) {
      self.time = time
      self.kind = kind
      self.payload = payload
    }
  }

  @usableFromInline var heap: [DoubleWord] = []
  @usableFromInline var issued: UInt32 = 0
  @usableFromInline var latest = SimTime(nanoseconds: .min)

  public init() {}

  @inlinable public var isEmpty: Bool { heap.isEmpty }
  @inlinable public var count: Int { heap.count }

  /// The time of the next event; `never` if none waits.
  @inlinable public var nextTime: SimTime {
    guard let first = heap.first else { return .never }
    return Self.event(first).time
  }

  /// The next event, which remains in the queue.
  @inlinable public var first: Event? {
    heap.first.map(Self.event)
  }

  /// Adds an event.
  /// - Precondition: the event is not before the last event that was removed; `kind < 32`; at most
  ///   2^28 events are scheduled between two moments at which the queue is empty.
  @inlinable public mutating func schedule(_ event: Event) {
    precondition(event.time >= latest, "\(event.time) is in the past of \(latest)")
    precondition(event.time.nanoseconds >= 0, "\(event.time) is before the start")
    precondition(event.kind < 32, "kind \(event.kind) does not fit into 5 bits")
    if heap.isEmpty { issued = 0 }
    precondition(issued < 1 << 28, "too many events without a pause")
    heap.append(
      DoubleWord(
        high: UInt64(event.time.nanoseconds) << 1 | UInt64(event.kind >> 4),
        low: UInt64(event.kind & 15) << 60 | UInt64(issued) << 32 | UInt64(event.payload)))
    issued += 1
    siftUp(heap.count - 1)
  }

  /// Removes and returns the next event.
  @inlinable public mutating func popFirst() -> Event? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      siftDown()
    }
    let event = Self.event(first)
    latest = event.time
    return event
  }

  @inlinable static func event(_ key: DoubleWord) -> Event {
    Event(
      time: SimTime(nanoseconds: Int64(key.high >> 1)),
      kind: UInt8(truncatingIfNeeded: (key.high & 1) << 4 | key.low >> 60),
      payload: UInt32(truncatingIfNeeded: key.low))
  }

  @inlinable mutating func siftUp(_ start: Int) {
    var child = start
    let key = heap[child]
    while child > 0 {
      let parent = (child - 1) / 4
      guard key < heap[parent] else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = key
  }

  @inlinable mutating func siftDown() {
    var parent = 0
    let key = heap[0]
    while true {
      let first = parent * 4 + 1
      guard first < heap.count else { break }
      var smallest = first
      for child in first + 1..<max(first + 1, min(first + 4, heap.count))
      where heap[child] < heap[smallest] {
        smallest = child
      }
      guard heap[smallest] < key else { break }
      heap[parent] = heap[smallest]
      parent = smallest
    }
    heap[parent] = key
  }
}
