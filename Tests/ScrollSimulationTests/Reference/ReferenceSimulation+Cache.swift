import ScrollCaching
import ScrollCore
import ScrollSimulation

/// The cache's contents, and what became of each key.
extension ReferenceSimulation {
  /// What the cache is charged for a picture, in bytes.
  func held(_ picture: Picture) -> Int {
    loader.holds == .encoded ? picture.bytes.bytes : costs[picture.rendition].bitmap
  }

  func heldByCache() -> Int { cached.values.reduce(0) { $0 + held($1) } }

  /// Offers a picture to the cache, from a load or an object that was found on screen.
  func store(_ picture: Picture, as admission: Admission, from load: Load?) {
    guard let model else { return }
    let key = picture.key
    records.offered += held(picture)
    let request = Request(image: key, cost: costs[picture.rendition].cost, time: now)
    let outcome = model.store(request, as: admission)
    if admission == .viewed { wanted.insert(key) } else { wanted.remove(key) }
    followRemovals(newcomer: outcome == .stored ? picture : nil)
    if outcome == .stored {
      // A newcomer may be pushed out at once.
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

  /// With NSNull in the cache nothing is asked whether a load is on its way.
  var storesNulls: Bool { loader.nullEntries && model != nil }
  var sharesLoads: Bool { loader.coalescing || storesNulls }

  /// An entry that costs nothing, until the image is there.
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

  /// Wanted by whoever takes it now, or in the cache unseen.
  func settleFetched(_ load: Load, isViewed: Bool) {
    if isViewed {
      load.fetched?.come(to: .used)
    } else if load.fetched?.end != nil || load.fetched == nil, model != nil {
      let fetched = Fetched(wasIssued: false)
      records.fetched.append(fetched)
      load.fetched = fetched
    }
  }

  /// Follows the cache's own removals.
  func followRemovals(newcomer: Picture? = nil, settles: Bool = true) {
    var removals: [Removal] = []
    model?.drainRemovals { removals.append($0) }
    for removal in removals {
      let key = removal.image
      records.removals[Int(removal.reason.rawValue)] += 1
      if removal.notifiesDelegate { records.delegateCalls += 1 }
      if cached[key] == nil, nulls.remove(key) != nil { continue }
      // Who was there goes before who comes.
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

  /// The picture of a key that was displayed last, if somebody still holds it.
  func liveObject(_ key: ImageID) -> Picture? {
    displayedLast[key].flatMap { last in
      (activePictures() + idlePictures()).contains { $0 === last } ? last : nil
    }
  }

  /// Displayed images cannot be evicted, if the loader wants it so.
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
