import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What happens when a cell asks for its picture.
extension Simulation {
  /// An appearance asks for a rendition of its image.
  ///
  /// First in memory, then among what is on screen, then among what is on its way; if it is
  /// nowhere a load starts.
  mutating func request(_ item: ItemIndex, _ variant: Variant = .full, at time: SimTime) {
    let image = image(of: item)
    let picture = keys.picture(of: image, variant)
    let key = keys.key(of: item, variant)
    let work = works[picture]
    let cell = cellOfItem[item]
    report.requests.count += 1
    report.requests.bytes += work.bitmap
    report.requests.decode += work.wholeDecode
    stopWaiting(cell, at: time)
    let isFirst = cells[cell].reason == nil
    cells.update(cell) {
      $0.awaited = picture
      $0.hasOpenRequest = true
      if isFirst { $0.reason = .askedLate }
      if variant == .full { $0.askedFull = true }
    }
    if loader.cache {
      if loader.timeStamps { expire(key, of: image, at: time) }
      let isHit = model.lookup(Request(image: key.id, cost: work.cost, time: time))
      drainRemovals(at: time)
      if isHit {
        report.requests.hits += 1
        report.requests.bytesHit += work.bitmap
        noteUse(of: key)
        note(time, .asked(item: item.number, key: key.number, outcome: .hit))
        deliverHit(item, picture, key, at: time)
        return
      }
    }
    if let live = liveObject(key, of: image) {
      report.requests.liveHits += 1
      note(time, .asked(item: item.number, key: key.number, outcome: .live))
      hold(live)
      hand(live, to: item, at: time)
      if loader.cache, loader.holds == .decoded {
        store(key, bitmap: live, as: .viewed, at: time)
      }
      release(live)
      return
    }
    let reason = explainAbsence(of: key)
    let load = loadOfKey[key]
    if loader.coalescing, load != .none, !isOutdated(load, for: image) {
      report.requests.joined += 1
      note(
        time,
        .asked(item: item.number, key: key.number, outcome: .joined(inFlight.loads[load].serial)))
      join(load, item, isFirst: isFirst, at: time)
    } else if !loader.retry, fates[key].failures > 0 {
      report.requests.started += 1
      note(time, .asked(item: item.number, key: key.number, outcome: .givenUp))
      failRequest(of: cell, at: time)
    } else {
      report.requests.started += 1
      if isFirst { cells.update(cell) { $0.reason = reason } }
      let slot = start(picture, key: key, for: item, reason: reason, at: time)
      note(
        time,
        .asked(
          item: item.number, key: key.number,
          outcome: .started(slot != .none ? inFlight.loads[slot].serial : 0)))
    }
  }

  /// Why a picture is not in memory, counting how many were evicted a short while ago.
  private mutating func explainAbsence(of key: KeyIndex) -> AbsenceReason {
    let fate = fates[key]
    if fate.evictedAt >= 0,
      travelled - fate.evictedAt < RunReport.CacheFigures.soonScreens * extent
    {
      report.cache.evictedTooEarly += 1
      fates[key].evictedAt = -1
    }
    return fate.reason
  }

  private mutating func join(
    _ slot: LoadIndex, _ item: ItemIndex, isFirst: Bool, at time: SimTime
  ) {
    let load = inFlight.loads[slot]
    if load.isUnusedPrefetch {
      report.prefetch.used += 1
      inFlight.update(slot) { $0.isUnusedPrefetch = false }
    }
    inFlight.joinViewer(slot)
    let before = load.waits(until: screenTime(time))
    cells.update(cellOfItem[item]) {
      $0.load = slot
      $0.serial = load.serial
      $0.waitedBefore = before
      // What began in this very frame is absent for the same reason as for whoever began it.
      if isFirst, load.start == time.nanoseconds { $0.reason = load.reason }
    }
    if load.stage == .held { admitHeld(slot, at: time) }
  }

  private mutating func deliverHit(
    _ item: ItemIndex, _ picture: PictureIndex, _ key: KeyIndex, at time: SimTime
  ) {
    let bitmap = cachedBitmap[key]
    let entry = bitmaps[bitmap]
    if entry.isDecoded { report.requests.decodeSaved += works[picture].wholeDecode }
    if entry.version < versions[image(of: item)] {
      report.requests.stale += 1
    }
    if loader.holds == .decoded || loader.decodesLazily {
      hand(bitmap, to: item, at: time)
    } else if loader.decodeOn == .main {
      let view = view(ofFile: bitmap)
      decodeNow(view)
      memoryChanged(at: time)
      hand(view, to: item, at: time)
      release(view)
    } else if loader.coalescing, loadOfKey[key] != .none {
      join(loadOfKey[key], item, isFirst: false, at: time)
    } else {
      decodeCached(picture, key, for: item, at: time)
    }
  }

  /// What was found in memory reaches its cell, at once or one frame later.
  private mutating func hand(_ bitmap: BitmapIndex, to item: ItemIndex, at time: SimTime) {
    guard loader.hitDelivery == .nextFrame else {
      return show(bitmap, in: item, at: time)
    }
    hold(bitmap)
    memoryChanged(at: time)
    lateHits.append(LateHit(item: item, appearance: appearances[item], bitmap: bitmap))
  }

  /// With time stamps, what is older than the image is taken out before the look-up.
  mutating func expire(_ key: KeyIndex, of image: ImageIndex, at time: SimTime) {
    let cached = cachedBitmap[key]
    guard cached != .none, bitmaps[cached].version < versions[image] else { return }
    model.remove(key.id, because: .expired)
    drainRemovals(at: time)
  }

  /// What is still held of a picture that was displayed, unless the system has emptied it.
  mutating func liveObject(_ key: KeyIndex, of image: ImageIndex) -> BitmapIndex? {
    guard loader.liveObjects else { return nil }
    let live = liveBitmap[key]
    guard live != .none, !bitmaps[live].isLost,
      !loader.timeStamps || bitmaps[live].version >= versions[image]
    else { return nil }
    return live
  }

  /// With time stamps, a load of an older version is not joined.
  mutating func isOutdated(_ slot: LoadIndex, for image: ImageIndex) -> Bool {
    loader.timeStamps && inFlight.loads[slot].version < versions[image]
  }

  /// The picture that a cell waits for cannot be had.
  mutating func failRequest(of cell: CellIndex, at time: SimTime) {
    stopWaiting(cell, at: time)
    let now = screenTime(time)
    let isWaiting = states[cells[cell].item] == .waiting
    cells.update(cell) {
      $0.failedAt = now
      if isWaiting { $0.reason = .failed }
    }
    endRequest(of: cell, as: \.failed)
  }

  /// The last request of a cell has come to its end.
  mutating func endRequest(
    of cell: CellIndex, as outcome: WritableKeyPath<RunReport.Requests, Int>
  ) {
    guard cells[cell].hasOpenRequest else { return }
    cells.update(cell) { $0.hasOpenRequest = false }
    report.requests[keyPath: outcome] += 1
  }
}
