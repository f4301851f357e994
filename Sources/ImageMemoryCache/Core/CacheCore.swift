public import ScrollCaching
public import ScrollCore

/// The state that the lock guards: the simulator's cache, and the keys and values of its ids.
///
/// A key has an id while it is resident, remembered by the policy, pinned, being loaded or still
/// alive elsewhere. All other ids are reused for new keys. So all data is in flat arrays, and
/// `Cache`, which the simulator also uses, makes the decisions.
@usableFromInline
struct CacheCore<Key: Hashable & Sendable, Value: Sendable, Policy: EvictionPolicy & ~Copyable>:
  ~Copyable
{
  /// The key of an id, and its value.
  @usableFromInline struct Entry {
    @usableFromInline var key: Key
    /// The value; nil unless it is resident.
    @usableFromInline var value: Value?

    @inlinable init(key: Key) { self.key = key }

    /// Moves the value out, so that it is released outside of the lock.
    @inlinable mutating func takeValue() -> Value? { value.take() }
  }

  @usableFromInline var cache: Cache<Policy>
  /// The entries by id; ids beyond the last have never had a key.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var table: IDTable
  /// The hash by which the table finds each id; empty where it is the digest of the key.
  @usableFromInline var hashes: [UInt64] = []
  @usableFromInline var reusable: IDQueue
  @usableFromInline var search = IDSearch(of: 0)
  /// State that few caches need.
  @usableFromInline var extras: CacheExtras<Key, Value>
  @usableFromInline private(set) var observer: (any CacheObserver)?
  /// The observer, if it is a recording.
  ///
  /// This typed and unmanaged reference saves a dynamic call and changes of the reference count,
  /// which would cost as much as the recording itself.
  @usableFromInline private(set) var recording: Unmanaged<StepQueue>?
  /// A Boolean value that indicates whether the cache notifies an observer.
  @usableFromInline private(set) var notifiesObserver = false
  @usableFromInline var counts = CoreCounts()
  /// A buffer for the removals that are read from the cache: empty between calls.
  @usableFromInline var removals: [Removal] = []
  /// The largest cost that a value may have, as a share of the limit; nil means the whole limit.
  @usableFromInline let entryShare: Double?
  /// A Boolean value that indicates whether the policy has received load times.
  @usableFromInline var measures = false
  /// The threads that notify the app of removals.
  @usableFromInline var notifyingThreads: [NotifyingThread<Key, Value>] = []
  /// Removals that an earlier call did not deliver: the next call delivers them first.
  @usableFromInline var untold: [RemovedValues<Key, Value>.RemovedValue] = []
  /// The events that the observer has not received, and whether a thread delivers them.
  @usableFromInline let notices = Notices()
  @usableFromInline var isTelling = false
  /// Support for keys whose `==` is code of the app.
  ///
  /// The stamp of an id is the number of the assignment that gave it its key. The ids whose keys
  /// share a hash are twins.
  @usableFromInline let comparesOutside: Bool
  @usableFromInline var stamps: [UInt64] = []
  @usableFromInline var assignmentCount = UInt64(0)
  @usableFromInline var twins: [UInt64: [Int32]] = [:]

  @inlinable init(
    _ policy: consuming Policy, _ setup: PolicySetup, _ extras: CacheExtras<Key, Value>,
    entryShare: Double?, comparesOutside: Bool, hasDigests: Bool
  ) {
    cache = Cache(policy, setup, recordsRemovals: true)
    table = IDTable(idCount: setup.imageCount)
    reusable = IDQueue(idCount: setup.imageCount)
    self.extras = extras
    self.entryShare = entryShare
    self.comparesOutside = comparesOutside
    entries.reserveCapacity(setup.imageCount)
    if comparesOutside { stamps = Array(repeating: 0, count: setup.imageCount) }
    if hasDigests { hashes = Array(repeating: 0, count: setup.imageCount) }
  }

  /// Notifies the observer, if there is one: a recording at once, an observer of the app after the
  /// lock is released.
  @inlinable func note(_ event: @autoclosure () -> CacheEvent) {
    if let recording {
      recording._withUnsafeGuaranteedRef { $0.cacheDid(event()) }
    } else if let observer {
      notices.append(.happened(event(), observer))
    }
  }

  /// Replaces the observer that is notified from now on; nil ends the notifications.
  mutating func tell(_ observer: (any CacheObserver)?) {
    self.observer = observer
    recording = (observer as? StepQueue).map { Unmanaged.passUnretained($0) }
    notifiesObserver = observer != nil && recording == nil
  }
}

/// Notifications of the app.
extension CacheCore where Policy: ~Copyable {
  /// Returns the notifications that this call delivers.
  ///
  /// Events are not among them if another thread is already delivering events to the observer. A
  /// call that the app makes while it is notified adds its removals to those of the notifying call.
  @inline(__always) @inlinable mutating func beginsToTell(
    _ removedValues: inout RemovedValues<Key, Value>, _ notifiesRemovals: Bool
  ) -> PendingNotifications {
    notifiesRemovals || notifiesObserver
      ? begins(&removedValues, notifiesRemovals) : PendingNotifications()
  }

  @inline(never) @usableFromInline mutating func begins(
    _ removedValues: inout RemovedValues<Key, Value>, _ notifiesRemovals: Bool
  ) -> PendingNotifications {
    var pendingNotifications = PendingNotifications()
    if !isTelling, !notices.isEmpty {
      isTelling = true
      pendingNotifications.observer = true
    }
    guard notifiesRemovals, removedValues.first != nil || !untold.isEmpty else {
      return pendingNotifications
    }
    let thread = NotifyingThread<Key, Value>.currentThread
    if let place = notifyingThreads.firstIndex(where: { $0.thread == thread }) {
      removedValues.moveRemovals(to: &notifyingThreads[place].waiting)
      return pendingNotifications
    }
    var notifyingThread = NotifyingThread<Key, Value>(thread: thread)
    if !untold.isEmpty {
      swap(&notifyingThread.waiting, &untold)
      removedValues.moveRemovals(to: &notifyingThread.waiting)
    }
    notifyingThreads.append(notifyingThread)
    pendingNotifications.removals = true
    return pendingNotifications
  }

  /// Moves the removals that this thread must deliver into an empty array.
  /// - Parameters:
  ///   - taken: The array.
  ///   - goesOn: `true` if this thread may deliver more removals; otherwise the next call delivers
  ///     them.
  /// - Returns: `false` once this thread has nothing more to deliver.
  mutating func takeDepartures(
    _ taken: inout [RemovedValues<Key, Value>.RemovedValue], goesOn: Bool
  ) -> Bool {
    let thread = NotifyingThread<Key, Value>.currentThread
    guard let place = notifyingThreads.firstIndex(where: { $0.thread == thread }) else {
      return false
    }
    if goesOn {
      swap(&notifyingThreads[place].waiting, &taken)
    } else {
      untold += notifyingThreads[place].waiting
    }
    if taken.isEmpty { notifyingThreads.remove(at: place) }
    return !taken.isEmpty
  }

  /// Moves the waiting events into an empty array; returns `false` without any.
  mutating func takeNotices(_ taken: inout [Notice]) -> Bool {
    notices.take(&taken)
    isTelling = !taken.isEmpty
    return isTelling
  }
}

/// The counts of the core that `Tally` does not have.
@usableFromInline struct CoreCounts: Sendable {
  @usableFromInline var revived = 0, oversized = 0, loads = 0, joined = 0
  @inlinable init() {}
}

/// Ids: which id a key has, and which id a new key gets.
extension CacheCore where Policy: ~Copyable {
  /// Gives an id to a new key.
  @inline(never) @inlinable mutating func assign(
    _ probe: Probe<Key>, _ removedValues: inout RemovedValues<Key, Value>
  ) -> Int {
    let id = unusedID(&removedValues)
    if id < entries.count {
      leave(id)
      removedValues.append(entries[id].key)
      entries[id].key = probe.key
    } else {
      entries.append(Entry(key: probe.key))
    }
    let image = ImageID(id)
    cache.reassign(image, digest: probe.digest)
    if !hashes.isEmpty { hashes[id] = probe.hash }
    enter(id, probe.hash)
    reusable.append(id)
    note(.assigned(image, digest: probe.digest))
    if !extras.places.isEmpty, let items = extras.places[probe.hash] { tellPlace(of: id, items) }
    return id
  }

  /// Returns an unused id: one that never had a key, or the oldest reusable one that is not in use.
  ///
  /// If less than an eighth of the examined ids in the queue are free, the number of ids
  /// doubles. So over many calls O(1) ids are examined for each one that is found.
  @inlinable mutating func unusedID(_ removedValues: inout RemovedValues<Key, Value>) -> Int {
    if entries.count < cache.imageCount { return entries.count }
    while true {
      if search.left == 0 {
        if search.isScarce { break }
        search = IDSearch(of: reusable.count)
      }
      guard let id = reusable.popFirst() else { break }
      search.left -= 1
      // An id of the cache joins the queue again when its value leaves.
      if cache.contains(ImageID(id)) { continue }
      search.asked += 1
      let object = extras.live?.object(id)
      // This may be the last reference by now; it must not be released inside the lock.
      if let object { removedValues.append(object) }
      if object != nil || cache.isInUse(ImageID(id)) || extras.loads(id) {
        reusable.append(id)
        continue
      }
      search.found += 1
      return id
    }
    search = IDSearch(of: 0)
    grow()
    return entries.count
  }

  /// Doubles the number of ids.
  @inline(never) @inlinable mutating func grow() {
    let count = 2 * cache.imageCount
    precondition(count <= 1 << 30, "more than \(cache.imageCount) keys at once")
    cache.grow(toImageCount: count)
    entries.reserveCapacity(count)
    reusable.grow(to: count)
    extras.grow(to: count)
    if comparesOutside { stamps += repeatElement(0, count: count - stamps.count) }
    if !hashes.isEmpty { hashes += repeatElement(0, count: count - hashes.count) }
    growTable(to: count)
  }
}

/// Pins, and the places of items.
extension CacheCore where Policy: ~Copyable {
  /// Adds a pin to the value of a key, whether or not the value is in the cache.
  @inlinable mutating func pin(
    _ probe: Probe<Key>, _ found: Int?, _ removedValues: inout RemovedValues<Key, Value>
  ) {
    let id = found ?? assign(probe, &removedValues)
    extras.pins[id, default: 0] += 1
    guard extras.pins[id] == 1 else { return }
    cache.pin(ImageID(id))
    note(.pin(ImageID(id), digest: probe.digest))
  }

  /// Removes one pin.
  /// - Returns: `true` if there was one.
  @inlinable mutating func unpin(_ id: Int) -> Bool {
    guard let count = extras.pins[id] else { return false }
    extras.pins[id] = count > 1 ? count - 1 : nil
    guard count == 1 else { return true }
    cache.unpin(ImageID(id))
    note(.unpin(ImageID(id), digest: cache.digest(of: ImageID(id))))
    return true
  }

  /// Sets the places of the items that show the value of a key.
  @inlinable mutating func place(
    _ probe: Probe<Key>, _ found: Int?, at items: [Range<Double>]
  ) {
    extras.places[probe.hash] = items.isEmpty ? nil : items
    if let id = found { tellPlace(of: id, items) }
  }

  mutating func removeAllPlaces() {
    let places = extras.places
    extras.places = [:]
    for id in entries.indices where places[hash(of: id)] != nil { tellPlace(of: id, []) }
  }

  @inlinable mutating func tellPlace(of id: Int, _ items: [Range<Double>]) {
    cache.didPlace(ImageID(id), at: items)
    note(.place(ImageID(id), digest: cache.digest(of: ImageID(id)), items))
  }

  /// Passes a new viewport to the policy.
  @inlinable mutating func viewportMoved(
    to viewport: Viewport, _ removedValues: inout RemovedValues<Key, Value>
  ) {
    extras.viewport = viewport
    cache.viewportMoved(to: viewport)
    note(.viewport(viewport))
    collect(&removedValues)
  }
}

/// Reactions to a shortage of memory.
extension CacheCore where Policy: ~Copyable {
  /// Reacts to a memory state that the system reports.
  @usableFromInline mutating func pressureChanged(
    to level: PressureLevel, _ reaction: MemoryReaction,
    _ removedValues: inout RemovedValues<Key, Value>
  ) {
    note(.pressure(level, reaction))
    if reaction == .keepPinned {
      // The simulator's own reaction, which keeps everything at the normal level.
      cache.pressureChanged(to: level)
      collect(&removedValues)
    } else {
      cache.policyHears(of: level)
      if level != .normal { react(reaction, because: .pressure, &removedValues) }
    }
  }

  /// Reacts to the app's move to the background.
  @usableFromInline mutating func enteredBackground(
    _ reaction: MemoryReaction, _ removedValues: inout RemovedValues<Key, Value>
  ) {
    note(.background(reaction))
    react(reaction, because: .background, &removedValues)
  }

  private mutating func react(
    _ reaction: MemoryReaction, because reason: RemovalReason,
    _ removedValues: inout RemovedValues<Key, Value>
  ) {
    switch reaction {
    case .keepEverything: break
    case .keepNothing: cache.removeAll(because: reason)
    case .keepPinned: cache.removeAll(because: reason, sparingPinned: true)
    case .keepShare(let share):
      let limits = cache.limits
      cache.setLimits(reduced(limits, to: share))
      cache.setLimits(limits)
    }
    collect(&removedValues, because: reason)
  }

  /// Returns a share of the limits, or of the cost in the cache where there are no limits.
  private func reduced(_ limits: CacheLimits, to share: Double) -> CacheLimits {
    func part(_ whole: Int) -> Int {
      let part = (Double(whole) * share).rounded(.down)
      return part < Double(whole) ? Int(part) : whole
    }
    guard limits.cost != nil || limits.count != nil else {
      return CacheLimits(cost: part(cache.totalCost))
    }
    return CacheLimits(cost: limits.cost.map(part), count: limits.count.map(part))
  }
}

/// Removals.
extension CacheCore where Policy: ~Copyable {
  /// Removes a value, if it is in the cache.
  @inlinable mutating func remove(
    _ id: Int, because reason: RemovalReason, _ removedValues: inout RemovedValues<Key, Value>
  ) {
    let image = ImageID(id)
    guard cache.contains(image) else { return }
    cache.remove(image, because: reason)
    note(.remove(image, digest: cache.digest(of: image), because: reason))
    collect(&removedValues)
  }

  /// Moves the values that have left the cache out of the entries, in order.
  /// - Parameters:
  ///   - removedValues: The destination of the values.
  ///   - newcomer: The id for which a value was offered. Its old value leaves as `replaced`; for
  ///     any other reason the new value leaves.
  ///   - offered: The offered value.
  ///   - given: The reason to report, where it is not the cache's.
  @inline(never) @inlinable mutating func collect(
    _ removedValues: inout RemovedValues<Key, Value>, newcomer: Int = -1, _ offered: Value? = nil,
    because given: RemovalReason? = nil
  ) {
    var removed: [Removal] = []
    swap(&removed, &removals)
    cache.drainRemovals { removed.append($0) }
    for var removal in removed {
      let id = Int(removal.image.index)
      if let given { removal.reason = given }
      note(.left(removal, digest: cache.digest(of: removal.image)))
      reusable.append(id)
      let isOffered = id == newcomer && removal.reason != .replaced
      guard let value = isOffered ? offered : entries[id].takeValue() else { continue }
      if removal.reason.letsRevive { extras.live?.insert(value, id, cost: removal.cost) }
      removedValues.append(
        RemovedValues.RemovedValue(key: entries[id].key, value: value, reason: removal.reason))
    }
    removed.removeAll(keepingCapacity: true)
    swap(&removed, &removals)
  }

  /// Removes the value of a key at the app's request.
  /// - Returns: The value.
  @inlinable mutating func removeValue(
    _ id: Int, _ removedValues: inout RemovedValues<Key, Value>
  ) -> Value? {
    forgetLoad(id, &removedValues)
    extras.live?.forget(id)
    let value = entries[id].value
    remove(id, because: .removed, &removedValues)
    return value
  }

  /// Removes all values at the app's request.
  @inlinable mutating func removeAll(_ removedValues: inout RemovedValues<Key, Value>) {
    for load in extras.loads.values { removedValues.append(load) }
    extras.loads = [:]
    extras.live?.forgetAll()
    cache.removeAll(because: .removed)
    note(.removeAll)
    collect(&removedValues)
  }

  /// Removes the values that have expired.
  @inlinable mutating func removeExpired(
    at time: SimTime, _ removedValues: inout RemovedValues<Key, Value>
  ) {
    guard extras.lifetime != nil else { return }
    for id in entries.indices where cache.contains(ImageID(id)) && extras.isExpired(id, at: time) {
      remove(id, because: .expired, &removedValues)
    }
  }

  /// Changes the limits.
  @inlinable mutating func setLimits(
    _ limits: CacheLimits, _ removedValues: inout RemovedValues<Key, Value>
  ) {
    cache.setLimits(limits)
    note(.limits(limits))
    collect(&removedValues)
  }
}

extension RemovalReason {
  /// A Boolean value that indicates whether a value that left for this reason may be revived while
  /// the app still holds it.
  @usableFromInline var letsRevive: Bool {
    switch self {
    case .cost, .count, .pressure, .background, .leftRange: true
    case .expired, .replaced, .removed, .discarded: false
    }
  }
}

/// Look-ups and stores.
extension CacheCore where Policy: ~Copyable {
  /// Requests the value of a key.
  @inlinable mutating func lookup(
    _ probe: Probe<Key>, _ found: Int?, at time: SimTime,
    _ removedValues: inout RemovedValues<Key, Value>
  ) -> Value? {
    let digest = probe.digest
    guard let id = found else {
      miss(assign(probe, &removedValues), digest, at: time)
      return nil
    }
    guard cache.contains(ImageID(id)), !extras.isExpired(id, at: time) else {
      return lookupAbsent(id, digest, at: time, &removedValues)
    }
    let image = ImageID(id)
    let request = Request(image: image, cost: cache.charge(of: image), time: time)
    // The value is read first, because a policy may evict on a hit.
    let value = entries[id].value
    let removals = cache.tally.removals
    _ = cache.lookup(request)
    note(.lookup(request, digest: digest, isHit: true))
    if cache.tally.removals != removals { collect(&removedValues) }
    return value
  }

  /// Requests the value of a key that has an id, where the value is absent or has expired.
  @inline(never) @inlinable mutating func lookupAbsent(
    _ id: Int, _ digest: UInt64, at time: SimTime, _ removedValues: inout RemovedValues<Key, Value>
  ) -> Value? {
    remove(id, because: .expired, &removedValues)
    miss(id, digest, at: time)
    guard let (value, cost) = extras.revive(id, at: time) else { return nil }
    counts.revived += 1
    let expiry = extras.expiry(of: id)
    offer(id, value, Offer(cost: cost), at: time, &removedValues)
    extras.expire(id, at: expiry)
    return value
  }

  @inlinable mutating func miss(_ id: Int, _ digest: UInt64, at time: SimTime) {
    let request = Request(image: ImageID(id), cost: cache.meanCharge, time: time)
    _ = cache.lookup(request)
    note(.lookup(request, digest: digest, isHit: false))
  }

  /// Stores a value that the app offers for a key; the result of a load in flight is older and is
  /// dropped.
  @inlinable mutating func store(
    _ probe: Probe<Key>, _ found: Int?, _ value: Value, _ offered: Offer, at time: SimTime,
    _ removedValues: inout RemovedValues<Key, Value>
  ) -> StoreOutcome {
    let id = found ?? assign(probe, &removedValues)
    forgetLoad(id, &removedValues)
    return offer(id, value, offered, at: time, &removedValues)
  }

  /// Detaches the load of a key, so that the waiting tasks get the loaded value but the cache does
  /// not store it.
  @inlinable mutating func forgetLoad(_ id: Int, _ removedValues: inout RemovedValues<Key, Value>) {
    guard !extras.loads.isEmpty, let load = extras.loads.removeValue(forKey: id) else { return }
    removedValues.append(load)
  }

  /// Offers a value for the key of an id.
  ///
  /// If the value is refused, the old value leaves as well.
  @discardableResult
  @inlinable mutating func offer(
    _ id: Int, _ value: Value, _ offered: Offer, at time: SimTime,
    _ removedValues: inout RemovedValues<Key, Value>
  ) -> StoreOutcome {
    extras.live?.forget(id)
    extras.didStore(id, at: time)
    let image = ImageID(id)
    var offered = offered
    // The sum of all costs is bounded even without a cost limit.
    if offered.cost > .mostCost - cache.totalCost, cache.limits.cost == nil {
      offered.cost = .mostCost - cache.totalCost
    }
    if let entryShare, let limit = cache.limits.cost,
      Double(offered.cost) > entryShare * Double(limit)
    {
      counts.oversized += 1
      refuse(id, value, offered, &removedValues)
      return .refused
    }
    if let load = offered.load ?? (measures ? .unknown : nil) {
      measures = true
      cache.didMeasure(image, decode: load.decodeMilliseconds, reload: load.milliseconds)
    }
    let request = Request(image: image, cost: offered.cost, time: time)
    let removals = cache.tally.removals
    let outcome = cache.store(request, as: offered.admission)
    note(
      .store(
        request, digest: cache.digest(of: image), as: offered.admission, load: offered.load,
        outcome: outcome))
    if cache.tally.removals != removals { collect(&removedValues, newcomer: id, value) }
    switch outcome {
    case .stored: if cache.contains(image) { entries[id].value = value }
    case .refused: refuse(id, value, offered, &removedValues)
    }
    return outcome
  }

  /// Removes the old value of a key whose new value was refused; the app may still show the new
  /// one.
  @inline(never) @inlinable mutating func refuse(
    _ id: Int, _ value: Value, _ offered: Offer, _ removedValues: inout RemovedValues<Key, Value>
  ) {
    remove(id, because: .replaced, &removedValues)
    extras.live?.insert(value, id, cost: offered.cost)
  }
}
