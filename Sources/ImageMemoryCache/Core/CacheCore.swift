public import ScrollCaching
import ScrollCore

/// What the lock guards: the simulator's cache, and the keys and values that its ids stand for.
///
/// Each key that is resident, remembered by the policy, pinned, being loaded or still alive
/// elsewhere has an id; the ids of all others are taken for new keys. So everything is in flat
/// arrays, and what decides is `Cache`, which the simulator uses, too.
@usableFromInline
struct CacheCore<Key: Hashable & Sendable, Value: Sendable, Policy: EvictionPolicy & ~Copyable>:
  ~Copyable
{
  /// What an id stands for.
  @usableFromInline struct Entry {
    @usableFromInline var key: Key
    /// Nil unless it is resident.
    @usableFromInline var value: Value?

    @inlinable init(key: Key) { self.key = key }

    /// Moves the value out: releasing it is not the lock's business.
    @inlinable mutating func takeValue() -> Value? { value.take() }
  }

  @usableFromInline var cache: Cache<Policy>
  /// By id; those behind the last have not stood for anything yet.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var table: IDTable
  @usableFromInline var reusable: IDQueue
  @usableFromInline var search = IDSearch(of: 0)
  /// What few caches need.
  @usableFromInline var extras: CacheExtras<Key, Value>
  @usableFromInline private(set) var observer: (any CacheObserver)?
  /// The observer once more where it is a recording: called without a look-up and without a change
  /// of its reference count, which would cost as much as all that it does.
  @usableFromInline private(set) var recording: Unmanaged<StepQueue>?
  @usableFromInline var counts = CoreCounts()
  /// Where removals are read from the cache: empty but for its storage.
  @usableFromInline var removals: [Removal] = []
  /// The largest cost that a value may have, as a share of the limit; nil: the limit.
  @usableFromInline let entryShare: Double?
  /// Whether load times have been told to the policy.
  @usableFromInline var measures = false

  /// How many ids there are at first.
  @usableFromInline static var firstIDCount: Int { 64 }

  @inlinable init(
    _ policy: consuming Policy, _ setup: PolicySetup, _ extras: CacheExtras<Key, Value>,
    entryShare: Double?
  ) {
    cache = Cache(policy, setup, recordsRemovals: true)
    table = IDTable(idCount: setup.imageCount)
    reusable = IDQueue(idCount: setup.imageCount)
    self.extras = extras
    self.entryShare = entryShare
    entries.reserveCapacity(setup.imageCount)
  }

  /// Tells the observer, if there is one.
  @inlinable func note(_ event: @autoclosure () -> CacheEvent) {
    if let recording {
      recording._withUnsafeGuaranteedRef { $0.cacheDid(event()) }
    } else if let observer {
      observer.cacheDid(event())
    }
  }

  /// Tells this observer from now on, and no other; nil: none.
  mutating func tell(_ observer: (any CacheObserver)?) {
    self.observer = observer
    recording = (observer as? StepQueue).map { Unmanaged.passUnretained($0) }
  }
}

/// What the core counts beside `Tally`.
@usableFromInline struct CoreCounts: Sendable {
  @usableFromInline var revived = 0, oversized = 0, loads = 0, joined = 0
  @inlinable init() {}
}
