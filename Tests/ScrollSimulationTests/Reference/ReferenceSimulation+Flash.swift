import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The only channel to flash: reads by priority, and writes when there is nothing to read.
extension ReferenceSimulation {
  func queueForFlash(_ load: Load) {
    queue(load, .queuesForFlash)
    if isInPages(load) { readFromPages(load) }
    serveFlash()
  }

  /// Returns the number of a load's file: those of the bundle come first, then those of the disk
  /// cache.
  private func fileNumber(_ load: Load) -> ImageID {
    if load.source == .disk { return ImageID(costs.count + Int(diskKey(load).index)) }
    if sizes != nil { return address(ImageID(load.rendition)) }
    return ImageID(load.derives ? load.rendition - 1 : load.rendition)
  }

  func isInPages(_ load: Load) -> Bool {
    pages.contains(fileNumber(load), bytes: ByteCount(load.bytes.bytes))
  }

  func serveFlash() {
    guard !isFlashBusy else { return }
    if let load = next(.queuesForFlash) {
      if !isStillThere(load) || isInPages(load) {
        readFromPages(load)
        serveFlash()
        return
      }
      isFlashBusy = true
      load.enter(.reads, at: now)
      noteRead(load)
      schedule(.read(load), at: now + load.bytes.read)
    } else if !writes.isEmpty {
      isFlashBusy = true
      let write = writes.removeFirst()
      let time = scenario.device.flash.writeTime(of: ByteCount(write.picture.bytes.bytes))
      schedule(.written(write), at: now + time)
    }
  }

  /// Reads a file that the system has in memory, in no time; a file that is gone is downloaded.
  private func readFromPages(_ load: Load) {
    guard isStillThere(load) else {
      begin(load)
      serveDisk()
      return
    }
    noteRead(load)
    if dropRead(load) { return serveDisk() }
    load.file = newPicture(load)
    haveBytes(load)
    settle()
    serveDisk()
    serveLanes()
  }

  /// Returns `true` if the disk cache still has a file under the load's name.
  private func isStillThere(_ load: Load) -> Bool {
    if load.source == .disk { locate(load) }
    return load.source != .network
  }

  func diskKey(_ load: Load) -> ImageID {
    if loader.diskNames == .fileName {
      let rendition = load.derives ? load.asked - 1 : load.asked
      return ImageID(
        costs[rendition].image % loader.fileNames * variants + (costs[rendition].isLow ? 1 : 0))
    }
    return load.derives ? ImageID(Int(load.key.index) - 1) : address(load.key)
  }

  /// Notes the read in the disk cache and in the system's page cache.
  func noteRead(_ load: Load) {
    if load.source == .disk {
      records.diskHits += 1
      _ = disk?.read(diskKey(load), at: now)
    }
    _ = pages.read(fileNumber(load), bytes: ByteCount(load.bytes.bytes))
  }

  func finishRead(_ load: Load) {
    records.bytesRead += load.bytes.bytes
    isFlashBusy = false
    if dropRead(load) {
      serveDisk()
      serveFlash()
      return
    }
    load.file = newPicture(load)
    haveBytes(load)
    settle()
    serveDisk()
    serveLanes()
    serveFlash()
  }

  /// Reads a file while the main thread waits.
  func readOnMain(_ load: Load) {
    if !isInPages(load) {
      work(\.read, load.bytes.read)
      records.bytesRead += load.bytes.bytes
    }
    noteRead(load)
    load.file = newPicture(load)
    settle()
    haveBytesOnMain(load)
  }

  /// Continues on the main thread, which has the bytes, or on a lane.
  func haveBytesOnMain(_ load: Load) {
    let isMade = load.derives && loader.decodeOn == .background
    if isMade || (decodesOnLanes && (!load.waiting.isEmpty || !cachesFiles)) {
      queueForLane(load)
      return
    }
    // Only the requester receives it: other items with the image have a hit on its way.
    load.enter(.finished, at: now)
    arrive(load, load.starter.map { [$0.appearance.item] } ?? [], isAtOnce: true)
  }

  /// Decodes the bytes that are in memory, or hands them over without decoding.
  func haveBytes(_ load: Load) {
    let isAwaited =
      !load.waiting.isEmpty || (load.starter != nil && !loader.recycledCellCheck)
    let isMade = load.derives && loader.decodeOn == .background
    if load.needsEncoding || isMade || (decodesOnLanes && (isAwaited || !cachesFiles)) {
      queue(load, .queuesForLane)
    } else {
      finish(load)
    }
  }

  func finish(_ load: Load) {
    load.enter(.finished, at: now)
    finished.append(load)
    if !load.hasFailed {
      news.loads += 1
      news.loadTime += now - load.begun
    }
    releaseLimit(load)
    if load.source == .network, loader.download == .background, !load.hasFailed {
      storeEncoded(load)
    }
  }

  func finishWrite(_ write: Write) {
    isFlashBusy = false
    let picture = write.picture
    records.bytesWritten += picture.bytes.bytes
    if write.isDerived {
      derivedFiles[picture.key] = picture
    } else {
      let isKept = disk?.store(
        picture.key, bytes: ByteCount(picture.bytes.bytes), version: picture.version, at: now)
      diskFiles[picture.key] = isKept == true ? picture : nil
      diskHasWritten()
    }
    serveFlash()
  }

  static func rules(_ loader: Loader) -> DiskRules {
    let sweeps: DiskRules.Sweeps =
      switch loader.diskSweep {
      case .whenStoring: .always
      case .timed: .every(SimTime(seconds: loader.diskInterval))
      case .inBackground: .onBackground
      }
    return DiskRules(
      limit: loader.diskLimit == 0 ? nil : ByteCount(loader.diskLimit), trimsTo: loader.diskTrim,
      ageLimit: loader.diskAge == 0 ? nil : SimTime(seconds: loader.diskAge), sweeps: sweeps,
      largest: loader.diskLargest == 1 ? nil : loader.diskLargest)
  }
}
