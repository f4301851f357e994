import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// Loads from their start to their turn: where from, in which order, and who gives up.
extension ReferenceSimulation {
  /// What nobody waits for need not be decoded to be stored.
  var cachesFiles: Bool { loader.hasCache && loader.cacheHolds == .encoded }
  var decodesOnLanes: Bool { loader.decodes == .background && loader.redraw != .lazy }

  func start(
    _ rendition: Int, _ key: ImageID, for ask: Ask?, ahead: Load.Urgency? = nil
  ) {
    let load = newLoad(rendition, key, for: ask)
    load.reason = history[key] ?? .neverAsked
    history[key] = .askedLate
    load.ahead = ahead
    if ask == nil {
      let fetched = Fetched(wasIssued: true)
      records.fetched.append(fetched)
      load.fetched = fetched
    }
    add(load, for: ask)
    if load.source == .network, loader.downloads == .main {
      downloadOnMain(load)
    } else if load.source != .network, loader.reads == .main {
      readOnMain(load)
    } else if ask == nil, loader.prefetchLimit > 0 {
      load.isLimited = true
      if loads.count(where: { $0.isLimited && $0.stage != .finished && $0.stage != .held })
        - 1 >= loader.prefetchLimit
      {
        load.isLimited = false
        queue(load, .held)
      } else {
        begin(load)
      }
    } else {
      begin(load)
    }
  }

  /// A file of the bundle, one that the app keeps on disk, or a download.
  private func newLoad(_ rendition: Int, _ key: ImageID, for ask: Ask?) -> Load {
    let frame = records.frames.count - 1
    let cost = costs[rendition]
    var (file, fileKey) = (rendition, key)
    let derives = loader.variants == .derived && cost.isLow && !derivedFiles.contains(rendition)
    if loader.variants == .derived, cost.isLow, !derives {
      return Load(
        rendition, key, starter: ask, source: .flash, bytes: cost.original,
        version: version(of: rendition), frame: frame)
    }
    if derives { (file, fileKey) = (rendition - 1, ImageID(Int(key.index) - 1)) }
    var (source, bytes) = (Load.Source.flash, costs[file].original)
    var version = version(of: rendition)
    var shown = rendition
    if costs[file].isRemote {
      source = .network
      if loader.disk != nil, disk?.contains(fileKey, at: now) == true,
        let stored = diskFiles[fileKey], isCurrent(stored, rendition)
      {
        (source, bytes, version) = (.disk, stored.bytes, stored.version)
        shown = derives ? stored.rendition + 1 : stored.rendition
      }
    }
    return Load(
      shown, key, starter: ask, source: source, bytes: bytes, derives: derives,
      version: version, frame: frame)
  }

  func add(_ load: Load, for ask: Ask?) {
    loads.append(load)
    if let ask {
      ask.load = load
      ask.appearance.waits.append((now, .load(load)))
      load.waiting.append(ask)
    }
    load.urgency = greatestUrgency(load) ?? .prefetch
  }

  /// Waits for the network or for flash.
  func begin(_ load: Load) {
    guard load.source == .network else {
      queueForFlash(load)
      return
    }
    if let failure = failures[load.key], failure.retry > now {
      queue(load, .backsOff)
      schedule(.wake(load), at: failure.retry)
    } else {
      queueForNetwork(load)
    }
  }

  func queue(_ load: Load, _ stage: Load.Stage) {
    load.enter(stage, at: now)
    load.place = sequence
    sequence += 1
  }

  private func greatestUrgency(_ load: Load) -> Load.Urgency? {
    load.waiting.isEmpty ? load.ahead : .visible
  }

  /// The highest priority of those who wait; where it changes, the end of the new class.
  func reprioritize(_ load: Load) {
    guard let urgency = greatestUrgency(load), urgency != load.urgency else { return }
    load.urgency = urgency
    // What is held back keeps the order in which it was asked for.
    guard loader.ranks, load.stage != .held else { return }
    load.place = sequence
    sequence += 1
  }

  /// The first of the highest priority that waits.
  func next(_ stage: Load.Stage) -> Load? { first(of: loads.filter { $0.stage == stage }) }

  func first(of loads: [Load]) -> Load? {
    loads.min {
      let (left, right) = (rank($0), rank($1))
      if left != right { return left > right }
      return loader.order == .fifo ? $0.place < $1.place : $0.place > $1.place
    }
  }

  private func rank(_ load: Load) -> Int { loader.ranks ? load.urgency.rawValue : 0 }

  /// Gives a load up that nobody wants any more, if the loader cancels; true if it is gone.
  func abandon(_ load: Load) -> Bool {
    guard loader.cancelsOnLeave, load.waiting.isEmpty, load.ahead == nil else { return false }
    switch load.stage {
    case .held, .backsOff, .queuesForNetwork, .queuesForFlash: break
    case .queuesForLane:
      if load.parts > 0 { return false }
    case .transfers: records.wastedBytes += network.cancel(load.slot, at: now)
    case .reads, .encodes, .decodes, .finished: return false
    }
    loads.removeAll { $0 === load }
    load.fetched?.come(to: .cancelled)
    history[load.key] = .cancelled
    let wasTransfer = load.stage == .transfers
    releaseLimit(load)
    if wasTransfer {
      serveNetwork()
      expectNetwork()
    }
    return true
  }

  /// A load fetched ahead makes room for the next one that is held.
  func releaseLimit(_ load: Load) {
    guard load.isLimited else { return }
    load.isLimited = false
    guard let held = loads.filter({ $0.stage == .held }).min(by: { $0.place < $1.place })
    else { return }
    held.isLimited = true
    begin(held)
  }

  /// Somebody looks at what was held back.
  func letGo(_ load: Load) { begin(load) }

  func newPicture(_ load: Load) -> Picture {
    pictures += 1
    return Picture(
      load.rendition, load.key, version: load.version, bytes: load.bytes, number: pictures)
  }

  func newPicture(like other: Picture) -> Picture {
    pictures += 1
    return Picture(
      other.rendition, other.key, version: other.version, bytes: other.bytes, number: pictures)
  }
}
