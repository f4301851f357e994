import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What is asked of the memory cache and told to it.
extension Simulation {
  /// An appearance asks for its image, once.
  mutating func request(_ item: Int32, _ image: ImageID, at time: SimTime) {
    let work = images[Int(image.index)]
    report.requests.count += 1
    report.requests.bytes += work.bitmap
    report.requests.decode += work.decode
    if scenario.loader.hasCache {
      let isHit = model.lookup(Request(image: image, cost: work.cost, time: time))
      drainRemovals(at: time)
      if isHit {
        report.requests.hits += 1
        report.requests.bytesHit += work.bitmap
        deliverHit(item, image, at: time)
        return
      }
    }
    let live = liveBitmap[Int(image.index)]
    if scenario.loader.keepsLiveObjects, live >= 0 {
      report.requests.liveHits += 1
      bitmaps.retain(live)
      hand(live, to: item, at: time)
      if scenario.loader.hasCache, scenario.loader.cacheHolds == .decoded {
        store(image, bitmap: live, as: .viewed, at: time)
      }
      release(live)
      return
    }
    let load = loadOfImage[Int(image.index)]
    if scenario.loader.coalesces, load >= 0 {
      report.requests.joined += 1
      join(load, item)
    } else {
      report.requests.started += 1
      start(image, for: item, at: time)
    }
  }

  private mutating func join(_ load: Int32, _ item: Int32) {
    inFlight.join(load, as: .visible)
    loadOfItem[Int(item)] = load
  }

  private mutating func deliverHit(_ item: Int32, _ image: ImageID, at time: SimTime) {
    let (place, loader) = (Int(image.index), scenario.loader)
    let bitmap = cachedBitmap[place]
    if bitmaps.isDecoded(bitmap) { report.requests.decodeSaved += images[place].decode }
    if loader.cacheHolds == .decoded || loader.decodes == .main {
      hand(bitmap, to: item, at: time)
    } else if loader.coalesces, loadOfImage[place] >= 0 {
      join(loadOfImage[place], item)
    } else {
      decodeCached(image, for: item, at: time)
    }
  }

  /// What was found in memory reaches its cell, at once or one frame later.
  private mutating func hand(_ bitmap: Int32, to item: Int32, at time: SimTime) {
    guard scenario.loader.hitDelivery == .nextFrame else {
      return show(bitmap, in: item, at: time)
    }
    bitmaps.retain(bitmap)
    lateHits.append(LateHit(item: item, appearance: appearances[Int(item)], bitmap: bitmap))
  }

  /// Step 4: `neighbours`, the only prefetcher so far.
  mutating func prefetch(at time: SimTime) {
    guard scenario.loader.hasCache, case .neighbours(let reach) = scenario.prefetcher else {
      return
    }
    let step = Int(motion.direction.rawValue)
    for index in 0..<entered.count {
      let item = Int(entered[index])
      for distance in 1...reach {
        prefetch(item + step * distance, at: time)
        prefetch(item - step * distance, at: time)
      }
    }
  }

  /// Asks ahead for an item's image, once per frame.
  private mutating func prefetch(_ item: Int, at time: SimTime) {
    guard item >= 0, item < scenario.placement.count else { return }
    let image = scenario.placement.images[item]
    let place = Int(image.index)
    guard plannedInFrame[place] != Int32(report.frames) else { return }
    plannedInFrame[place] = Int32(report.frames)
    if model.contains(image) {
      guard scenario.loader.prefetchTouches else { return }
      _ = model.lookup(Request(image: image, cost: images[place].cost, time: time))
      drainRemovals(at: time)
    } else if scenario.loader.keepsLiveObjects, liveBitmap[place] >= 0 {
      return
    } else if scenario.loader.coalesces, loadOfImage[place] >= 0 {
      inFlight.join(loadOfImage[place], as: .prefetch)
    } else {
      report.requests.prefetches += 1
      start(image, for: -1, at: time)
    }
  }

  /// Offers a bitmap to the cache, which holds it from then on if it takes it.
  mutating func store(
    _ image: ImageID, bitmap: Int32, as admission: Admission, at time: SimTime
  ) {
    let work = images[Int(image.index)]
    report.cache.offeredBytes += work.cached
    let outcome = model.store(
      Request(image: image, cost: work.cost, time: time), as: admission)
    // What the log says of this very image is first of its old value, then of the new one.
    var newcomer: Int32 = outcome == .stored ? bitmap : -1
    model.drainRemovals { removal in
      if removal.image == image, cachedBitmap[Int(image.index)] < 0 {
        newcomer = -1
        count(removal)
      } else {
        didRemove(removal)
      }
    }
    if outcome == .refused {
      report.cache.refusals += 1
      report.cache.refusedBytes += work.cached
    }
    if newcomer >= 0 {
      bitmaps.retain(newcomer)
      cachedBitmap[Int(image.index)] = newcomer
      cachedBytes += work.cached
      report.cache.peakBytes = max(report.cache.peakBytes, cachedBytes)
    }
    memoryChanged(at: time)
  }

  /// Follows the cache's own removals.
  mutating func drainRemovals(at time: SimTime) {
    followRemovals()
    memoryChanged(at: time)
  }

  /// The same, where the footprint is settled later.
  mutating func followRemovals() {
    model.drainRemovals { didRemove($0) }
  }

  private mutating func didRemove(_ removal: Removal) {
    let place = Int(removal.image.index)
    let bitmap = cachedBitmap[place]
    precondition(bitmap >= 0, "\(removal.image) was removed but not resident")
    cachedBitmap[place] = -1
    cachedBytes -= images[place].cached
    count(removal)
    release(bitmap)
  }

  private mutating func count(_ removal: Removal) {
    report.cache.removals[Int(removal.reason.rawValue)] += 1
    report.cache.removedBytes += images[Int(removal.image.index)].cached
  }
}
