import BasicContainers
import ScrollCore
import ScrollDevice

/// Methods that assign connections to downloads and handle their results.
extension Simulation {
  /// Gives every free connection its next download.
  mutating func pumpNetwork(at time: SimTime) {
    while downloads.hasFreeConnection, let slot = loading.inFlight.first(for: .network) {
      guard downloads.isOnline else {
        loading.inFlight.unlink(slot)
        downloadFailed(slot, at: time)
        continue
      }
      guard takeToken(at: time) else { return }
      loading.inFlight.unlink(slot)
      let load = loading.inFlight.loads[slot]
      let connection = downloads.start(slot, bytes: works[load.file].encoded, at: time)
      loading.inFlight.update(slot) { $0.connection = connection }
      loading.inFlight.enter(slot, .transferring, at: moment(time))
      note(time, .stage(load: load.serial, .transferring, lane: connection.position, job: nil))
    }
  }

  /// Returns a Boolean value that indicates whether the rate limit lets a download begin; otherwise
  /// schedules another try.
  private mutating func takeToken(at time: SimTime) -> Bool {
    let (isFree, wakeTime) = downloads.takeToken(at: time)
    if let wakeTime { wake(at: wakeTime) }
    return isFree
  }

  /// Schedules an event that calls `woken(at:)`.
  mutating func wake(at time: SimTime) {
    queue.schedule(EventQueue.Event(time: time, kind: EventKind.wake, payload: 0))
  }

  /// Queues the downloads whose back-off has ended, in the order in which they began, and starts
  /// the next one for which there is a token.
  mutating func woken(at time: SimTime) {
    downloads.didWake()
    var ready: [LoadIndex] = []
    for slot in LoadIndex.first(loading.inFlight.loads.count) {
      let load = loading.inFlight.loads[slot]
      if load.stage == .backingOff, load.backsOffUntil <= time.nanoseconds { ready.append(slot) }
    }
    ready.sort { loading.inFlight.loads[$0].serial < loading.inFlight.loads[$1].serial }
    for slot in ready {
      let load = loading.inFlight.loads[slot]
      if let retryAt = downloads.backOff(keys.address(of: load.key), at: time) {
        // Another download of it has failed in the meantime.
        backOff(slot, until: retryAt)
      } else {
        loading.inFlight.wait(slot, for: .network, stage: .queuedForNetwork, at: moment(time))
        note(time, .queued(load: load.serial, .network))
      }
    }
    pumpNetwork(at: time)
  }

  mutating func backOff(_ slot: LoadIndex, until time: Int64) {
    loading.inFlight.update(slot) { $0.backsOffUntil = time }
    wake(at: SimTime(nanoseconds: time))
  }

  /// Removes every transfer that has ended by now and handles its bytes or its failure.
  mutating func receive(at time: SimTime) {
    downloads.advance(to: time)
    while let (slot, completion) = downloads.popCompletion() {
      let load = loading.inFlight.loads[slot]
      note(time, .done(load: load.serial, .transferring, lane: completion.slot))
      guard completion.outcome == .finished else {
        note(time, .transferFailed(load: load.serial, RunEvent.TransferFailure(completion.outcome)))
        downloadFailed(slot, at: time)
        continue
      }
      downloads.didFetch(keys.address(of: load.key))
      loading.inFlight.update(slot) { $0.connection = .none }
      if encodesFirst {
        loading.inFlight.update(slot) { $0.needsEncoding = true }
      } else {
        storeOnDisk(load.file, load.key, version: load.version)
      }
      // A load in the background whose file left the disk before it was read.
      if loader.download == .main {
        storeEncoded(load.file, load.key, version: load.version, at: time)
      }
      haveBytes(slot, completion.bytes, at: time)
    }
    pumpNetwork(at: time)
    pumpFlash(at: time)
    pumpLanes(at: time)
  }

  private mutating func downloadFailed(_ slot: LoadIndex, at time: SimTime) {
    let key = loading.inFlight.loads[slot].key
    loading.inFlight.update(slot) {
      $0.hasFailed = true
      $0.connection = .none
    }
    fail(key, at: time)
    finish(slot, at: time)
  }

  /// Records a failed download of a key; a new download of the key must wait until the back-off
  /// ends.
  mutating func fail(_ key: KeyIndex, at time: SimTime) {
    downloads.didFail(keys.address(of: key), backOff: loader.backOff, at: time)
    cache.setReason(.failed, for: key)
  }

  mutating func goOffline(at time: SimTime) {
    guard downloads.isOnline else { return }
    downloads.goOffline(at: time)
    receive(at: time)
  }
}

extension RunEvent.TransferFailure {
  init(_ outcome: TransferOutcome) {
    switch outcome {
    case .timedOut: self = .timedOut
    case .refused, .finished: self = .refused
    case .offline: self = .offline
    }
  }
}
