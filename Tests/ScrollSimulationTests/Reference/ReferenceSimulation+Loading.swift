import ScrollCaching
import ScrollCore
import ScrollSimulation

/// Asking the cache, the objects on screen and the loads in flight; flash and lanes.
extension ReferenceSimulation {
  /// Once per appearance: hit, live hit, joined or started.
  func ask(_ appearance: Appearance, _ frame: inout ReferenceRecords.Frame) {
    let image = appearance.image
    records.requests.append(image)
    let request = Request(image: image, cost: cost(image).cost, time: now)
    if let model {
      let isHit = model.lookup(request)
      followRemovals()
      if isHit {
        records.hits.append(image)
        if cached[image]?.isDecoded == true { records.decodesSaved.append(image) }
        hit(appearance, &frame)
        return
      }
    }
    if loader.keepsLiveObjects, let picture = liveObject(image) {
      records.liveHits += 1
      hand(picture, to: appearance, &frame)
      if loader.cacheHolds == .decoded { store(picture, as: .viewed) }
      return
    }
    if let load = inFlight(image) {
      records.joined += 1
      join(load, appearance)
      return
    }
    records.started += 1
    start(image, for: appearance, &frame)
  }

  /// The load that a request joins.
  func inFlight(_ image: ImageID) -> Load? {
    loader.coalesces ? loads.first { $0.image == image } : nil
  }

  func join(_ load: Load, _ appearance: Appearance) {
    appearance.load = load
    load.waiting.append(appearance)
    reprioritize(load)
  }

  /// What the cache holds is shown, or decoded again if it is only a file.
  func hit(_ appearance: Appearance, _ frame: inout ReferenceRecords.Frame) {
    guard let held = cached[appearance.image] else { preconditionFailure("hit on nothing") }
    if loader.cacheHolds == .decoded || loader.decodes == .main {
      hand(held, to: appearance, &frame)
    } else if let load = inFlight(appearance.image) {
      join(load, appearance)
    } else {
      let load = Load(appearance.image, starter: appearance)
      load.isFromCache = true
      load.file = held
      add(load, for: appearance)
      queueForLane(load)
    }
  }

  /// A hit is delivered at once or one frame later.
  func hand(
    _ picture: Picture, to appearance: Appearance, _ frame: inout ReferenceRecords.Frame
  ) {
    if loader.hitDelivery == .atOnce {
      serve(appearance, viewed(picture), &frame)
    } else {
      lateHits.append((appearance, picture))
    }
  }

  /// A prefetcher's look-up: no request.
  func askAhead(_ image: ImageID, _ frame: inout ReferenceRecords.Frame) {
    guard let model else { return }
    if model.contains(image) {
      // Only what is found can be touched: a policy hears of no miss of a prefetcher.
      if loader.prefetchTouches {
        _ = model.lookup(Request(image: image, cost: cost(image).cost, time: now))
        followRemovals()
      }
      return
    }
    if loader.keepsLiveObjects, liveObject(image) != nil { return }
    if let load = inFlight(image) {
      // Whoever joins may raise the priority, not lower it.
      load.isPrefetched = true
      return
    }
    records.prefetches += 1
    start(image, for: nil, &frame)
  }

  /// Reads on the main thread or queues for the flash channel.
  func start(
    _ image: ImageID, for appearance: Appearance?, _ frame: inout ReferenceRecords.Frame
  ) {
    let load = Load(image, starter: appearance)
    add(load, for: appearance)
    if loader.reads == .main {
      frame.work.read += cost(image).read.nanoseconds
      records.bytesRead += cost(image).encoded
      load.file = Picture(image)
      settle()
      if loader.decodes == .main || (appearance == nil && cachesFiles) {
        // Nobody but who asked: whoever else shows the image has a hit on its way.
        arrive(load, appearance.map { [$0.item] } ?? [], &frame)
      } else {
        queueForLane(load)
      }
    } else {
      queue(load, .queuesForFlash)
      serveFlash()
    }
  }

  /// What nobody waits for need not be decoded to be stored.
  var cachesFiles: Bool { loader.hasCache && loader.cacheHolds == .encoded }

  func add(_ load: Load, for appearance: Appearance?) {
    loads.append(load)
    if let appearance {
      appearance.load = load
      load.waiting.append(appearance)
    } else {
      load.isPrefetched = true
    }
    load.isVisible = appearance != nil
  }

  func queue(_ load: Load, _ stage: Load.Stage) {
    load.stage = stage
    load.place = sequence
    sequence += 1
  }

  /// The highest priority of those who wait; where it changes, the end of the new class.
  func reprioritize(_ load: Load) {
    let isVisible = !load.waiting.isEmpty
    guard isVisible || load.isPrefetched, isVisible != load.isVisible else { return }
    load.isVisible = isVisible
    queue(load, load.stage)
  }

  /// An appearance no longer waits; true if that cancelled its load.
  func withdraw(_ appearance: Appearance) -> Bool {
    guard let load = appearance.load else { return false }
    load.waiting.removeAll { $0 === appearance }
    reprioritize(load)
    guard loader.cancelsOnLeave, load.waiting.isEmpty, !load.isPrefetched else { return false }
    guard load.stage == .queuesForFlash || load.stage == .queuesForLane else { return false }
    loads.removeAll { $0 === load }
    return true
  }

  /// The first of the highest priority that waits.
  func next(_ stage: Load.Stage) -> Load? {
    loads.filter { $0.stage == stage }.min {
      ($0.isVisible ? 0 : 1, $0.place) < ($1.isVisible ? 0 : 1, $1.place)
    }
  }

  func serveFlash() {
    guard !loads.contains(where: { $0.stage == .reading }) else { return }
    guard let load = next(.queuesForFlash) else { return }
    load.stage = .reading
    schedule(.read(load), at: now + cost(load.image).read)
  }

  func finishRead(_ load: Load) {
    records.bytesRead += cost(load.image).encoded
    load.file = Picture(load.image)
    let isAwaited =
      !load.waiting.isEmpty || (load.starter != nil && !loader.checksRecycledCells)
    if loader.decodes == .main || (cachesFiles && !isAwaited) {
      load.stage = .finished
      finished.append(load)
    } else {
      queue(load, .queuesForLane)
    }
    settle()
    serveFlash()
    serveLanes()
  }

  func queueForLane(_ load: Load) {
    queue(load, .queuesForLane)
    serveLanes()
  }

  func serveLanes() {
    while loads.count(where: { $0.stage == .decoding }) < lanes, let load = next(.queuesForLane) {
      load.stage = .decoding
      let picture = Picture(load.image)
      picture.isDestination = true
      load.picture = picture
      schedule(.decoded(load), at: now + cost(load.image).decode)
      settle()
    }
  }

  func finishDecode(_ load: Load) {
    records.laneDecodes.append(cost(load.image).decode)
    load.stage = .finished
    load.file = nil
    load.picture?.isDecoded = true
    finished.append(load)
    settle()
    serveLanes()
  }
}
