import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What is offered to the memory cache, and what leaves it.
extension Simulation {
  /// The cache, to be told something that may change what it costs.
  var model: any CacheModel {
    mutating get {
      knownCost = nil
      return cache
    }
  }

  /// What the residents cost.
  var cacheCost: Int {
    mutating get {
      if let knownCost { return knownCost }
      let cost = cache.totalCost
      knownCost = cost
      return cost
    }
  }

  /// Offers a bitmap to the cache, which holds it from then on if it takes it.
  mutating func store(
    _ key: KeyIndex, bitmap: BitmapIndex, as admission: Admission, at time: SimTime
  ) {
    let (work, image) = (works[bitmaps[bitmap].picture], key.id)
    report.cache.offeredBytes += work.cached
    let outcome = model.store(
      Request(image: image, cost: work.cost, time: time), as: admission)
    // What the log says of this very image is first of its old value, then of the new one.
    var newcomer: BitmapIndex = outcome == .stored ? bitmap : .none
    note(
      time,
      .stored(
        key: key.number, isTaken: newcomer != .none, isPrefetched: admission == .prefetched,
        bytes: work.cached))
    model.drainRemovals { removal in
      if removal.image == image, cachedBitmap[key] == .none {
        newcomer = .none
        count(removal, bytes: work.cached)
        fates[key].wasUsed = admission == .viewed
        explainRemoval(removal, isUnusedPrefetch: admission == .prefetched)
        if admission == .prefetched { report.prefetch.evictedUnused += 1 }
        note(time, .removed(key: key.number, reason: removal.reason, bytes: work.cached))
      } else {
        didRemove(removal, at: time)
      }
    }
    if outcome == .refused {
      report.cache.refusals += 1
      report.cache.refusedBytes += work.cached
      if cachedBitmap[key] == .none { fates[key].reason = .refused }
      if admission == .prefetched { report.prefetch.refused += 1 }
    }
    if newcomer != .none {
      integrateCachedBytes(until: time)
      bitmaps.retainIdly(newcomer)
      bitmaps.setCachedKey(key, of: newcomer)
      cachedBitmap[key] = newcomer
      fates[key].isUnusedPrefetch = admission == .prefetched
      fates[key].wasUsed = admission == .viewed
      cachedBytes += work.cached
      report.cache.peakBytes = max(report.cache.peakBytes, cachedBytes)
    }
    memoryChanged(at: time)
  }

  /// An appearance, or a prefetcher's later viewer, makes use of what is cached.
  mutating func noteUse(of key: KeyIndex) {
    fates[key].wasUsed = true
    guard fates[key].isUnusedPrefetch else { return }
    fates[key].isUnusedPrefetch = false
    report.prefetch.used += 1
  }

  /// Follows the cache's own removals.
  mutating func drainRemovals(at time: SimTime) {
    followRemovals(at: time)
    memoryChanged(at: time)
  }

  /// The same, where the footprint is settled later.
  mutating func followRemovals(at time: SimTime) {
    model.drainRemovals { didRemove($0, at: time) }
  }

  private mutating func didRemove(_ removal: Removal, at time: SimTime) {
    let place = KeyIndex(removal.image)
    let bitmap = cachedBitmap[place]
    precondition(bitmap != .none, "\(removal.image) was removed but not resident")
    integrateCachedBytes(until: time)
    let bytes = works[bitmaps[bitmap].picture].cached
    cachedBitmap[place] = .none
    cachedBytes -= bytes
    count(removal, bytes: bytes)
    explainRemoval(removal, isUnusedPrefetch: fates[place].isUnusedPrefetch)
    if fates[place].isUnusedPrefetch {
      fates[place].isUnusedPrefetch = false
      report.prefetch.evictedUnused += 1
    }
    note(time, .removed(key: removal.image.index, reason: removal.reason, bytes: bytes))
    bitmaps.setCachedKey(.none, of: bitmap)
    releaseIdly(bitmap)
  }

  private mutating func count(_ removal: Removal, bytes: Int) {
    report.cache.removals[Int(removal.reason.rawValue)] += 1
    report.cache.removedBytes += bytes
  }

  /// Remembers why a picture is no longer there.
  private mutating func explainRemoval(_ removal: Removal, isUnusedPrefetch: Bool) {
    let place = KeyIndex(removal.image)
    switch removal.reason {
    case .cost, .count, .leftRange, .replaced, .removed:
      fates[place].reason =
        isUnusedPrefetch || !fates[place].wasUsed ? .evictedUnused : .evicted
      fates[place].evictedAt = travelled
    case .pressure, .background, .discarded: fates[place].reason = .purged
    case .expired: fates[place].reason = .expired
    }
  }

  /// Adds what the cache held since the last change to the mean.
  mutating func integrateCachedBytes(until time: SimTime) {
    let now = screenTime(time)
    report.cache.byteSeconds += Double(cachedBytes) * Double(now - cachedSince) / 1e9
    cachedSince = now
  }
}
