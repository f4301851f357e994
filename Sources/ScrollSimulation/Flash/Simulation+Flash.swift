import BasicContainers
import ScrollCore
import ScrollDevice

/// The flash channel: one read or write at a time, and what the app keeps on it.
extension Simulation {
  /// A file that the system has in memory needs no turn; any other waits for the channel.
  mutating func queueForFlash(_ slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    loading.inFlight.wait(slot, for: .flash, stage: .queuedForFlash, at: moment(time))
    note(time, .queued(load: load.serial, .flash))
    if loader.pageCache > 0, hasPages(load.file, load.key, load.source) {
      loading.inFlight.unlink(slot)
      if load.source == .disk, !refreshSource(of: slot, at: time) { return }
      loading.inFlight.enter(slot, .reading, at: moment(time))
      _ = readsPages(slot)
      didRead(slot, fromPages: true, at: time)
    } else {
      pumpFlash(at: time)
    }
  }

  private mutating func readsPages(_ slot: LoadIndex) -> Bool {
    let load = loading.inFlight.loads[slot]
    return readsPages(load.file, load.key, load.source)
  }

  /// Gives the flash channel its next read, or a write if nothing is to be read.
  mutating func pumpFlash(at time: SimTime) {
    while flash.user == .none, let slot = loading.inFlight.next(for: .flash) {
      if loading.inFlight.loads[slot].source == .disk, !refreshSource(of: slot, at: time) {
        continue
      }
      let load = loading.inFlight.loads[slot]
      loading.inFlight.enter(slot, .reading, at: moment(time))
      guard !readsPages(slot) else {
        didRead(slot, fromPages: true, at: time)
        continue
      }
      let work = works[load.file]
      flash.beginRead()
      note(time, .stage(load: load.serial, .reading, lane: 0, job: nil))
      queue.schedule(
        EventQueue.Event(
          time: time + SimTime(nanoseconds: load.source == .disk ? work.storedRead : work.read),
          kind: EventKind.flash, payload: UInt32(slot.number)))
    }
    if let write = flash.beginWrite() {
      note(time, .writing(key: write.key.number, until: time + SimTime(nanoseconds: write.time)))
      queue.schedule(
        EventQueue.Event(
          time: time + SimTime(nanoseconds: write.time), kind: EventKind.flash, payload: 0))
    }
  }

  /// A file that was on disk when it was asked for may have been swept or replaced since.
  private mutating func refreshSource(of slot: LoadIndex, at time: SimTime) -> Bool {
    let load = loading.inFlight.loads[slot]
    let file = load.derives ? keys.full(of: load.asked) : load.asked
    let location = locateOnDisk(load.asked, file, load.key, at: time)
    let version = loading.version(of: keys.image(of: load.asked))
    loading.inFlight.update(slot) {
      $0.picture = location?.picture ?? load.asked
      $0.file = location?.file ?? file
      $0.version = location?.version ?? version
      guard location == nil else { return }
      $0.source = .network
      $0.isReencoded = false
    }
    guard location != nil else {
      proceed(slot, at: time)
      return false
    }
    touchDisk(file, load.key, at: time)
    return true
  }

  mutating func touchDisk(_ file: PictureIndex, _ key: KeyIndex, at time: SimTime) {
    flash.use(keys.diskName(of: file, key), at: time)
  }

  /// Whether the system still has a file in memory; otherwise it has after this.
  mutating func readsPages(_ file: PictureIndex, _ key: KeyIndex, _ source: Load.Source) -> Bool {
    guard loader.pageCache > 0 else { return false }
    return flash.readPages(of: pages(of: file, key, source), bytes: fileBytes(file, source))
  }

  private mutating func hasPages(_ file: PictureIndex, _ key: KeyIndex, _ source: Load.Source)
    -> Bool
  {
    flash.hasPages(of: pages(of: file, key, source))
  }

  /// The number of a file where the system knows it.
  private mutating func pages(of file: PictureIndex, _ key: KeyIndex, _ source: Load.Source)
    -> ImageID
  {
    source == .disk
      ? ImageID(works.count + keys.diskName(of: file, key).position) : ImageID(file.number)
  }

  mutating func flashIsDone(_ payload: UInt32, at time: SimTime) {
    if flash.end() == .write {
      flash.didWrite(at: time)
    } else {
      let serial = loading.inFlight.loads[LoadIndex(Int32(payload))].serial
      note(time, .done(load: serial, .reading, lane: 0))
      didRead(LoadIndex(Int32(payload)), fromPages: false, at: time)
    }
    pumpFlash(at: time)
  }

  private mutating func didRead(_ slot: LoadIndex, fromPages: Bool, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    let bytes = fileBytes(load.file, load.source)
    if !fromPages { flash.didRead(bytes) }
    if loader.cancelOnLeave, loader.cancelRead, load.isUnwanted {
      return changeMemory(at: time) { $0.cancel(slot, at: time) }
    }
    haveBytes(slot, bytes, at: time)
    pumpLanes(at: time)
  }

  /// The encoded bytes of a load are in memory: it goes on to a lane, or to the main thread.
  mutating func haveBytes(_ slot: LoadIndex, _ bytes: Int, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    let hasMask =
      works[load.file].maskDecode > 0 && !load.isReencoded
    loading.inFlight.update(slot) {
      $0.bytes = bytes
      $0.hasMaskLeft = hasMask
    }
    holdEncoded(bytes, at: time)
    if load.needsEncoding {
      loading.inFlight.wait(slot, for: .lanes, stage: .queuedForLane, at: moment(time))
      note(time, .queued(load: load.serial, .lanes))
    } else {
      goToLane(slot, at: time)
    }
  }

  /// A load whose bytes are in memory waits for a lane, if one decodes it.
  mutating func goToLane(_ slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    let isAwaited =
      load.viewers > 0 || (load.cell != .none && !loader.recycledCellCheck)
    let isLazy = loader.decodesLazily || (cachesFiles && !isAwaited)
    if loader.decodeOn == .main || (isLazy && !load.derives) {
      finish(slot, at: time)
    } else {
      loading.inFlight.wait(slot, for: .lanes, stage: .queuedForLane, at: moment(time))
      note(time, .queued(load: load.serial, .lanes))
    }
  }

  /// Whether what is on disk has another format than what came.
  var encodesAgain: Bool { loader.pngReencode && loader.diskCache }

  /// A download is to go to the app's disk cache, when the flash channel has time.
  mutating func storeOnDisk(_ file: PictureIndex, _ key: KeyIndex, version: Int32) {
    guard loader.diskCache else { return }
    let work = works[file]
    flash.enqueue(
      Flash.Write(
        key: keys.diskName(of: file, key), file: Flash.File(picture: file, version: version),
        bytes: work.stored, time: work.storedWrite, isVariant: false))
  }

  /// A low variant that was made of the full image is kept as a file of its own.
  mutating func writeVariant(_ picture: PictureIndex, _ key: KeyIndex, version: Int32) {
    let bytes = works[picture].encoded
    flash.enqueue(
      Flash.Write(
        key: key, file: Flash.File(picture: picture, version: version), bytes: bytes,
        time: scenario.device.flash.writeTime(of: ByteCount(bytes)).nanoseconds,
        isVariant: true))
  }
}
