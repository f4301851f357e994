import ScrollCaching
import ScrollCore

/// The app's memory cache, which bitmaps it holds, and what became of each key.
struct MemoryCache: ~Copyable {
  /// Another one after every relaunch.
  private var residents: any CacheModel
  private let afterRelaunch: (() -> any CacheModel)?
  let isSpatial: Bool
  /// Whether the cache needs every frame's time.
  let needsTicks: Bool
  /// What the cache may hold, for what exceeds it; nil where that is not known.
  let budget: Int?
  /// A Boolean value that indicates whether the process lives since an earlier session.
  private(set) var wasKept = false
  /// The cache's cost, unless it was told something since.
  private var knownCost: Int?
  /// The bitmap, or the file, that is cached under each key.
  private(set) var bitmaps: Table<Key, BitmapIndex>
  private var fates: Table<Key, Fate>
  /// Keys with an NSNull in place of an image; empty where there are none.
  private var nulls: Table<Key, Bool>
  private(set) var bytes = ByteCount.zero
  /// What the trace uses of it.
  var contentAccesses = ContentAccesses()
  /// Since when `bytes` is what it is, in screen time.
  private var since: Int64 = 0
  private(set) var figures = RunReport.CacheFigures()
  /// What became of the images that were asked for ahead.
  private(set) var prefetches = RunReport.Prefetch()

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
    fates = Table(repeating: Fate(), count: keyCount)
    nulls = Table(repeating: false, count: hasNulls ? keyCount : 0)
  }

  /// The cache, to be told something that may change what it costs.
  var model: any CacheModel {
    mutating get {
      knownCost = nil
      return residents
    }
  }

  /// Whether a key has a resident, without a trace in the policy.
  func contains(_ key: KeyIndex) -> Bool { residents.contains(key.id) }

  /// What the residents cost.
  var cost: Int {
    mutating get {
      if let knownCost { return knownCost }
      let cost = residents.totalCost
      knownCost = cost
      return cost
    }
  }

  /// Whether what a key has is an NSNull.
  func holdsNull(_ key: KeyIndex) -> Bool { nulls.count > 0 && nulls[key] }

  mutating func didStoreNull(_ key: KeyIndex) { nulls[key] = true }

  /// An NSNull was pushed out, or replaced by its image.
  mutating func didRemoveNull(_ removal: Removal) {
    nulls[KeyIndex(removal.image)] = false
    count(removal, bytes: 0)
  }

  mutating func didOffer(_ bytes: Int) { figures.offeredBytes += ByteCount(bytes) }

  /// What a prefetch fetched has come, and no appearance wants it: until one does, these bytes were
  /// for nothing.
  mutating func didFetchUnseen(_ bytes: Int) { prefetches.unseenBytes += ByteCount(bytes) }

  /// The cache did not take what was offered.
  mutating func didRefuse(_ key: KeyIndex, as admission: Admission, bytes: Int) {
    figures.refusals += 1
    figures.refusedBytes += ByteCount(bytes)
    if bitmaps[key] == .none { setReason(.refused, for: key) }
    if admission == .prefetched { prefetches.count(.refused) }
  }

  /// The cache took what was offered, and removed it at once.
  mutating func didNotKeep(
    _ key: KeyIndex, _ removal: Removal, as admission: Admission, bytes: Int, traveled: Double
  ) {
    count(removal, bytes: bytes)
    fates[key].wasUsed = admission == .viewed
    explain(removal, isUnusedPrefetch: admission == .prefetched, traveled)
    if admission == .prefetched { prefetches.count(.evictedUnused) }
  }

  /// The cache holds a bitmap from now on, for which so many bytes were fetched ahead.
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

  /// A resident has left.
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

  /// An appearance, or a prefetcher's later viewer, makes use of what is cached.
  mutating func didUse(_ key: KeyIndex) {
    fates[key].wasUsed = true
    guard fates[key].isUnusedPrefetch else { return }
    fates[key].isUnusedPrefetch = false
    prefetches.unseenBytes -= ByteCount(fates[key].unseenBytes)
    prefetches.count(.used)
  }

  /// Why a picture is not in memory, counting how many were evicted a short while ago.
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

  /// A frame found the cache above its budget.
  mutating func didExceed(by bytes: ByteCount) {
    figures.peakExcess = max(figures.peakExcess, bytes)
  }

  /// Adds what the cache held since the last change to the mean.
  mutating func integrate(until now: Int64) {
    figures.byteSeconds += Double(self.bytes) * Double(now - since) / 1e9
    since = now
  }

  private mutating func count(_ removal: Removal, bytes: Int) {
    figures.removals[Int(removal.reason.rawValue)] += 1
    if removal.notifiesDelegate { figures.delegateCalls += 1 }
    figures.removedBytes += ByteCount(bytes)
  }

  /// Remembers why a picture is no longer there, and how far the viewport had moved then.
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

  /// Why a picture is not in memory, as far as is known.
  func reason(for key: KeyIndex) -> AbsenceReason { fates[key].reason }

  mutating func setReason(_ reason: AbsenceReason, for key: KeyIndex) {
    fates[key].reason = reason
  }

  mutating func countPrefetch(_ outcome: PrefetchOutcome) { prefetches.count(outcome) }

  /// Prefetched images that are in memory at the end were never used.
  mutating func countUnusedPrefetches() {
    for key in fates.indices where fates[key].isUnusedPrefetch { prefetches.count(.unused) }
  }

  /// Another session begins in the same process: nothing has been counted in it.
  ///
  /// Images that were fetched ahead and not used count as fetched for nothing in the session before.
  mutating func beginSession() {
    wasKept = true
    figures = RunReport.CacheFigures()
    figures.peakBytes = bytes
    prefetches = RunReport.Prefetch()
    since = 0
    for key in fates.indices {
      fates[key].isUnusedPrefetch = false
      fates[key].unseenBytes = 0
      fates[key].evictedAt = -1
    }
  }

  /// Another session begins in another process, with a cache of its own.
  mutating func beginProcess() {
    if let afterRelaunch { residents = afterRelaunch() }
    knownCost = nil
  }

  /// The next process begins with a cache of its own, and what was known died with this one.
  mutating func endProcess() {
    wasKept = false
    for key in fates.indices where fates[key].reason != .neverAsked || fates[key].wasUsed {
      setReason(.killed, for: key)
      fates[key].evictedAt = -1
    }
    beginProcess()
  }
}

/// What happened last to the picture behind a key, so that its absence can be explained.
struct Fate {
  /// How far the viewport had moved when it was evicted; below zero for never.
  var evictedAt = -1.0
  /// Why it is not there, if it is not.
  var reason = AbsenceReason.neverAsked
  /// Whether it is cached, was fetched ahead, and has not been used since.
  var isUnusedPrefetch = false
  /// Whether it is cached and was used.
  var wasUsed = false
  /// Of what is cached, was fetched ahead and has not been used: the bytes that were fetched.
  var unseenBytes = 0
}

/// What becomes of an image that is asked for ahead.
enum PrefetchOutcome {
  case issued, used, cancelled, evictedUnused, refused, failed, unused, unfinished
  /// It came when its viewers had left, which had asked for it.
  case unasked
}

extension RunReport.Prefetch {
  /// How many have turned out to be for nothing so far.
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

/// What the trace uses of the cache's values, a counter for each, and what it did wrong.
struct ContentAccesses {
  /// A value in use, and how often that was begun and not ended.
  struct Access {
    var key: KeyIndex, bitmap: BitmapIndex
    var count = 1
  }

  /// In the order in which they began.
  private(set) var open: [Access] = []
  private var begun = 0, refused = 0, errors = 0

  func isOpen(_ key: KeyIndex) -> Bool { open.contains { $0.key == key } }

  /// A use begins: the first of a bitmap, or one more (none).
  mutating func begin(_ key: KeyIndex, to bitmap: BitmapIndex) {
    begun += 1
    if let place = open.firstIndex(where: { $0.key == key }) {
      open[place].count += 1
    } else {
      open.append(Access(key: key, bitmap: bitmap))
    }
  }

  /// A beginning is answered NO.
  mutating func refuse() { refused += 1 }

  /// A use, or the end of one, that had not begun.
  mutating func misuse() { errors += 1 }

  /// A use ends; what is no longer used at all, none if it still is.
  mutating func end(_ key: KeyIndex) -> BitmapIndex {
    guard let place = open.firstIndex(where: { $0.key == key }) else { return .none }
    open[place].count -= 1
    return open[place].count > 0 ? .none : open.remove(at: place).bitmap
  }

  /// All that is used, and no longer is, in the order of keys.
  mutating func takeAll() -> [Access] {
    defer { open = [] }
    return open.sorted { $0.key.number < $1.key.number }
  }

  /// Writes the figures down.
  func report(into figures: inout RunReport.CacheFigures) {
    figures.accesses = begun
    figures.refusedAccesses = refused
    figures.accessErrors = errors
  }
}
