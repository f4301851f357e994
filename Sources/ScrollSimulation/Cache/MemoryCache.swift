import ScrollCaching
import ScrollCore

/// The app's memory cache, its bitmaps, and the last event of each key.
struct MemoryCache: ~Copyable {
  /// The cache model, which every relaunch replaces by a new one.
  private var residents: any CacheModel
  private let afterRelaunch: (() -> any CacheModel)?
  let isSpatial: Bool
  /// A Boolean value that indicates whether the cache needs every frame's time.
  let needsTicks: Bool
  /// The budget of the cache, from which the report counts the excess; `nil` if it is unknown.
  var budget: Int?
  /// The cache model of a run that can be copied; `nil` for other runs.
  var repeatable: RepeatableCache?
  /// A Boolean value that indicates whether the process continues from an earlier session.
  private(set) var wasKept = false
  /// The total cost of the cached images as last computed; `nil` after a call that may have changed
  /// it.
  private var knownCost: Int?
  /// The bitmap, or the file, that is cached under each key.
  private(set) var bitmaps: Table<Key, BitmapIndex>
  private var fates: Table<Key, LastEvent>
  /// The keys with an NSNull in place of an image; empty if there are none.
  private var nulls: Table<Key, Bool>
  private(set) var bytes = ByteCount.zero
  /// The uses of cached values by events of the trace.
  var contentAccesses = ContentAccesses()
  /// The screen time since which `bytes` is unchanged.
  private var since: Int64 = 0
  private(set) var figures = RunReport.CacheFigures()
  /// The bytes that the cache held when the session began.
  private(set) var kept = ByteCount.zero
  /// The outcomes of prefetched images.
  private(set) var prefetches = RunReport.Prefetch()

  /// Returns a copy that shares no state.
  func copy() -> MemoryCache {
    let twin = repeatable?.copy()
    return MemoryCache(
      residents: twin ?? residents, afterRelaunch: twin.map { twin in { twin.restarted() } },
      isSpatial: isSpatial, needsTicks: needsTicks, budget: budget, repeatable: twin,
      wasKept: wasKept, knownCost: knownCost, bitmaps: bitmaps.copy(), fates: fates.copy(),
      nulls: nulls.copy(), bytes: bytes, contentAccesses: contentAccesses, since: since,
      figures: figures, kept: kept, prefetches: prefetches)
  }
}

extension MemoryCache {
  init(
    _ residents: any CacheModel, isSpatial: Bool, budget: Int?, keyCount: Int, hasNulls: Bool,
    afterRelaunch: (() -> any CacheModel)?
  ) {
    self.residents = residents
    self.isSpatial = isSpatial
    self.budget = budget
    self.afterRelaunch = afterRelaunch
    needsTicks = residents.needsTicks
    bitmaps = Table(repeating: .none, count: keyCount)
    fates = Table(repeating: LastEvent(), count: keyCount)
    nulls = Table(repeating: false, count: hasNulls ? keyCount : 0)
  }

  /// The cache model, for calls that may change its cost.
  var model: any CacheModel {
    mutating get {
      knownCost = nil
      return residents
    }
  }

  /// Returns a Boolean value that indicates whether the cache has an entry for a key.
  ///
  /// This call does not count as a use of the entry for the policy.
  func contains(_ key: KeyIndex) -> Bool { residents.contains(key.id) }

  /// The total cost of the cached images.
  var cost: Int {
    mutating get {
      if let knownCost { return knownCost }
      let cost = residents.totalCost
      knownCost = cost
      return cost
    }
  }

  /// Returns a Boolean value that indicates whether the entry of a key is an NSNull.
  func holdsNull(_ key: KeyIndex) -> Bool { nulls.count > 0 && nulls[key] }

  mutating func didStoreNull(_ key: KeyIndex) { nulls[key] = true }

  /// Records that an NSNull was evicted, or replaced by its image.
  mutating func didRemoveNull(_ removal: Removal) {
    nulls[KeyIndex(removal.image)] = false
    count(removal, bytes: 0)
  }

  mutating func didOffer(_ bytes: Int) { figures.offeredBytes += ByteCount(bytes) }

  /// Counts the bytes of a prefetched image that no visible item wants yet; they count as wasted
  /// until an item uses the image.
  mutating func didFetchUnseen(_ bytes: Int) { prefetches.unseenBytes += ByteCount(bytes) }

  /// Records that the cache refused an image.
  mutating func didRefuse(_ key: KeyIndex, as admission: Admission, bytes: Int) {
    figures.refusals += 1
    figures.refusedBytes += ByteCount(bytes)
    if bitmaps[key] == .none { setReason(.refused, for: key) }
    if admission == .prefetched { prefetches.count(.refused) }
  }

  /// Records that the cache stored an image and removed it at once.
  mutating func didNotKeep(
    _ key: KeyIndex, _ removal: Removal, as admission: Admission, bytes: Int, traveled: Double
  ) {
    count(removal, bytes: bytes)
    fates[key].wasUsed = admission == .viewed
    explain(removal, isUnusedPrefetch: admission == .prefetched, traveled)
    if admission == .prefetched { prefetches.count(.evictedUnused) }
  }

  /// Records that the cache holds a bitmap from now on.
  ///
  /// `unseen` is the number of bytes that were prefetched for it.
  mutating func didStore(
    _ key: KeyIndex, _ bitmap: BitmapIndex, as admission: Admission, bytes: Int, unseen: Int,
    at now: Int64
  ) {
    integrate(until: now)
    bitmaps[key] = bitmap
    fates[key].isUnusedPrefetch = admission == .prefetched
    fates[key].wasUsed = admission == .viewed
    fates[key].unseenBytes = unseen
    self.bytes += ByteCount(bytes)
    figures.peakBytes = max(figures.peakBytes, self.bytes)
  }

  /// Records that the cache removed an image.
  mutating func didRemove(_ removal: Removal, bytes: Int, traveled: Double, at now: Int64) {
    let key = KeyIndex(removal.image)
    integrate(until: now)
    bitmaps[key] = .none
    self.bytes -= ByteCount(bytes)
    count(removal, bytes: bytes)
    explain(removal, isUnusedPrefetch: fates[key].isUnusedPrefetch, traveled)
    if fates[key].isUnusedPrefetch {
      fates[key].isUnusedPrefetch = false
      prefetches.count(.evictedUnused)
    }
  }

  /// Records that an item uses a cached image; a prefetched image no longer counts as unused.
  mutating func didUse(_ key: KeyIndex) {
    fates[key].wasUsed = true
    guard fates[key].isUnusedPrefetch else { return }
    fates[key].isUnusedPrefetch = false
    prefetches.unseenBytes -= ByteCount(fates[key].unseenBytes)
    prefetches.count(.used)
  }

  /// Returns the reason why a picture is not in memory.
  ///
  /// If the picture was evicted less than three screens of scrolling ago, it counts as evicted too
  /// early.
  mutating func explainAbsence(of key: KeyIndex, traveled: Double, extent: Double)
    -> AbsenceReason
  {
    let fate = fates[key]
    if fate.evictedAt >= 0,
      traveled - fate.evictedAt < RunReport.CacheFigures.soonScreens * extent
    {
      figures.evictedTooEarly += 1
      fates[key].evictedAt = -1
    }
    return fate.reason
  }

  /// Records that a frame found the cache above its budget.
  mutating func didExceed(by bytes: ByteCount) {
    figures.peakExcess = max(figures.peakExcess, bytes)
  }

  /// Adds the bytes that the cache held since the last change, times that duration, to
  /// `byteSeconds`.
  mutating func integrate(until now: Int64) {
    figures.byteSeconds += Double(self.bytes) * Double(now - since) / 1e9
    since = now
  }

  private mutating func count(_ removal: Removal, bytes: Int) {
    figures.removals[Int(removal.reason.rawValue)] += 1
    if removal.notifiesDelegate { figures.delegateCalls += 1 }
    figures.removedBytes += ByteCount(bytes)
  }

  /// Records the reason for a removal, and the distance that the viewport had moved by then.
  private mutating func explain(_ removal: Removal, isUnusedPrefetch: Bool, _ traveled: Double) {
    let key = KeyIndex(removal.image)
    switch removal.reason {
    case .cost, .count, .leftRange, .replaced, .removed:
      let isUnused = isUnusedPrefetch || !fates[key].wasUsed
      setReason(isUnused ? .evictedUnused : .evicted, for: key)
      fates[key].evictedAt = traveled
    case .pressure, .background, .discarded: setReason(.purged, for: key)
    case .expired: setReason(.expired, for: key)
    }
  }

  // MARK: What became of each key

  /// Returns the last known reason why a picture is not in memory.
  func reason(for key: KeyIndex) -> AbsenceReason { fates[key].reason }

  mutating func setReason(_ reason: AbsenceReason, for key: KeyIndex) {
    fates[key].reason = reason
  }

  mutating func countPrefetch(_ outcome: PrefetchOutcome) { prefetches.count(outcome) }

  /// Counts each prefetched image that is still in memory and was never used, at the end of the
  /// run.
  mutating func countUnusedPrefetches() {
    for key in fates.indices where fates[key].isUnusedPrefetch { prefetches.count(.unused) }
  }

  /// Begins another session in the same process, with new counts.
  ///
  /// Images that were prefetched and not used count as wasted in the earlier session.
  mutating func beginSession() {
    wasKept = true
    figures = RunReport.CacheFigures()
    figures.peakBytes = bytes
    kept = bytes
    prefetches = RunReport.Prefetch()
    since = 0
    for key in fates.indices {
      fates[key].isUnusedPrefetch = false
      fates[key].unseenBytes = 0
      fates[key].evictedAt = -1
    }
  }

  /// Begins another session in another process, with a new cache.
  mutating func beginProcess() {
    if let afterRelaunch { residents = afterRelaunch() }
    knownCost = nil
  }

  /// Handles the end of the process: the next process begins with a new, empty cache.
  mutating func endProcess() {
    wasKept = false
    for key in fates.indices where fates[key].reason != .neverAsked || fates[key].wasUsed {
      setReason(.killed, for: key)
      fates[key].evictedAt = -1
    }
    beginProcess()
  }
}

/// The last cache event of a key's picture, which explains why the picture is absent.
struct LastEvent {
  /// The distance that the viewport had moved when the picture was evicted; negative if it was
  /// never evicted.
  var evictedAt = -1.0
  /// The reason for the picture's absence; meaningless while the picture is cached.
  var reason = AbsenceReason.neverAsked
  /// A Boolean value that indicates whether the picture is cached, was prefetched, and has not been
  /// used since.
  var isUnusedPrefetch = false
  /// A Boolean value that indicates whether the picture is cached and was used.
  var wasUsed = false
  /// The bytes that were prefetched for a cached picture that has not been used.
  var unseenBytes = 0
}

/// The outcome of a prefetched image.
enum PrefetchOutcome {
  case issued, used, cancelled, evictedUnused, refused, failed, unused, unfinished
  /// The image arrived after all items that had requested it had left the screen.
  case unasked
}

extension RunReport.Prefetch {
  /// The number of prefetches that have been wasted so far.
  var wasted: Int { cancelled + evictedUnused + refused }

  mutating func count(_ outcome: PrefetchOutcome) {
    switch outcome {
    case .issued: issued += 1
    case .used: used += 1
    case .cancelled: cancelled += 1
    case .evictedUnused: evictedUnused += 1
    case .refused: refused += 1
    case .failed: failed += 1
    case .unused: unused += 1
    case .unfinished: unfinished += 1
    case .unasked: unasked += 1
    }
  }
}

/// The uses of cached values that events of a trace begin and end, and the number of wrong events.
struct ContentAccesses {
  /// A value in use, and the number of uses that have not ended.
  struct Access {
    var key: KeyIndex, bitmap: BitmapIndex
    var count = 1
  }

  /// The values in use, in the order in which their uses began.
  private(set) var open: [Access] = []
  private var begun = 0, refused = 0, errors = 0

  func isOpen(_ key: KeyIndex) -> Bool { open.contains { $0.key == key } }

  /// Begins a use of the value under a key; `bitmap` is ignored if the value is already in use.
  mutating func begin(_ key: KeyIndex, to bitmap: BitmapIndex) {
    begun += 1
    if let place = open.firstIndex(where: { $0.key == key }) {
      open[place].count += 1
    } else {
      open.append(Access(key: key, bitmap: bitmap))
    }
  }

  /// Counts a `beginContentAccess` that returned `NO`, because the cache did not have the value.
  mutating func refuse() { refused += 1 }

  /// Counts an error of the trace: an access to a value, or the end of a use, without the beginning
  /// of that use.
  mutating func misuse() { errors += 1 }

  /// Ends one use of a value; returns its bitmap if that was the last use, otherwise `none`.
  mutating func end(_ key: KeyIndex) -> BitmapIndex {
    guard let place = open.firstIndex(where: { $0.key == key }) else { return .none }
    open[place].count -= 1
    return open[place].count > 0 ? .none : open.remove(at: place).bitmap
  }

  /// Ends all uses and returns them in ascending order of keys.
  mutating func takeAll() -> [Access] {
    defer { open = [] }
    return open.sorted { $0.key.number < $1.key.number }
  }

  /// Writes the figures to a report.
  func report(into figures: inout RunReport.CacheFigures) {
    figures.accesses = begun
    figures.refusedAccesses = refused
    figures.accessErrors = errors
  }
}
