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
  mutating func request(_ item: Int32, variant: Int32 = 0, at time: SimTime) {
    let image = scenario.placement.images[Int(item)].index
    let picture = image * keys.variants + variant
    let key = keys.key(of: item, variant: variant)
    let (work, place) = (works[Int(picture)], Int(key))
    let cell = cellOfItem[Int(item)]
    report.requests.count += 1
    report.requests.bytes += work.bitmap
    report.requests.decode += work.wholeDecode
    stopWaiting(cell, at: time)
    let isFirst = cells[cell].reason == nil
    cells.update(cell) {
      $0.awaited = picture
      $0.hasOpenRequest = true
      if isFirst { $0.reason = .askedLate }
      if variant == 0 { $0.askedFull = true }
    }
    if loader.cache {
      if loader.timeStamps { expire(key, of: image, at: time) }
      let isHit = model.lookup(Request(image: ImageID(key), cost: work.cost, time: time))
      drainRemovals(at: time)
      if isHit {
        report.requests.hits += 1
        report.requests.bytesHit += work.bitmap
        noteUse(of: key)
        note(time, .asked(item: item, key: key, outcome: .hit))
        deliverHit(item, picture, key, at: time)
        return
      }
    }
    if let live = liveObject(key, of: image) {
      report.requests.liveHits += 1
      note(time, .asked(item: item, key: key, outcome: .live))
      hold(live)
      hand(live, to: item, at: time)
      if loader.cache, loader.holds == .decoded {
        store(key, bitmap: live, as: .viewed, at: time)
      }
      release(live)
      return
    }
    let reason = explainAbsence(of: key)
    let load = loadOfKey[place]
    if loader.coalescing, load >= 0, !isOutdated(load, for: image) {
      report.requests.joined += 1
      note(time, .asked(item: item, key: key, outcome: .joined(inFlight.loads[Int(load)].serial)))
      join(load, item, isFirst: isFirst, at: time)
    } else if !loader.retry, fates[place].failures > 0 {
      report.requests.started += 1
      note(time, .asked(item: item, key: key, outcome: .givenUp))
      failRequest(of: cell, at: time)
    } else {
      report.requests.started += 1
      if isFirst { cells.update(cell) { $0.reason = reason } }
      let slot = start(picture, key: key, for: item, reason: reason, at: time)
      note(
        time,
        .asked(
          item: item, key: key,
          outcome: .started(slot >= 0 ? inFlight.loads[Int(slot)].serial : 0)))
    }
  }

  /// Why a picture is not in memory, counting how many were evicted a short while ago.
  private mutating func explainAbsence(of key: Int32) -> AbsenceReason {
    let fate = fates[Int(key)]
    if fate.evictedAt >= 0,
      travelled - fate.evictedAt < RunReport.CacheFigures.soonScreens * extent
    {
      report.cache.evictedTooEarly += 1
      fates[Int(key)].evictedAt = -1
    }
    return fate.reason
  }

  private mutating func join(
    _ slot: Int32, _ item: Int32, isFirst: Bool, at time: SimTime
  ) {
    let load = inFlight.loads[Int(slot)]
    if load.isUnusedPrefetch {
      report.prefetch.used += 1
      inFlight.update(slot) { $0.isUnusedPrefetch = false }
    }
    inFlight.joinViewer(slot)
    let before = load.waits(until: screenTime(time))
    cells.update(cellOfItem[Int(item)]) {
      $0.load = slot
      $0.serial = load.serial
      $0.waitedBefore = before
      // What began in this very frame is absent for the same reason as for whoever began it.
      if isFirst, load.start == time.nanoseconds { $0.reason = load.reason }
    }
    if load.stage == .held { admitHeld(slot, at: time) }
  }

  private mutating func deliverHit(
    _ item: Int32, _ picture: Int32, _ key: Int32, at time: SimTime
  ) {
    let bitmap = cachedBitmap[Int(key)]
    let entry = bitmaps[bitmap]
    if entry.isDecoded { report.requests.decodeSaved += works[Int(picture)].wholeDecode }
    if entry.version < versions[Int(scenario.placement.images[Int(item)].index)] {
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
    } else if loader.coalescing, loadOfKey[Int(key)] >= 0 {
      join(loadOfKey[Int(key)], item, isFirst: false, at: time)
    } else {
      decodeCached(picture, key, for: item, at: time)
    }
  }

  /// What was found in memory reaches its cell, at once or one frame later.
  private mutating func hand(_ bitmap: Int32, to item: Int32, at time: SimTime) {
    guard loader.hitDelivery == .nextFrame else {
      return show(bitmap, in: item, at: time)
    }
    hold(bitmap)
    memoryChanged(at: time)
    lateHits.append(LateHit(item: item, appearance: appearances[Int(item)], bitmap: bitmap))
  }

  /// With time stamps, what is older than the image is taken out before the look-up.
  mutating func expire(_ key: Int32, of image: Int32, at time: SimTime) {
    let cached = cachedBitmap[Int(key)]
    guard cached >= 0, bitmaps[cached].version < versions[Int(image)] else { return }
    model.remove(ImageID(key), because: .expired)
    drainRemovals(at: time)
  }

  /// What is still held of a picture that was displayed, unless the system has emptied it.
  mutating func liveObject(_ key: Int32, of image: Int32) -> Int32? {
    guard loader.liveObjects else { return nil }
    let live = liveBitmap[Int(key)]
    guard live >= 0, !bitmaps[live].isLost,
      !loader.timeStamps || bitmaps[live].version >= versions[Int(image)]
    else { return nil }
    return live
  }

  /// With time stamps, a load of an older version is not joined.
  mutating func isOutdated(_ slot: Int32, for image: Int32) -> Bool {
    loader.timeStamps && inFlight.loads[Int(slot)].version < versions[Int(image)]
  }

  /// The picture that a cell waits for cannot be had.
  mutating func failRequest(of cell: Int32, at time: SimTime) {
    stopWaiting(cell, at: time)
    let now = screenTime(time)
    let isWaiting = states[Int(cells[cell].item)] == .waiting
    cells.update(cell) {
      $0.failedAt = now
      if isWaiting { $0.reason = .failed }
    }
    endRequest(of: cell, as: \.failed)
  }

  /// The last request of a cell has come to its end.
  mutating func endRequest(
    of cell: Int32, as outcome: WritableKeyPath<RunReport.Requests, Int>
  ) {
    guard cells[cell].hasOpenRequest else { return }
    cells.update(cell) { $0.hasOpenRequest = false }
    report.requests[keyPath: outcome] += 1
  }
}
