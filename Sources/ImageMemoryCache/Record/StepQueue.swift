import ScrollCaching
import ScrollCore
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
  /// The largest: half a gibibyte.
  static let mostCapacity = 1 << 24
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

/// Takes the steps of a cache, inside its lock.
extension StepQueue: CacheObserver {
  @usableFromInline func observationBegan(_ beginning: CacheBeginning) { state.begin(beginning) }

  @usableFromInline func cacheDid(_ event: CacheEvent) {
    if case .left(let removal, let digest) = event {
      if removal.reason.isChoice, goesOn { _ = add(RecordedStep(.left, digest)) }
      return
    }
    if case .assigned(_, let digest) = event {
      // A place that was taken back while the key had no id is not told.
      if hasPlaces, begins() { _ = add(.place(digest, nil)) }
      return
    }
    if begins() { _ = addSteps(of: event) }
  }

  /// Adds the step of an operation, after what belongs to it.
  /// - Returns: false if there was no room.
  @inline(__always) private func addSteps(of event: CacheEvent) -> Bool {
    switch event {
    case .assigned, .left: return true
    case .lookup(let request, let digest, let isHit):
      let flags = isHit ? RecordedStep.isHit : 0
      return addTime(request.time)
        && add(RecordedStep(.get, digest, UInt64(request.cost), flags: flags))
    case .store(let request, let digest, let admission, let load, let outcome):
      if let load, !add(RecordedStep.load(load)) { return false }
      let flags =
        (admission == .prefetched ? RecordedStep.isPrefetched : 0)
        | (outcome == .refused ? RecordedStep.isRefused : 0)
      return addTime(request.time)
        && add(RecordedStep(.set, digest, UInt64(request.cost), flags: flags))
    case .remove(_, let digest, let reason):
      return add(
        RecordedStep(.remove, digest, flags: reason == .expired ? RecordedStep.isExpired : 0))
    case .removeAll: return add(RecordedStep(.clear))
    case .pin(_, let digest): return add(RecordedStep(.use, digest))
    case .unpin(_, let digest): return add(RecordedStep(.release, digest))
    case .limits(let limits): return add(.limits(limits))
    case .pressure(let level, let reaction): return add(.warning(level, reaction))
    case .background(let reaction): return add(.background(reaction))
    case .viewport(let viewport): return addTime(viewport.time) && add(.viewport(viewport))
    case .place(_, let digest, let items):
      hasPlaces = true
      return add(.place(digest, items.first))
        && items.dropFirst().allSatisfy { add(.further(digest, $0)) }
    }
  }

  /// Adds the time that a policy was told; none where it is not looked at.
  @inline(__always) private func addTime(_ time: SimTime) -> Bool {
    time == .zero || add(RecordedStep(.time, UInt64(bitPattern: time.nanoseconds)))
  }
}

extension RemovalReason {
  /// Whether the cache itself decided that an image leaves; of what it was told to take out a
  /// recording says who told it.
  fileprivate var isChoice: Bool {
    switch self {
    case .cost, .count, .pressure, .background, .leftRange: true
    case .expired, .replaced, .removed, .discarded: false
    }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What a recording is, and what those who wait for it are told.
///
/// `@unchecked` because of `mutex`: mutable state is touched only by the thread that holds it.
final class RecordingState: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changes = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var beginning: CacheBeginning?
  private var ending: RecordingEnd?
  private var isAwake = false, isWritten = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changes, nil)
  }

  deinit {
    pthread_cond_destroy(changes)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    changes.deallocate()
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// What the cache was at first; nil before it has said so.
  var start: CacheBeginning? { withLock { beginning } }

  func begin(_ beginning: CacheBeginning) { withLock { self.beginning = beginning } }

  /// Why nothing is added any more; nil while it is.
  var end: RecordingEnd? { withLock { ending } }

  /// The first reason counts, unless what was added cannot be written after all.
  func end(_ reason: RecordingEnd) {
    withLock {
      if ending == nil || reason != .stopped { ending = reason }
      isAwake = true
      pthread_cond_broadcast(changes)
    }
  }

  /// Says that there is much to write.
  func wake() {
    withLock {
      isAwake = true
      pthread_cond_broadcast(changes)
    }
  }

  /// Waits until there is much to write, the recording ends, or so many seconds are over.
  /// - Returns: whether it has ended.
  func wait(atMost seconds: Int) -> Bool {
    withLock {
      var until = timespec()
      clock_gettime(CLOCK_REALTIME, &until)
      until.tv_sec += time_t(seconds)
      while ending == nil, !isAwake {
        guard pthread_cond_timedwait(changes, mutex, &until) == 0 else { break }
      }
      isAwake = false
      return ending != nil
    }
  }

  /// Says that everything is written.
  func finish() {
    withLock {
      isWritten = true
      pthread_cond_broadcast(changes)
    }
  }

  /// Waits until everything is written.
  func waitUntilFinished() {
    withLock { while !isWritten { pthread_cond_wait(changes, mutex) } }
  }
}
