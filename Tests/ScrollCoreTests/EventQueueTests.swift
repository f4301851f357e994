import ScrollCore
import Testing

struct EventQueueTests {
  private func event(_ time: Int64, kind: UInt8 = 0, _ payload: UInt32) -> EventQueue.Event {
    EventQueue.Event(time: SimTime(nanoseconds: time), kind: kind, payload: payload)
  }

  private func drain(_ queue: inout EventQueue) -> [UInt32] {
    var payloads: [UInt32] = []
    while let event = queue.popFirst() { payloads.append(event.payload) }
    return payloads
  }

  @Test func `events leave by time, then kind, then order of scheduling`() {
    var queue = EventQueue()
    queue.schedule(event(20, kind: 0, 1))
    queue.schedule(event(10, kind: 3, 2))
    queue.schedule(event(10, kind: 1, 3))
    queue.schedule(event(10, kind: 1, 0))
    queue.schedule(event(10, kind: 1, 9))
    queue.schedule(event(0, kind: 31, .max))
    let order = drain(&queue)
    #expect(order == [.max, 3, 0, 9, 2, 1])
  }

  @Test func `an empty queue has no next time`() {
    var queue = EventQueue()
    #expect(queue.isEmpty)
    #expect(queue.nextTime == .never)
    #expect(queue.first == nil)
    let next = queue.popFirst()
    #expect(next == nil)
  }

  @Test func `an event leaves the queue unchanged`() {
    var queue = EventQueue()
    let late = event(.max, kind: 31, .max)
    let early = event(0, kind: 0, 0)
    queue.schedule(late)
    queue.schedule(early)
    #expect(queue.count == 2)
    #expect(queue.first == early)
    #expect(queue.nextTime == .zero)
    let events = [queue.popFirst(), queue.popFirst()]
    #expect(events == [early, late])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `scheduling while running keeps the order of a sorted list`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var queue = EventQueue()
    var reference: [(time: Int64, kind: UInt8, payload: UInt32)] = []
    var now: Int64 = 0
    for payload in 0..<3000 as Range<UInt32> {
      if random.chance(0.55) || reference.isEmpty {
        let (time, kind) = (now + Int64(random.below(20)), UInt8(random.below(4)))
        queue.schedule(event(time, kind: kind, payload))
        reference.append((time, kind, payload))
      } else {
        // `min` returns the first of equals: the one issued first.
        let place = reference.indices.min {
          (reference[$0].time, reference[$0].kind) < (reference[$1].time, reference[$1].kind)
        }
        let expected = reference.remove(at: place ?? 0)
        let next = queue.popFirst()
        #expect(
          next == event(expected.time, kind: expected.kind, expected.payload), "seed \(seed)")
        now = expected.time
      }
    }
    #expect(queue.count == reference.count, "seed \(seed)")
  }

  @Test func `scheduling in the past is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue()
      queue.schedule(.init(time: SimTime(nanoseconds: 5), kind: 0, payload: 0))
      _ = queue.popFirst()
      queue.schedule(.init(time: SimTime(nanoseconds: 4), kind: 0, payload: 0))
    }
  }

  @Test func `the queue accepts an event at the current time`() {
    var queue = EventQueue()
    queue.schedule(event(5, 1))
    _ = queue.popFirst()
    queue.schedule(event(5, 2))
    let rest = drain(&queue)
    #expect(rest == [2])
  }
}
