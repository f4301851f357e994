import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The one queue of a disk cache that holds encoded images: what was asked for first goes first.
extension ReferenceSimulation {
  enum DiskJob {
    case read(Load)
    case store(Picture)
  }

  var storesImages: Bool { loader.diskCache && loader.diskHolds == .image }

  func queueForDisk(_ load: Load) {
    queue(load, .queuesForDisk)
    diskJobs.append(.read(load))
    serveDisk()
  }

  func storeEncoded(_ load: Load) {
    guard storesImages else { return }
    diskJobs.append(.store(fileToWrite(load)))
    serveDisk()
  }

  /// The first job of the list is at work while `isDiskBusy`.
  func serveDisk() {
    while let job = diskJobs.first {
      if isDiskBusy {
        guard case .read(let load) = job, !isAtFlash(load) else { return }
        endDiskJob()
        continue
      }
      isDiskBusy = true
      switch job {
      case .read(let load):
        guard loads.contains(where: { $0 === load }), load.stage == .queuesForDisk else { continue }
        if !dropRead(load) { queueForFlash(load) }
      case .store(let picture):
        let cost = costs[picture.rendition]
        let isLazy = loader.decode == .lazy || (loader.decodeOn == .main && !loader.decodeAtOnce)
        schedule(
          .encoded(picture),
          at: now + cost.encode + (isLazy && cost.encode > .zero ? cost.once : .zero))
      }
    }
  }

  private func endDiskJob() {
    diskJobs.removeFirst()
    isDiskBusy = false
  }

  private func isAtFlash(_ load: Load) -> Bool {
    loads.contains { $0 === load } && (load.stage == .queuesForFlash || load.stage == .reads)
  }

  func finishEncoding(_ picture: Picture) {
    writes.append(Write(picture: picture, isDerived: false))
    serveFlash()
  }

  func diskHasWritten() {
    guard case .store? = diskJobs.first, isDiskBusy else { return }
    endDiskJob()
    serveDisk()
  }
}
