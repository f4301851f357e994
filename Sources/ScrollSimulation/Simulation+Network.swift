import BasicContainers
import ScrollCore
import ScrollDevice

/// Downloads: who gets a connection when, and what comes of it.
extension Simulation {
  /// Gives every free connection its next download.
  mutating func pumpNetwork(at time: SimTime) {
    while tiers.network.freeConnections > 0, let slot = inFlight.first(for: .network) {
      guard tiers.network.isOnline else {
        inFlight.unlink(slot)
        downloadFailed(slot, at: time)
        continue
      }
      guard takeToken(at: time) else { return }
      inFlight.unlink(slot)
      let load = inFlight.loads[slot]
      let connection = tiers.network.start(bytes: works[load.file].encoded, at: time)
      tiers.loadOfConnection[ConnectionIndex(connection)] = slot
      inFlight.update(slot) { $0.connection = ConnectionIndex(connection) }
      inFlight.enter(slot, .transferring, at: screenTime(time))
      note(time, .stage(load: load.serial, .transferring, lane: connection, job: nil))
    }
  }

  /// Whether the rate limit lets a download begin; otherwise it is looked at again later.
  private mutating func takeToken(at time: SimTime) -> Bool {
    guard var tokens = tiers.tokens else { return true }
    let isFree = tokens.take(at: time)
    tiers.tokens = tokens
    if !isFree, !tiers.awaitsToken {
      tiers.awaitsToken = true
      wake(at: tokens.nextTime(at: time))
    }
    return isFree
  }

  /// Looks at what waits for a time again when it has come.
  mutating func wake(at time: SimTime) {
    queue.schedule(EventQueue.Event(time: time, kind: EventKind.wake, payload: 0))
  }

  mutating func woken(at time: SimTime) {
    tiers.awaitsToken = false
    for slot in LoadIndex.first(inFlight.loads.count) {
      let load = inFlight.loads[slot]
      guard load.stage == .backingOff, load.backsOffUntil <= time.nanoseconds else { continue }
      let fate = fates[load.key]
      if fate.failures > 0, fate.retryAt > time.nanoseconds {
        // Another download of it has failed meanwhile.
        backOff(slot, until: fate.retryAt)
      } else {
        inFlight.wait(slot, for: .network, stage: .queuedForNetwork, at: screenTime(time))
        note(time, .queued(load: load.serial, .network))
      }
    }
    pumpNetwork(at: time)
  }

  mutating func backOff(_ slot: LoadIndex, until time: Int64) {
    inFlight.update(slot) { $0.backsOffUntil = time }
    wake(at: SimTime(nanoseconds: time))
  }

  /// Takes out every transfer that has ended by now.
  mutating func receive(at time: SimTime) {
    tiers.network.advance(to: time)
    while let completion = tiers.network.popCompletion() {
      let slot = tiers.loadOfConnection[ConnectionIndex(completion.slot)]
      tiers.loadOfConnection[ConnectionIndex(completion.slot)] = .none
      let load = inFlight.loads[slot]
      note(time, .done(load: load.serial, .transferring, lane: completion.slot))
      guard completion.outcome == .finished else {
        report.work.wastedBytes += completion.bytes
        note(time, .transferFailed(load: load.serial, RunEvent.TransferFailure(completion.outcome)))
        downloadFailed(slot, at: time)
        continue
      }
      report.work.downloads += 1
      report.work.bytesDownloaded += completion.bytes
      fates[load.key].failures = 0
      inFlight.update(slot) { $0.connection = .none }
      if encodesAgain {
        inFlight.update(slot) { $0.needsEncoding = true }
      } else {
        storeOnDisk(load.file, load.key, version: load.version)
      }
      haveBytes(slot, completion.bytes, at: time)
    }
    pumpNetwork(at: time)
    pumpFlash(at: time)
    pumpLanes(at: time)
  }

  private mutating func downloadFailed(_ slot: LoadIndex, at time: SimTime) {
    let key = inFlight.loads[slot].key
    inFlight.update(slot) {
      $0.hasFailed = true
      $0.connection = .none
    }
    fail(key, at: time)
    finish(slot, at: time)
  }

  /// Remembers a failure and when to try again: the back-off, doubled by each failure in a
  /// row, at most a minute unless it is longer to begin with.
  mutating func fail(_ key: KeyIndex, at time: SimTime) {
    let failures = fates[key].failures
    let factor = Double(1 << min(20, Int(failures)))
    let backOff = min(loader.backOff * factor, max(60, loader.backOff))
    fates[key].failures = failures == .max ? .max : failures + 1
    fates[key].retryAt = (time + SimTime(seconds: backOff)).nanoseconds
    fates[key].reason = .failed
    report.work.failures += 1
  }

  mutating func goOffline(at time: SimTime) {
    guard tiers.network.isOnline else { return }
    tiers.network.goOffline(at: time)
    receive(at: time)
  }
}

extension Simulation {
  /// What the network did, at the end of the run.
  mutating func finishTiers(at time: SimTime) {
    for connection in tiers.loadOfConnection.indices {
      let slot = tiers.loadOfConnection[connection]
      guard slot != .none else { continue }
      // What has not come in whole was for nothing.
      report.work.wastedBytes += tiers.network.cancel(connection.position, at: time)
    }
    report.work.radioActive += tiers.network.activeTime
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
