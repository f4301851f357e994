import ScrollCaching
import ScrollCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A ring buffer of steps between a cache, which adds them, and a thread that writes them.
///
/// The thread only sees whole operations: the values that leave because of an operation come right
/// after it. An operation that finds no space ends the recording, so that the written part is
/// always the beginning of the operations.
///
/// `@unchecked` because the cache's lock guards the adding side: threads that add steps hold the
/// lock, and when `end` is called outside of the lock, no thread adds steps any more. The adding
/// side shares two counters with the writing thread, and neither side touches slots of the other. A
/// separate lock would double the cost.
@usableFromInline final class StepQueue: @unchecked Sendable {
  private let slots: UnsafeMutablePointer<RecordedStep>
  /// The number of slots: a power of two.
  let capacity: Int
  /// The largest capacity: half a gibibyte.
  static let mostCapacity = 1 << 24
  /// The number of steps that were added, and the number up to which space is known to be free.
  @exclusivity(unchecked) private var added = 0, limit: Int
  /// The number of added steps at which the thread is woken next.
  @exclusivity(unchecked) private var nextWake: Int
  /// A Boolean value that indicates whether the recording has places.
  @exclusivity(unchecked) var hasPlaces = false
  /// The number of steps that the thread may see, and the number that it has processed.
  private let published = SharedNumber(0), taken = SharedNumber(0)
  /// A number that is 1 while operations may be added, and 0 after that.
  private let openness = SharedNumber(1)
  /// The state that rarely changes.
  let state = RecordingState()

  /// Creates a queue.
  /// - Parameter capacity: The number of slots, rounded up to a power of two.
  init(capacity: Int) {
    var room = 16
    while room < capacity { room *= 2 }
    self.capacity = room
    limit = room
    nextWake = room / 4
    slots = .allocate(capacity: room)
  }

  deinit { slots.deallocate() }

  /// Returns whether an operation may be added, and publishes the operations before it.
  @inline(__always) func begins() -> Bool {
    guard isOpen else { return false }
    published.store(added)
    if added >= nextWake { wake() }
    return true
  }

  @inline(never) private func wake() {
    nextWake = added + capacity / 4
    state.wake()
  }

  /// A Boolean value that indicates whether steps may still be added.
  @inline(__always) private var isOpen: Bool { openness.load() != 0 }

  /// Adds a step if there is space; otherwise all steps of its operation are removed.
  @inline(__always) func add(_ step: RecordedStep) -> Bool {
    if added == limit, !findRoom() { return false }
    slots[added & (capacity - 1)] = step
    added += 1
    return true
  }

  @inline(never) private func findRoom() -> Bool {
    limit = taken.load() + capacity
    if added < limit { return true }
    added = published.load()
    close(.fellBehind)
    return false
  }

  @inline(never) private func close(_ reason: RecordingEnd) {
    openness.store(0)
    state.end(reason)
  }

  /// Ends the recording, once the cache no longer calls it.
  func end() {
    openness.store(0)
    published.store(added)
    state.end(.stopped)
  }

  /// Ends the recording because the thread cannot write.
  func fail(_ code: Int32) { close(.unwritable(code)) }

  /// Passes the published steps, which are whole operations, to a closure.
  func take(_ body: (RecordedStep) -> Void) {
    let start = taken.load()
    let end = published.load()
    for place in start..<max(start, end) { body(slots[place & (capacity - 1)]) }
    taken.store(max(start, end))
  }
}

/// Receives the steps of a cache, inside its lock.
extension StepQueue: CacheObserver {
  @usableFromInline func observationBegan(_ beginning: CacheBeginning) { state.begin(beginning) }

  @usableFromInline func cacheDid(_ event: CacheEvent) {
    if case .left(let removal, let digest) = event {
      if removal.reason.isChoice, isOpen { _ = add(RecordedStep(.left, digest)) }
      return
    }
    if case .assigned(_, let digest) = event {
      // The key may have lost its place while it had no id, which no event reports.
      if hasPlaces, begins() { _ = add(.place(digest, nil)) }
      return
    }
    if begins() { _ = addSteps(of: event) }
  }

  /// Adds the step of an operation, after its time and load time.
  /// - Returns: `false` if there was no space.
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

  /// Adds the time that a policy received; none if the policy does not read it.
  @inline(__always) private func addTime(_ time: SimTime) -> Bool {
    time == .zero || add(RecordedStep(.time, UInt64(bitPattern: time.nanoseconds)))
  }
}

extension RemovalReason {
  /// A Boolean value that indicates whether the cache itself decided that an image leaves.
  ///
  /// For the other removals the recording has the operation that caused them.
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

/// The state of a recording, and the conditions that threads wait for.
///
/// `@unchecked` because of `mutex`: only the thread that holds it touches mutable state.
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

  /// The state of the cache at the start; nil before it is known.
  var start: CacheBeginning? { withLock { beginning } }

  func begin(_ beginning: CacheBeginning) { withLock { self.beginning = beginning } }

  /// The reason why nothing is added any more; nil while the recording runs.
  var end: RecordingEnd? { withLock { ending } }

  /// Ends the recording; the first reason counts, but a later failure to write the steps replaces
  /// it.
  func end(_ reason: RecordingEnd) {
    withLock {
      if ending == nil || reason != .stopped { ending = reason }
      isAwake = true
      pthread_cond_broadcast(changes)
    }
  }

  /// Wakes the writing thread, because there is much to write.
  func wake() {
    withLock {
      isAwake = true
      pthread_cond_broadcast(changes)
    }
  }

  /// Waits until there is much to write, the recording ends, or the seconds have passed.
  /// - Returns: `true` if the recording has ended.
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

  /// Signals that everything is written.
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
