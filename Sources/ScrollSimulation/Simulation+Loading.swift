import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// How an image comes from flash through a lane to the main thread.
extension Simulation {
  /// Starts a load for an item, or ahead of any (`item` -1).
  mutating func start(_ image: ImageID, for item: Int32, at time: SimTime) {
    let work = images[Int(image.index)]
    let loader = scenario.loader
    if loader.reads == .main {
      frameWork.read += work.read
      report.work.bytesRead += work.encoded
      if loader.decodes == .main {
        deliverSynchronously(image, to: item, at: time)
        return
      }
      encodedInFlight += work.encoded
      memoryChanged(at: time)
    }
    let slot = inFlight.start(
      image, item: item, appearance: item < 0 ? 0 : appearances[Int(item)],
      cell: item < 0 ? -1 : cellOfItem[Int(item)],
      stage: loader.reads == .main ? .queuedForLane : .queuedForFlash, source: -1)
    register(slot, image, item)
    if loader.reads == .main { pumpLanes(at: time) } else { pumpFlash(at: time) }
  }

  /// A hit in a cache of encoded images: decoded again.
  mutating func decodeCached(_ image: ImageID, for item: Int32, at time: SimTime) {
    let load = loadOfImage[Int(image.index)]
    if scenario.loader.coalesces, load >= 0 {
      inFlight.join(load, as: .visible)
      return
    }
    let bitmap = cachedBitmap[Int(image.index)]
    if scenario.loader.decodes == .main {
      let copy = undecoded(image)
      display(copy, in: item)
      release(copy)
      return
    }
    bitmaps.retain(bitmap)
    let slot = inFlight.start(
      image, item: item, appearance: appearances[Int(item)], cell: cellOfItem[Int(item)],
      stage: .queuedForLane, source: bitmap)
    register(slot, image, item)
    pumpLanes(at: time)
  }

  private mutating func register(_ slot: Int32, _ image: ImageID, _ item: Int32) {
    if scenario.loader.coalesces {
      loadOfImage[Int(image.index)] = slot
    } else if item >= 0 {
      loadOfItem[Int(item)] = slot
    }
  }

  /// A read on the main thread with decoding when drawn: there in this very frame.
  private mutating func deliverSynchronously(
    _ image: ImageID, to item: Int32, at time: SimTime
  ) {
    let bitmap = undecoded(image)
    if scenario.loader.hasCache {
      store(image, bitmap: bitmap, as: item < 0 ? .prefetched : .viewed, at: time)
    }
    if item >= 0 { display(bitmap, in: item) }
    release(bitmap)
    memoryChanged(at: time)
  }

  /// An image object over encoded bytes, decoded when it is first drawn.
  private mutating func undecoded(_ image: ImageID) -> Int32 {
    bitmaps.make(bytes: images[Int(image.index)].encoded, image: image.index, decode: 0)
  }

  /// An item left while it waited; true if that cancelled its load.
  mutating func withdraw(_ item: Int32, _ image: ImageID) -> Bool {
    let slot =
      scenario.loader.coalesces ? loadOfImage[Int(image.index)] : loadOfItem[Int(item)]
    loadOfItem[Int(item)] = -1
    guard slot >= 0, inFlight.withdrawViewer(slot), scenario.loader.cancelsOnLeave else {
      return false
    }
    if inFlight.loads[Int(slot)].stage == .queuedForLane { releaseSource(of: slot) }
    if scenario.loader.coalesces { loadOfImage[Int(image.index)] = -1 }
    inFlight.remove(slot)
    return true
  }

  /// Gives the flash channel its next read.
  private mutating func pumpFlash(at time: SimTime) {
    guard !flashIsBusy, let slot = inFlight.nextToRead() else { return }
    flashIsBusy = true
    let read = images[Int(inFlight.loads[Int(slot)].image.index)].read
    queue.schedule(
      EventQueue.Event(
        time: SimTime(nanoseconds: time.nanoseconds + read), kind: Self.flashEvent,
        payload: UInt32(slot)))
  }

  /// Gives every free lane its next decode.
  private mutating func pumpLanes(at time: SimTime) {
    while lanesFree > 0, let slot = inFlight.nextToDecode() {
      lanesFree -= 1
      let image = inFlight.loads[Int(slot)].image
      let work = images[Int(image.index)]
      inFlight.setBitmap(
        bitmaps.make(bytes: work.bitmap, image: image.index, decode: work.decode), of: slot)
      memoryChanged(at: time)
      queue.schedule(
        EventQueue.Event(
          time: SimTime(nanoseconds: time.nanoseconds + work.decode), kind: Self.decodeEvent,
          payload: UInt32(slot)))
    }
  }

  mutating func didRead(_ slot: Int32, at time: SimTime) {
    flashIsBusy = false
    let load = inFlight.loads[Int(slot)]
    let work = images[Int(load.image.index)]
    report.work.bytesRead += work.encoded
    encodedInFlight += work.encoded
    memoryChanged(at: time)
    let isOnlyForCache = scenario.loader.cacheHolds == .encoded && load.viewers == 0
    if scenario.loader.decodes == .main || (scenario.loader.hasCache && isOnlyForCache) {
      finish(slot)
    } else {
      inFlight.didRead(slot)
      pumpLanes(at: time)
    }
    pumpFlash(at: time)
  }

  mutating func didDecode(_ slot: Int32, at time: SimTime) {
    lanesFree += 1
    let work = images[Int(inFlight.loads[Int(slot)].image.index)]
    report.work.laneDecodes += 1
    report.work.laneDecode += SimTime(nanoseconds: work.decode)
    releaseSource(of: slot)
    finish(slot)
    memoryChanged(at: time)
    pumpLanes(at: time)
  }

  /// The encoded bytes of a load are no longer needed.
  private mutating func releaseSource(of slot: Int32) {
    let load = inFlight.loads[Int(slot)]
    if load.source >= 0 {
      release(load.source)
    } else {
      encodedInFlight -= images[Int(load.image.index)].encoded
    }
  }

  /// After a relaunch: nothing is in flight.
  mutating func dropLoads() {
    for slot in 0..<inFlight.loads.count {
      let load = inFlight.loads[slot]
      guard load.stage != .free else { continue }
      if load.bitmap >= 0 { release(load.bitmap) }
      if load.source >= 0, load.stage == .queuedForLane || load.stage == .decoding {
        release(load.source)
      }
      if scenario.loader.coalesces { loadOfImage[Int(load.image.index)] = -1 }
    }
    for index in 0..<lateHits.count { release(lateHits[index].bitmap) }
    lateHits.removeAll()
    finished.removeAll()
    inFlight = InFlightTable()
    queue = EventQueue()
    (flashIsBusy, encodedInFlight) = (false, 0)
    lanesFree = lanes
  }

  private mutating func finish(_ slot: Int32) {
    inFlight.didFinish(slot)
    finished.append(slot)
  }

  /// A finished load reaches the main thread.
  mutating func deliver(_ slot: Int32, at time: SimTime) {
    let load = inFlight.loads[Int(slot)]
    let place = Int(load.image.index)
    if scenario.loader.coalesces { loadOfImage[place] = -1 }
    var bitmap = load.bitmap
    if bitmap < 0 {
      encodedInFlight -= images[place].encoded
      bitmap = undecoded(load.image)
    }
    if scenario.loader.hasCache, load.source < 0 {
      let admission: Admission = hasViewer(load) ? .viewed : .prefetched
      if scenario.loader.cacheHolds == .encoded {
        let file = undecoded(load.image)
        store(load.image, bitmap: file, as: admission, at: time)
        release(file)
      } else {
        store(load.image, bitmap: bitmap, as: admission, at: time)
      }
    }
    displayEverywhere(bitmap, load)
    release(bitmap)
    inFlight.remove(slot)
    memoryChanged(at: time)
  }

  /// Whether an appearance wants the image now.
  private func hasViewer(_ load: InFlightTable.Load) -> Bool {
    guard scenario.loader.coalesces else {
      return load.item >= 0 && isWaiting(load.item, appearance: load.appearance)
    }
    for item in scenario.placement.items(showing: load.image)
    where isWaiting(item.index, appearance: appearances[Int(item.index)]) {
      return true
    }
    return false
  }

  /// Shows a delivered bitmap wherever it is wanted, and where a recycled cell lets it in.
  private mutating func displayEverywhere(_ bitmap: Int32, _ load: InFlightTable.Load) {
    if scenario.loader.coalesces {
      for item in scenario.placement.items(showing: load.image)
      where isWaiting(item.index, appearance: appearances[Int(item.index)]) {
        display(bitmap, in: item.index)
      }
    } else if load.item >= 0, isWaiting(load.item, appearance: load.appearance) {
      display(bitmap, in: load.item)
    }
    guard load.cell >= 0, !scenario.loader.checksRecycledCells else { return }
    let item = cells.cells[Int(load.cell)].item
    guard item >= visible.first, item < visible.end,
      item != load.item || appearances[Int(item)] != load.appearance
    else { return }
    let isRight = scenario.placement.images[Int(item)] == load.image
    switch states[Int(item)] {
    case .waiting where isRight: display(bitmap, in: item)
    case .waiting: put(bitmap, into: load.cell)
    case .shown where !isRight:
      put(bitmap, into: load.cell)
      states[Int(item)] = .overwritten
      overwrittenCount += 1
    default: break
    }
  }
}
