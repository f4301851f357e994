import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The cache's contents, who else holds pictures, and what the system does about it.
extension ReferenceSimulation {
  func store(_ picture: Picture, as admission: Admission) {
    guard let model else { return }
    let (image, held) = (picture.image, cost(picture.image).held)
    records.offered += held
    let request = Request(image: image, cost: cost(image).cost, time: now)
    let outcome = model.store(request, as: admission)
    followRemovals()
    if outcome == .stored {
      // A newcomer may be pushed out at once.
      if model.contains(image) { cached[image] = picture }
    } else {
      records.refusals += 1
      records.refused += held
    }
    records.peakCache = max(records.peakCache, heldByCache())
    settle()
  }

  /// Follows the cache's own removals.
  func followRemovals() {
    model?.drainRemovals { removal in
      cached[removal.image] = nil
      records.removals[Int(removal.reason.rawValue)] += 1
      records.removed += cost(removal.image).held
    }
    settle()
  }

  func heldByCache() -> Int { cached.keys.reduce(0) { $0 + cost($1).held } }

  /// The picture of an image that was displayed last, if somebody still holds it.
  func liveObject(_ image: ImageID) -> Picture? {
    displayedLast[image].flatMap { last in alivePictures().contains { $0 === last } ? last : nil }
  }

  /// Every picture that the cache, a cell or a load holds; some several times.
  func alivePictures() -> [Picture] {
    var pictures = Array(cached.values)
    for cell in appearances.map(\.cell) + pool {
      if let picture = cell.picture { pictures.append(picture) }
    }
    for load in loads {
      if let file = load.file { pictures.append(file) }
      if let picture = load.picture { pictures.append(picture) }
    }
    if let arriving { pictures.append(arriving) }
    pictures += lateHits.map(\.picture)
    return pictures + pictures.compactMap(\.file)
  }

  /// Counts what is in memory, notices what is gone, and applies the device's rules.
  func settle() {
    var alive: [ObjectIdentifier: Picture] = [:]
    for picture in alivePictures() { alive[ObjectIdentifier(picture)] = picture }
    let bytes = alive.values.reduce(0) {
      if $1.isDecoded || $1.isDestination { return $0 + cost($1.image).bitmap }
      return $1.file == nil ? $0 + cost($1.image).encoded : $0
    }
    for (identity, picture) in decodedPictures where alive[identity] == nil && !picture.wasShown {
      records.wasted.append(cost(picture.image).decode)
    }
    decodedPictures = alive.filter { $0.value.isDecoded }
    obey(memory.imagesChanged(charged: ByteCount(bytes)))
  }

  func obey(_ verdict: DeviceMemory.Verdict) {
    records.killedApps += verdict.killedBackgroundApps
    if verdict.warns {
      records.warnings += 1
      pressureChanged(to: .warning)
    }
    if let death = verdict.death, records.death == nil { records.death = (now, death) }
  }

  /// Told at the next frame, in the background at once.
  func pressureChanged(to level: PressureLevel) {
    pressure.append(level)
    if isInBackground { deliverPressure() }
  }

  func deliverPressure() {
    let levels = pressure
    pressure = []
    for level in levels { model?.pressureChanged(to: level, at: now) }
    followRemovals()
  }

  /// Displayed images cannot be evicted, if the loader wants it so.
  func updatePins() {
    guard loader.pinsDisplayed, let model else { return }
    let displayed = Set(appearances.compactMap { $0.cell.picture?.image })
    for image in displayed.subtracting(pinned).sorted() { model.pin(image) }
    for image in pinned.subtracting(displayed).sorted() { model.unpin(image) }
    pinned = displayed
    followRemovals()
  }

  func happen(_ event: SystemEvent) {
    switch event {
    case .memoryPressure(.normal): pressureChanged(to: .normal)
    case .memoryPressure(.warning): pressureChanged(to: .warning)
    case .memoryPressure(.critical): pressureChanged(to: .critical)
    case .background:
      guard !isInBackground else { return }
      isInBackground = true
      records.backgrounds.append((now, end))
      events.removeAll { if case .frame = $0.event { true } else { false } }
      deliverPressure()
      model?.didEnterBackground(at: now)
      followRemovals()
    case .foreground: comeBack()
    case .relaunch: relaunch()
    case .offline, .online, .rotate, .insert, .change: break
    case .externalPressure(let bytes): obey(memory.otherProcessesChanged(by: bytes))
    }
  }

  func comeBack() {
    guard isInBackground else { return }
    isInBackground = false
    records.backgrounds[records.backgrounds.count - 1].to = now
    let index = firstVsync(max(now, free))
    schedule(.frame(index), at: vsync(index))
  }

  /// Memory is lost, and so is all work in flight; every visible item appears anew.
  func relaunch() {
    comeBack()
    records.relaunches.append(now)
    for appearance in appearances where !appearance.isServed {
      if withdraw(appearance) { records.cancelled += 1 } else { records.leftUnshown += 1 }
    }
    (appearances, pool, loads, finished, lateHits) = ([], [], [], [], [])
    pressure = []
    updatePins()
    model?.removeAll(because: .removed)
    followRemovals()
    events.removeAll {
      switch $0.event {
      case .frame, .read, .decoded: true
      case .system: false
      }
    }
    free = now
    (lastFrame, shown) = (nil, nil)
    settle()
    let index = firstVsync(now)
    schedule(.frame(index), at: vsync(index))
  }
}
