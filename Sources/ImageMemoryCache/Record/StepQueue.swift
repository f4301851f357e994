import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Steps between a cache, which adds them, and a thread that writes them: a ring.
///
/// The thread sees whole operations alone: what leaves because of one comes right after it. An
/// operation that finds no room ends the recording, so that what is written is always the beginning
/// of what happened.
///
/// `@unchecked` because the cache's lock is this one's, too: those who add hold it, and nobody adds
/// any more when `end` is called from outside of it. The thread and they meet at two counters, and
/// each touches the slots on its own side of them. A lock of its own would cost as much again.
@usableFromInline final class StepQueue: @unchecked Sendable {
  private let slots: UnsafeMutablePointer<RecordedStep>
  /// A power of two.
  let capacity: Int
  /// How many steps were added, and up to which there is room as far as is known.
  @exclusivity(unchecked) private var added = 0, limit: Int
  /// When the thread is woken next.
  @exclusivity(unchecked) private var nextWake: Int
  /// Whether it was told where anything lies.
  @exclusivity(unchecked) var hasPlaces = false
  /// How many steps the thread may see, and how many it has done with.
  private let published = Atomic(0), taken = Atomic(0)
  private let isOpen = Atomic(true)
  /// What happens rarely.
  let state = RecordingState()

  /// - Parameter capacity: rounded up to a power of two.
  init(capacity: Int) {
    var room = 16
    while room < capacity { room *= 2 }
    self.capacity = room
    limit = room
    nextWake = room / 4
    slots = .allocate(capacity: room)
  }

  deinit { slots.deallocate() }

  /// Whether an operation may be added; then those before it are whole.
  @inline(__always) func begins() -> Bool {
    guard isOpen.load(ordering: .relaxed) else { return false }
    published.store(added, ordering: .releasing)
    if added >= nextWake { wake() }
    return true
  }

  @inline(never) private func wake() {
    nextWake = added + capacity / 4
    state.wake()
  }

  /// Whether steps may still be added to the last operation.
  @inline(__always) var goesOn: Bool { isOpen.load(ordering: .relaxed) }

  /// Adds a step if there is room; otherwise nothing of its operation stays.
  @inline(__always) func add(_ step: RecordedStep) -> Bool {
    if added == limit, !findRoom() { return false }
    slots[added & (capacity - 1)] = step
    added += 1
    return true
  }

  @inline(never) private func findRoom() -> Bool {
    limit = taken.load(ordering: .acquiring) + capacity
    if added < limit { return true }
    added = published.load(ordering: .relaxed)
    close(.fellBehind)
    return false
  }

  @inline(never) private func close(_ reason: RecordingEnd) {
    isOpen.store(false, ordering: .relaxed)
    state.end(reason)
  }

  /// Ends the recording, once the cache does not call any more.
  func end() {
    isOpen.store(false, ordering: .relaxed)
    published.store(added, ordering: .releasing)
    state.end(.stopped)
  }

  /// Ends the recording because the thread cannot write.
  func fail(_ code: Int32) { close(.unwritable(code)) }

  /// Hands over the steps of whole operations that there are.
  func take(_ body: (RecordedStep) -> Void) {
    let start = taken.load(ordering: .relaxed)
    let end = published.load(ordering: .acquiring)
    for place in start..<max(start, end) { body(slots[place & (capacity - 1)]) }
    taken.store(max(start, end), ordering: .releasing)
  }
}
