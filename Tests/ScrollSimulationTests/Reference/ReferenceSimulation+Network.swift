import ScrollCore
import ScrollDevice
import ScrollSimulation

/// Downloads: their turn, their end, their failures, and what is kept of them.
extension ReferenceSimulation {
  func queueForNetwork(_ load: Load) {
    queue(load, .queuesForNetwork)
    if network.isOnline {
      serveNetwork()
      expectNetwork()
    } else {
      failDownload(load)
    }
  }

  /// Gives free connections to those whose turn it is.
  func serveNetwork() {
    while network.isOnline, network.freeConnections > 0, let load = next(.queuesForNetwork) {
      if tokens != nil, tokens?.take(at: now) == false {
        expectToken()
        return
      }
      load.slot = network.start(bytes: load.bytes.bytes, at: now)
      load.enter(.transfers, at: now)
    }
  }

  private func expectToken() {
    events.removeAll { if case .wake(nil) = $0.event { true } else { false } }
    if let tokens { schedule(.wake(nil), at: tokens.nextTime(at: now)) }
  }

  /// Puts the network's next moment into the queue of events.
  func expectNetwork() {
    events.removeAll { if case .network = $0.event { true } else { false } }
    if network.nextTime != .never { schedule(.network, at: network.nextTime) }
  }

  /// All that are due at this time come back at once, before any of them fails again.
  func wake(_ load: Load?) {
    var due = load.map { [$0] } ?? []
    for event in events where event.time == now {
      if case .wake(let other?) = event.event { due.append(other) }
    }
    events.removeAll {
      guard $0.time == now, case .wake(_?) = $0.event else { return false }
      return true
    }
    for load in due where load.stage == .backsOff && loads.contains(where: { $0 === load }) {
      if let failure = failures[address(load.key)], failure.retry > now {
        // Another download of it has failed meanwhile.
        schedule(.wake(load), at: failure.retry)
      } else {
        queue(load, .queuesForNetwork)
      }
    }
    while !network.isOnline, let load = next(.queuesForNetwork) { failDownload(load) }
    serveNetwork()
    expectNetwork()
  }

  func followNetwork() {
    network.advance(to: now)
    takeCompletions()
    serveNetwork()
    expectNetwork()
    serveFlash()
    serveLanes()
  }

  private func takeCompletions() {
    while let completion = network.popCompletion() {
      guard
        let load = loads.first(where: { $0.stage == .transfers && $0.slot == completion.slot })
      else { continue }
      if completion.outcome == .finished {
        finishDownload(load)
        haveBytes(load)
        settle()
      } else {
        records.wastedBytes += completion.bytes
        failDownload(load)
      }
    }
  }

  private func finishDownload(_ load: Load) {
    records.downloads += 1
    records.bytesDownloaded += load.bytes.bytes
    failures[address(load.key)] = nil
    load.file = newPicture(load)
    if storesImages {
      if loader.download == .main { storeEncoded(load) }
    } else if loader.diskCache {
      if loader.pngReencode { load.needsEncoding = true } else { write(load) }
    }
  }

  /// It reaches the main thread like a finished load.
  private func failDownload(_ load: Load) {
    noteFailure(load.key)
    load.hasFailed = true
    finish(load)
  }

  private func noteFailure(_ key: ImageID) {
    records.failures += 1
    history[key] = .failed
    let count = (failures[address(key)]?.count ?? 0) + 1
    var wait = loader.backOff
    for _ in 1..<max(count, 2) where count > 1 { wait = min(wait * 2, 1e6) }
    wait = min(wait, max(60, loader.backOff))
    failures[address(key)] = (count, now + SimTime(seconds: wait))
  }

  /// The file goes to the disk as soon as nothing else is to be read, unless it is too large.
  func write(_ load: Load) {
    let file = fileToWrite(load)
    let isTooLarge =
      loader.diskLargest < 1 && loader.diskLimit > 0
      && Double(file.bytes.bytes) / Double(loader.diskLimit) > loader.diskLargest
    if !isTooLarge { writes.append(Write(picture: file, isDerived: false)) }
  }

  /// The file of a load in the disk cache.
  func fileToWrite(_ load: Load) -> Picture {
    let rendition = load.derives ? load.rendition - 1 : load.rendition
    let key = diskKey(load)
    pictures += 1
    return Picture(
      rendition, key, version: load.version, bytes: costs[rendition].stored, number: pictures)
  }

  func writeDerived(_ load: Load) {
    pictures += 1
    let picture = Picture(
      load.rendition, load.key, version: load.version, bytes: costs[load.rendition].original,
      number: pictures)
    writes.append(Write(picture: picture, isDerived: true))
    serveFlash()
  }

  /// The main thread waits for the whole transfer.
  func downloadOnMain(_ load: Load) {
    if let failure = failures[address(load.key)], failure.retry > now {
      // Backing off is no further failure.
      history[load.key] = .failed
      load.hasFailed = true
      fail(load, load.starter.map { [$0.appearance.item] } ?? [])
      return
    }
    guard network.isOnline else {
      failOnMain(load)
      return
    }
    let (time, outcome) = network.waitAlone(forBytes: load.bytes.bytes)
    work(\.network, time)
    radio += time
    guard outcome == .finished else {
      failOnMain(load)
      return
    }
    finishDownload(load)
    if load.needsEncoding {
      load.needsEncoding = false
      work(\.decode, encodingTime(load))
      write(load)
    }
    settle()
    haveBytesOnMain(load)
    serveFlash()
  }

  private func failOnMain(_ load: Load) {
    noteFailure(load.key)
    load.hasFailed = true
    fail(load, load.starter.map { [$0.appearance.item] } ?? [])
  }

  func goOffline() {
    network.goOffline(at: now)
    takeCompletions()
    while let load = next(.queuesForNetwork) { failDownload(load) }
    expectNetwork()
  }

  func goOnline() {
    network.goOnline()
    serveNetwork()
    expectNetwork()
  }
}
