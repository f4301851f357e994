import ScrollCaching
import ScrollCore
import ScrollSimulation

/// The cache's contents, and the history of each key.
extension ReferenceSimulation {
  /// Returns the bytes that the cache is charged for a picture: those of its bitmap, or of its file
  /// as delivered.
  func held(_ picture: Picture) -> Int { costs[picture.rendition].held }

  func heldByCache() -> Int { cached.values.reduce(0) { $0 + held($1) } }

  /// Offers a picture to the cache, from a load or from an object that was found on screen.
  func store(_ picture: Picture, as admission: Admission, from load: Load?) {
    guard let model else { return }
    let key = picture.key
    if sizes != nil, loader.replacesSizes { dropOtherSizes(key) }
    records.offered += held(picture)
    let request = Request(image: key, cost: costs[picture.rendition].cost, time: now)
    let outcome = model.store(request, as: admission)
    if outcome == .stored {
      if admission == .viewed { wanted.insert(key) } else { wanted.remove(key) }
    }
    followRemovals(newcomer: outcome == .stored ? picture : nil)
    if outcome == .stored {
      // The cache may evict a newcomer at once.
      if model.contains(key) {
        cached[key] = picture
        if let fetched = load?.fetched, fetched.end == nil { fetchedInCache[key] = fetched }
      } else {
        load?.fetched?.come(to: .evictedUnused)
      }
    } else {
      records.refusals += 1
      records.refused += held(picture)
      history[key] = .refused
      load?.fetched?.come(to: .refused)
    }
    records.peakCache = max(records.peakCache, heldByCache())
    noteCacheBytes()
    settle()
  }

  /// A Boolean value that indicates whether the cache stores NSNull during a load, so that no other
  /// look-up for loads is needed.
  var storesNulls: Bool { loader.nullEntries && model != nil }
  var sharesLoads: Bool { loader.coalescing || storesNulls }

  /// Stores an entry without cost, until the image is present.
  func storeNull(_ key: ImageID, as admission: Admission) {
    guard let model else { return }
    nulls.insert(key)
    let before = history[key]
    defer { history[key] = before }
    let outcome = model.store(Request(image: key, cost: 0, time: now), as: admission)
    followRemovals()
    if outcome != .stored { nulls.remove(key) }
  }

  func noteCacheBytes() { records.cacheBytes.append((now, heldByCache())) }

  /// Marks a prefetched image as used if an appearance takes it now; otherwise it is in the cache
  /// unseen.
  func settleFetched(_ load: Load, isViewed: Bool) {
    if isViewed {
      load.fetched?.come(to: .used)
    } else if load.fetched?.end != nil || load.fetched == nil, model != nil {
      let fetched = Fetched(wasIssued: false)
      records.fetched.append(fetched)
      load.fetched = fetched
    }
  }

  /// Applies the removals that the cache itself has made.
  func followRemovals(newcomer: Picture? = nil, settles: Bool = true) {
    var removals: [Removal] = []
    model?.drainRemovals { removals.append($0) }
    for removal in removals {
      let key = removal.image
      records.removals[Int(removal.reason.rawValue)] += 1
      if removal.notifiesDelegate { records.delegateCalls += 1 }
      if cached[key] == nil, nulls.remove(key) != nil { continue }
      // The old value leaves before the new one comes.
      if let picture = cached.removeValue(forKey: key) {
        records.removed += held(picture)
      } else if let newcomer, newcomer.key == key {
        records.removed += held(newcomer)
      }
      fetchedInCache.removeValue(forKey: key)?.come(to: .evictedUnused)
      switch removal.reason {
      case .cost, .count, .leftRange, .replaced, .removed:
        history[key] = wanted.contains(key) ? .evicted : .evictedUnused
        evictedAt[key] = traveled
      case .pressure, .background, .discarded: history[key] = .purged
      case .expired: history[key] = .expired
      }
    }
    if !removals.isEmpty { noteCacheBytes() }
    if settles { settle() }
  }

  /// Returns the picture that was displayed last for a key, if it is still held.
  func liveObject(_ key: ImageID) -> Picture? {
    displayedLast[key].flatMap { last in
      (activePictures() + idlePictures()).contains { $0 === last } ? last : nil
    }
  }

  /// Pins the displayed images, so that they cannot be evicted, if the loader does so.
  func updatePins(settles: Bool = true) {
    guard let model else { return }
    let shown = loader.pinDisplayed ? appearances.compactMap { $0.cell.picture?.key } : []
    let displayed = Set(shown + accessed.map(\.key))
    guard loader.pinDisplayed || displayed != pinned else { return }
    for image in displayed.subtracting(pinned).sorted() { model.pin(image) }
    for image in pinned.subtracting(displayed).sorted() { model.unpin(image) }
    pinned = displayed
    followRemovals(settles: settles)
  }
}
