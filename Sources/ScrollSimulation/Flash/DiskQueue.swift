import BasicContainers
import ScrollCore

/// The serial queue of a disk cache that holds encoded images, with reads and stores.
///
/// Jobs run one at a time, in the order of requests, regardless of their priority. A store encodes
/// an image and then writes the file; the queue waits for both.
struct DiskQueue: ~Copyable {
  /// An image to be encoded and written.
  struct Store {
    var file: PictureIndex, key: KeyIndex
    var version: Int32
  }

  enum Job {
    /// A load that reads its file.
    case read(LoadIndex, serial: Int32)
    case store(Store)
  }

  private var jobs = UniqueArray<Job>()
  /// The number of jobs that have begun since the queue was last empty.
  private var begun = 0
  /// The current job; `nil` if there is none.
  private(set) var current: Job?

  mutating func append(_ job: Job) { jobs.append(job) }

  /// Begins and returns the next job; `nil` if a job is running or no job waits.
  mutating func begin() -> Job? {
    guard current == nil, begun < jobs.count else { return nil }
    let job = jobs[begun]
    begun += 1
    if begun == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      begun = 0
    }
    current = job
    return job
  }

  /// Ends the current job.
  mutating func end() { current = nil }

  /// Removes all jobs, because the process has ended.
  mutating func endProcess() {
    jobs.removeAll(keepingCapacity: true)
    begun = 0
    current = nil
  }

  /// Returns a copy that shares no state.
  func copy() -> DiskQueue { DiskQueue(jobs: jobs.clone(), begun: begun, current: current) }
}

/// The disk cache's serial queue, if the loader has one.
extension Simulation {
  /// Adds a load to the disk cache's queue, after which it waits for the flash channel.
  mutating func queueForDisk(_ slot: LoadIndex, at time: SimTime) {
    let serial = loading.inFlight.loads[slot].serial
    loading.inFlight.enter(slot, .queuedForDisk, at: moment(time))
    note(time, .queued(load: serial, .flash))
    diskQueue.append(.read(slot, serial: serial))
    pumpDisk(at: time)
  }

  /// Requests that the queue encodes and stores a downloaded image, if the disk cache holds encoded
  /// images.
  mutating func storeEncoded(
    _ file: PictureIndex, _ key: KeyIndex, version: Int32, at time: SimTime
  ) {
    guard loader.storesImages else { return }
    diskQueue.append(.store(DiskQueue.Store(file: file, key: key, version: version)))
    pumpDisk(at: time)
  }

  /// Starts the next jobs of the disk cache's queue.
  mutating func pumpDisk(at time: SimTime) {
    guard loader.storesImages else { return }
    endDiskRead()
    while let job = diskQueue.begin() {
      switch job {
      case .store(let store):
        queue.schedule(
          EventQueue.Event(
            time: time + SimTime(nanoseconds: works[store.file].encode), kind: EventKind.disk,
            payload: 0))
      case .read(let slot, let serial):
        let load = loading.inFlight.loads[slot]
        if load.stage == .queuedForDisk, load.serial == serial {
          if loader.cancelOnLeave, loader.cancelRead, load.isUnwanted {
            changeMemory(at: time) { $0.cancel(slot, at: time) }
          } else {
            queueForFlash(slot, at: time)
          }
        }
        endDiskRead()
      }
    }
  }

  /// Ends the current read if its load has left the flash channel or was cancelled.
  private mutating func endDiskRead() {
    guard case .read(let slot, let serial) = diskQueue.current else { return }
    let load = loading.inFlight.loads[slot]
    let isAtFlash = load.stage == .queuedForFlash || load.stage == .reading
    if load.serial != serial || !isAtFlash { diskQueue.end() }
  }

  /// Requests that the flash channel writes the encoded image when it is free.
  mutating func diskHasEncoded(at time: SimTime) {
    guard case .store(let store) = diskQueue.current else { return }
    enqueueWrite(store.file, store.key, version: store.version)
    pumpFlash(at: time)
  }

  /// Handles the end of a write to the disk cache.
  mutating func diskHasWritten(at time: SimTime) {
    guard case .store = diskQueue.current else { return }
    diskQueue.end()
    pumpDisk(at: time)
  }
}
