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
    let readsOnMain = scenario.loader.reads == .main
    if readsOnMain {
      frameWork.read += work.read
      report.work.bytesRead += work.encoded
      if scenario.loader.decodes == .main || (item < 0 && cachesFiles) {
        deliverSynchronously(image, to: item, at: time)
        return
      }
      encodedInFlight += work.encoded
      memoryChanged(at: time)
    }
    register(
      inFlight.start(
        image, item: item, appearance: item < 0 ? 0 : appearances[Int(item)],
        cell: item < 0 ? -1 : cellOfItem[Int(item)],
        stage: readsOnMain ? .queuedForLane : .queuedForFlash, source: -1),
      image, item)
    if readsOnMain { pumpLanes(at: time) } else { pumpFlash(at: time) }
  }

  /// A hit in a cache of encoded images: decoded again.
  mutating func decodeCached(_ image: ImageID, for item: Int32, at time: SimTime) {
    let file = cachedBitmap[Int(image.index)]
    bitmaps.retain(file)
    register(
      inFlight.start(
        image, item: item, appearance: appearances[Int(item)], cell: cellOfItem[Int(item)],
        stage: .queuedForLane, source: file),
      image, item)
    pumpLanes(at: time)
  }

  private mutating func register(_ slot: Int32, _ image: ImageID, _ item: Int32) {
    if scenario.loader.coalesces { loadOfImage[Int(image.index)] = slot }
    if item >= 0 { loadOfItem[Int(item)] = slot }
  }

  /// What nobody waits for need not be decoded to be stored.
  private var cachesFiles: Bool {
    scenario.loader.hasCache && scenario.loader.cacheHolds == .encoded
  }

  /// An item left while it waited; true if that cancelled its load.
  mutating func withdraw(_ item: Int32) -> Bool {
    let slot = loadOfItem[Int(item)]
    loadOfItem[Int(item)] = -1
    guard slot >= 0, inFlight.withdrawViewer(slot), scenario.loader.cancelsOnLeave else {
      return false
    }
    let load = inFlight.loads[Int(slot)]
    if load.stage == .queuedForLane { releaseSource(of: slot) }
    if scenario.loader.coalesces { loadOfImage[Int(load.image.index)] = -1 }
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
        bitmaps.make(bytes: work.bitmap, image: image.index), of: slot)
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
    let isAwaited =
      load.viewers > 0 || (load.cell >= 0 && !scenario.loader.checksRecycledCells)
    if scenario.loader.decodes == .main || (cachesFiles && !isAwaited) {
      finish(slot)
    } else {
      inFlight.didRead(slot)
      pumpLanes(at: time)
    }
    pumpFlash(at: time)
  }

  mutating func didDecode(_ slot: Int32, at time: SimTime) {
    lanesFree += 1
    let load = inFlight.loads[Int(slot)]
    let work = images[Int(load.image.index)]
    _ = bitmaps.decode(load.bitmap, bytes: work.bitmap, cost: work.decode)
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
}
