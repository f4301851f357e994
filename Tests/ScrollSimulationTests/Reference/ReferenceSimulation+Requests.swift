import ScrollCaching
import ScrollCore
import ScrollSimulation

/// Requests to the cache, to the objects on screen and to the loads in flight.
extension ReferenceSimulation {
  func version(of rendition: Int) -> Int32 { versions[costs[rendition].image] }

  /// Serves a request by a hit, a live hit, a joined load or a new load.
  ///
  /// The cache was asked already if `isHit` is known.
  func request(_ ask: AppearanceRequest, isHit known: Bool? = nil) {
    let (rendition, key) = (ask.rendition, ask.key)
    records.requests.append(rendition)
    ask.appearance.requests += 1
    dropOutdated(rendition, key)
    let request = Request(image: key, cost: costs[rendition].cost, time: now)
    var isHit = known ?? false
    let (found, isNull) = (cached[key], nulls.contains(key))
    var isLeaving = false
    if let model, known == nil {
      isHit = model.lookup(request)
      if isHit, let found, !model.contains(key) {
        // The policy evicts the very image that it finds; the app has it all the same.
        isLeaving = true
        wanted.insert(key)
        fetchedInCache.removeValue(forKey: key)?.come(to: .used)
        arriving.append(found)
        settle()
      }
      followRemovals()
    }
    wanted.insert(key)
    let isFirst = ask.appearance.asks.count == 1
    if isHit, isNull {
      explain(ask, .askedLate)
      if isFirst { news.late += 1 }
      if let load = latest[key], loads.contains(where: { $0 === load }) {
        records.joined += 1
        let isNew = load.frame == records.frames.count - 1
        explain(ask, isNew ? load.reason : .askedLate)
        join(load, ask)
      } else {
        records.started += 1
        fail(ask)
      }
    } else if isHit {
      explain(ask, .askedLate)
      guard let found else { preconditionFailure("hit on nothing") }
      hit(ask, found)
      if isLeaving {
        arriving.removeLast()
        settle()
      }
    } else if loader.liveObjects, let picture = liveObject(key), isCurrent(picture, rendition) {
      records.liveHits += 1
      explain(ask, .askedLate)
      hand(picture, to: ask)
      if loader.holds == .decoded { store(picture, as: .viewed, from: nil) }
    } else if !storesNulls, let load = inFlight(key, rendition) {
      records.joined += 1
      if isFirst { news.late += 1 }
      let isNew = load.frame == records.frames.count - 1
      noteReload(of: key)
      explain(ask, isNew ? load.reason : .askedLate)
      join(load, ask)
    } else {
      records.started += 1
      if isFirst { news.late += 1 }
      noteReload(of: key)
      explain(ask, history[key] ?? .neverAsked)
      if !loader.retry, failures[address(key)] != nil {
        fail(ask)
      } else {
        if storesNulls { storeNull(key, as: .viewed) }
        start(rendition, key, for: ask)
      }
    }
  }

  /// Notes that a key was evicted and loaded again after little movement.
  private func noteReload(of key: ImageID) {
    guard let place = evictedAt[key],
      traveled - place < RunReport.CacheFigures.soonScreens * viewportExtent
    else { return }
    evictedAt[key] = nil
    records.evictedTooEarly += 1
  }

  /// Notes the reason why an appearance had nothing to show, from its first request.
  private func explain(_ ask: AppearanceRequest, _ reason: AbsenceReason) {
    if ask.appearance.asks.count == 1 { ask.appearance.reason = reason }
  }

  func isCurrent(_ picture: Picture, _ rendition: Int) -> Bool {
    !loader.timeStamps || picture.version >= version(of: rendition)
  }

  /// Drops a cached picture that has changed since, as a look-up with time stamps does.
  func dropOutdated(_ rendition: Int, _ key: ImageID) {
    guard let model, let picture = cached[key], !isCurrent(picture, rendition) else { return }
    model.remove(key, because: .expired)
    followRemovals()
  }

  /// Returns the load that a request joins.
  func inFlight(_ key: ImageID, _ rendition: Int) -> Load? {
    guard sharesLoads else { return nil }
    guard let load = latest[key], loads.contains(where: { $0 === load }) else { return nil }
    return !loader.timeStamps || load.version >= version(of: rendition) ? load : nil
  }

  func join(_ load: Load, _ ask: AppearanceRequest) {
    load.fetched?.come(to: .used)
    ask.load = load
    ask.appearance.wait(for: .load(load), at: now)
    load.waiting.append(ask)
    // The load may keep its place, and the place of its prefetch among those held back.
    guard loader.raisesJoined else { return }
    reprioritize(load)
    if load.stage == .held { letGo(load) }
  }

  /// Shows the cached picture, or decodes it again if it is only a file.
  private func hit(_ ask: AppearanceRequest, _ held: Picture) {
    records.hits.append(ask.rendition)
    ask.appearance.hits += 1
    if held.version < version(of: ask.rendition) { records.stale += 1 }
    if held.isDecoded { records.decodesSaved.append(ask.rendition) }
    fetchedInCache.removeValue(forKey: ask.key)?.come(to: .used)
    if cachesFiles, loader.decodeOn == .main, loader.decodeAtOnce, loader.decode != .lazy {
      let view = viewed(held)
      lateHits.append((ask, view))
      decodeOnMain(view)
      lateHits.removeLast()
      hand(view, to: ask)
    } else if loader.holds == .decoded || !decodesOnLanes {
      hand(held, to: ask)
    } else if let load = inFlight(ask.key, ask.rendition) {
      join(load, ask)
    } else {
      let load = Load(
        held.rendition, ask.key, starter: ask, source: .cache, bytes: held.bytes,
        version: held.version, frame: records.frames.count - 1)
      load.reason = .askedLate
      load.file = held
      add(load, for: ask)
      queueForLane(load)
    }
  }

  /// Delivers a hit at once or one frame later.
  private func hand(_ picture: Picture, to ask: AppearanceRequest) {
    if loader.hitDelivery == .atOnce {
      serve(ask, viewed(picture))
    } else {
      ask.appearance.wait(for: .nextFrame, at: now)
      lateHits.append((ask, picture))
      settle()
    }
  }

  /// Ends the request of an appearance that no longer waits, and perhaps its load.
  func withdraw(_ ask: AppearanceRequest) {
    guard !ask.isOver else { return }
    ask.isOver = true
    guard let load = ask.load else {
      records.leftUnshown += 1
      return
    }
    load.waiting.removeAll { $0 === ask }
    reprioritize(load)
    if abandon(load) { records.cancelled += 1 } else { records.leftUnshown += 1 }
  }
}
