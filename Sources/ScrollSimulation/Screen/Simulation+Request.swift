import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The requests of cells for their pictures.
extension Simulation {
  /// Requests a rendition of an item's image when the item appears.
  ///
  /// The request looks in the memory cache, then among the displayed pictures, then among the loads
  /// in flight. If it does not find the picture, it starts a load.
  mutating func request(_ item: ItemIndex, _ variant: Variant = .full, at time: SimTime) {
    let own = keys.key(of: item, variant)
    guard keys.haveSizes else { return look(up: own, for: item, at: time) }
    requestSize(own, for: item, at: time)
  }

  /// Requests the picture with a key for an item.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - item: the item.
  ///   - known: whether the cache has the picture, if the caller has already looked it up;
  ///     otherwise `nil`.
  ///   - time: the present time.
  mutating func look(
    up key: KeyIndex, for item: ItemIndex, isHit known: Bool? = nil, at time: SimTime
  ) {
    let image = image(of: item)
    let picture = keys.picture(of: image, as: key)
    let work = works[picture]
    let cell = screen.cellOfItem[item]
    screen.requests.didAsk(for: work)
    stalls.visits.didAsk(isReturn: screen.cells[cell].isReturn)
    stopWaiting(cell, at: time)
    let isFirst = screen.cells[cell].reason == nil
    screen.cells.update(cell) {
      $0.awaited = picture
      $0.hasOpenRequest = true
      if isFirst { $0.reason = .askedLate }
      if !keys.isLow(picture) { $0.askedFull = true }
    }
    if loader.cache {
      if known == nil, loader.timeStamps { expire(key, of: image, at: time) }
      let (found, isNull) = (cache.bitmaps[key], cache.holdsNull(key))
      var isHit = known ?? false
      if known == nil {
        isHit = cache.model.lookup(Request(image: key.id, cost: work.cost, time: time))
      }
      // Some policies may evict the image that they find, which the app has all the same.
      let isLeaving = isHit && found != .none && !cache.contains(key)
      if isLeaving {
        cache.didUse(key)
        hold(found, at: time)
      }
      drainRemovals(at: time)
      if isHit, isNull { return awaitNull(item, key, isFirst: isFirst, at: time) }
      if isHit {
        screen.requests.didHit(work)
        stalls.visits.didHit(isReturn: screen.cells[cell].isReturn)
        if !isLeaving { cache.didUse(key) }
        note(time, .asked(item: item.number, key: key.number, outcome: .hit))
        deliverHit(item, picture, key, found, at: time)
        if isLeaving { release(found, at: time) }
        return
      }
    }
    if let live = liveObject(key, of: image) {
      screen.requests.count(.live)
      note(time, .asked(item: item.number, key: key.number, outcome: .live))
      hold(live)
      hand(live, to: item, at: time)
      if loader.cache, loader.holds == .decoded {
        store(key, bitmap: live, as: .viewed, at: time)
      }
      footprint.release(live)
      return
    }
    if isFirst { prefetching.news.late += 1 }
    let reason = cache.explainAbsence(
      of: key, traveled: session.traveled, extent: screen.extent)
    let load = loader.storesNulls ? .none : loading.shared(key)
    if load != .none, !isOutdated(load, for: image) {
      screen.requests.count(.joined)
      note(
        time,
        .asked(
          item: item.number, key: key.number, outcome: .joined(loading.inFlight.loads[load].serial))
      )
      join(load, item, isFirst: isFirst, at: time)
    } else if !loader.retry, downloads.hasFailed(keys.address(of: key)) {
      screen.requests.count(.started)
      note(time, .asked(item: item.number, key: key.number, outcome: .givenUp))
      failRequest(of: cell, at: time)
    } else {
      screen.requests.count(.started)
      if isFirst { screen.cells.update(cell) { $0.reason = reason } }
      if loader.storesNulls { storeNull(key, as: .viewed, at: time) }
      let slot = start(picture, key: key, for: item, reason: reason, at: time)
      note(
        time,
        .asked(
          item: item.number, key: key.number,
          outcome: .started(slot != .none ? loading.inFlight.loads[slot].serial : 0)))
    }
  }

  /// Handles a request that finds an NSNull in the cache: it waits for the load under way, or fails
  /// if there is none.
  private mutating func awaitNull(
    _ item: ItemIndex, _ key: KeyIndex, isFirst: Bool, at time: SimTime
  ) {
    if isFirst { prefetching.news.late += 1 }
    let load = loading.shared(key)
    guard load != .none else {
      screen.requests.count(.started)
      note(time, .asked(item: item.number, key: key.number, outcome: .givenUp))
      return failRequest(of: screen.cellOfItem[item], at: time)
    }
    screen.requests.count(.joined)
    let serial = loading.inFlight.loads[load].serial
    note(time, .asked(item: item.number, key: key.number, outcome: .joined(serial)))
    join(load, item, isFirst: isFirst, at: time)
  }

  private mutating func join(
    _ slot: LoadIndex, _ item: ItemIndex, isFirst: Bool, at time: SimTime
  ) {
    let load = loading.inFlight.loads[slot]
    if load.isUnusedPrefetch {
      cache.countPrefetch(.used)
      loading.inFlight.update(slot) { $0.isUnusedPrefetch = false }
    }
    loading.inFlight.joinViewer(slot)
    let before = load.waits(until: moment(time))
    screen.cells.update(screen.cellOfItem[item]) {
      $0.load = slot
      $0.serial = load.serial
      $0.waitedBefore = before
      // A load that began in this frame has the same reason of absence as for the item that began
      // it.
      if isFirst, load.start == time.nanoseconds { $0.reason = load.reason }
    }
    if load.stage == .held, loader.raisesJoined { admitHeld(slot, at: time) }
  }

  private mutating func deliverHit(
    _ item: ItemIndex, _ picture: PictureIndex, _ key: KeyIndex, _ bitmap: BitmapIndex,
    at time: SimTime
  ) {
    let entry = footprint.bitmaps[bitmap]
    if entry.isDecoded { screen.requests.didSaveDecode(of: works[picture]) }
    if entry.version < loading.version(of: image(of: item)) { screen.requests.didHitStale() }
    if loader.holds == .decoded || loader.decodesLazily {
      hand(bitmap, to: item, at: time)
    } else if loader.decodeOn == .main {
      let view = view(ofFile: bitmap)
      decodeNow(view, at: time)
      hand(view, to: item, at: time)
      footprint.release(view)
    } else if loading.shared(key) != .none {
      join(loading.shared(key), item, isFirst: false, at: time)
    } else {
      decodeCached(bitmap, picture, key, for: item, at: time)
    }
  }

  /// Hands a picture that was found in memory to its cell, at once or one frame later.
  private mutating func hand(_ bitmap: BitmapIndex, to item: ItemIndex, at time: SimTime) {
    guard loader.hitDelivery == .nextFrame else {
      return show(bitmap, in: item, at: time)
    }
    hold(bitmap, at: time)
    loading.add(
      Loading.LateHit(
        item: item, appearance: screen.appearances[item],
        asked: screen.cells[screen.cellOfItem[item]].awaited, bitmap: bitmap))
  }

  /// Removes an outdated image from the cache before the look-up, for a loader with time stamps.
  mutating func expire(_ key: KeyIndex, of image: ImageIndex, at time: SimTime) {
    let cached = cache.bitmaps[key]
    guard cached != .none, footprint.bitmaps[cached].version < loading.version(of: image) else {
      return
    }
    cache.model.remove(key.id, because: .expired)
    drainRemovals(at: time)
  }

  /// Returns a displayed picture that is still held, unless the system has purged it.
  mutating func liveObject(_ key: KeyIndex, of image: ImageIndex) -> BitmapIndex? {
    guard let live = footprint.liveObject(key),
      !loader.timeStamps || footprint.bitmaps[live].version >= loading.version(of: image)
    else { return nil }
    return live
  }

  /// Returns `true` if a load fetches an older version of an image, so that a loader with time
  /// stamps does not join it.
  mutating func isOutdated(_ slot: LoadIndex, for image: ImageIndex) -> Bool {
    loader.timeStamps && loading.inFlight.loads[slot].version < loading.version(of: image)
  }

  /// Ends the request of a cell as failed, because the picture cannot be loaded.
  mutating func failRequest(of cell: CellIndex, at time: SimTime) {
    stopWaiting(cell, at: time)
    let now = moment(time)
    let isWaiting = screen.states[screen.cells[cell].item] == .waiting
    screen.cells.update(cell) {
      $0.failedAt = now
      if isWaiting { $0.reason = .failed }
    }
    endRequest(of: cell, as: .failed)
  }

  /// Ends the last request of a cell.
  mutating func endRequest(
    of cell: CellIndex, as outcome: RequestEnd
  ) {
    guard screen.cells[cell].hasOpenRequest else { return }
    screen.cells.update(cell) { $0.hasOpenRequest = false }
    screen.requests.count(outcome)
  }
}

/// The first outcome of a request that misses the cache.
enum RequestStart {
  case live, joined, started
}

/// The final outcome of a request.
enum RequestEnd {
  case displayed, leftUnshown, cancelled, failed, unfinished
}

extension RunReport.Requests {
  /// Counts the request of a cell for a picture.
  mutating func didAsk(for work: PictureWork) {
    count += 1
    bytes += ByteCount(work.bitmap)
    decode += work.wholeDecode
  }

  /// Counts a hit in the cache.
  mutating func didHit(_ work: PictureWork) {
    hits += 1
    bytesHit += ByteCount(work.bitmap)
  }

  /// Counts a hit that needs no further decode.
  mutating func didSaveDecode(of work: PictureWork) { decodeSaved += work.wholeDecode }
  mutating func didHitStale() { stale += 1 }

  /// Counts a row that was reloaded after a download and makes its request again.
  mutating func didReloadRow() { reloadedRows += 1 }

  mutating func count(_ start: RequestStart) {
    switch start {
    case .live: liveHits += 1
    case .joined: joined += 1
    case .started: started += 1
    }
  }

  /// Counts the final outcome of a request.
  mutating func count(_ end: RequestEnd) {
    switch end {
    case .displayed: displayed += 1
    case .leftUnshown: leftUnshown += 1
    case .cancelled: cancelled += 1
    case .failed: failed += 1
    case .unfinished: unfinished += 1
    }
  }
}
