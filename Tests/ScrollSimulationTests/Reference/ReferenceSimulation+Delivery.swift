import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The delivery of loaded images to the main thread, the cache and the cells.
extension ReferenceSimulation {
  func deliver(_ visible: [Int]) {
    var unrefined: [Appearance] = []
    while let (ask, picture) = lateHits.first {
      let appearance = ask.appearance
      if appearances.contains(where: { $0 === appearance }), visible.contains(appearance.item),
        appearance.ask === ask
      {
        serve(ask, viewed(picture))
        unrefined.append(appearance)
      }
      lateHits.removeFirst()
      settle()
    }
    for appearance in unrefined { refine(appearance) }
    let arrivals = finished
    finished = []
    for load in arrivals { arrive(load, visible) }
  }

  /// Delivers a finished load to the main thread, or one that was loaded there in this frame.
  func arrive(_ load: Load, _ visible: [Int], isAtOnce: Bool = false) {
    let takers = ordered(visible).compactMap { item -> AppearanceRequest? in
      guard let ask = appearances.first(where: { $0.item == item })?.ask else { return nil }
      return !ask.isServed && wants(ask, load) ? ask : nil
    }
    if load.hasFailed {
      fail(load, visible)
      if loader.reloadFailedRow { for ask in takers { reload(ask) } }
      return
    }
    if load.derives, load.picture == nil { deriveOnMain(load) }
    guard let result = load.picture ?? load.file else { return }
    load.fetched?.bytes = load.bytes.bytes
    if loader.decodeOn == .main, loader.decodeAtOnce, loader.decode != .lazy, !cachesFiles {
      decodeOnMain(result)
    }
    let isPassedBy = load.source == .disk && !loader.diskHitsEnterMemory
    let isDropped =
      model != nil && !isPassedBy && !isAtOnce && load.source != .cache && loader.cancelOnLeave
      && loader.cancelStore && load.waiting.isEmpty && load.ahead == nil && takers.isEmpty
    if isDropped {
      load.fetched?.come(to: .cancelled)
      history[load.key] = .cancelled
    } else if isPassedBy {
      load.fetched?.come(to: takers.isEmpty ? .evictedUnused : .used)
      history[load.key] = .evicted
    } else if load.source != .cache {
      settleFetched(load, isViewed: !takers.isEmpty)
      if model == nil { history[load.key] = .evicted }
    }
    if model != nil, load.source != .cache, !isPassedBy, !isDropped {
      let isFile = loader.holds == .encoded && result.isDecoded
      let kept = isFile ? newPicture(load, isResult: true) : result
      arriving.append(kept)
      settle()
      store(kept, as: takers.isEmpty ? .prefetched : .viewed, from: load)
      arriving.removeLast()
    }
    loads.removeAll { $0 === load }
    arriving.append(result)
    if loader.reloadRow, load.source == .network, !isAtOnce {
      for ask in takers { reload(ask) }
    } else {
      show(viewed(result), of: load, to: takers, visible)
    }
    arriving.removeLast()
    for ask in load.waiting where isPassedOver(ask, visible) {
      ask.load = nil
      ask.appearance.wait(for: .afterFailure, at: now)
    }
    settle()
  }

  /// Returns `true` for a row that the app does not refresh although it waits.
  private func isPassedOver(_ ask: AppearanceRequest, _ visible: [Int]) -> Bool {
    !loader.refreshesJoined && !ask.isServed && ask.appearance.ask === ask
      && visible.contains(ask.appearance.item)
  }

  private func show(
    _ picture: Picture, of load: Load, to takers: [AppearanceRequest], _ visible: [Int]
  ) {
    for ask in takers { serve(ask, picture) }
    guard !loader.recycledCellCheck, let starter = load.starter?.appearance,
      let appearance = starter.cell.appearance, appearance !== starter,
      visible.contains(appearance.item), let ask = appearance.ask
    else { return }
    // The cell was reused since; the late image goes in, unless its own image is there already.
    func isOwn(_ picture: Picture?) -> Bool {
      picture.map { costs[$0.rendition].image == appearance.image } ?? false
    }
    if appearance.cell.picture === picture { return }
    if isOwn(picture), appearance.served != nil, isOwn(appearance.cell.picture) { return }
    if isOwn(picture), ask.isServed || ask.rendition == picture.rendition {
      serve(ask, picture)
    } else {
      put(picture, into: appearance.cell)
    }
  }

  /// Reloads the row of a download instead of showing it.
  private func reload(_ ask: AppearanceRequest) {
    if !ask.isOver {
      ask.isOver = true
      records.leftUnshown += 1
    }
    records.reloadedRows += 1
    work(\.cells, scenario.device.mainThread.cellWork)
    if sizes != nil { return requestFull(ask.appearance) }
    let again = AppearanceRequest(ask.appearance, ask.rendition, ask.key)
    ask.appearance.asks.append(again)
    request(again)
  }

  /// Ends a download that failed, and notifies the appearances that wait for it and do not leave
  /// now.
  func fail(_ load: Load, _ visible: [Int]) {
    load.fetched?.come(to: .failed)
    // Another load may have brought the image in the meantime.
    for ask in load.waiting where !ask.isOver && visible.contains(ask.appearance.item) {
      fail(ask)
    }
    loads.removeAll { $0 === load }
  }

  func fail(_ ask: AppearanceRequest) {
    ask.load = nil
    ask.isOver = true
    records.failed += 1
    if ask.appearance.served == nil { ask.appearance.reason = .failed }
    ask.appearance.wait(for: .afterFailure, at: now)
  }

  /// Returns `true` for the request's own load, or with coalescing for the same image, perhaps only
  /// for the row that requested it first.
  private func wants(_ ask: AppearanceRequest, _ load: Load) -> Bool {
    guard sharesLoads else { return load.starter === ask }
    let isOwnRow = load.starter?.appearance.item == ask.appearance.item
    return ask.key == load.key && (loader.refreshesJoined || isOwnRow)
  }

  /// Returns the displayed object; it is a separate one if the cache keeps a file.
  func viewed(_ picture: Picture) -> Picture {
    guard cachesFiles, !picture.isDecoded else { return picture }
    let view = newPicture(like: picture)
    view.file = picture
    return view
  }

  /// Shows an appearance its own image.
  func serve(_ ask: AppearanceRequest, _ picture: Picture) {
    let appearance = ask.appearance
    ask.isServed = true
    if !ask.isOver {
      ask.isOver = true
      records.displayed += 1
    }
    if records.frames.count - 1 > appearance.entered {
      appearance.fades.append(records.frames.count - 1)
    }
    if appearance.served == nil {
      // Whatever the appearance waited for, from now on it waits to be drawn.
      appearance.wait(for: .nextFrame, at: now)
      appearance.served = records.frames.count - 1
    }
    if costs[picture.rendition].image != appearance.image { records.wrongDisplays += 1 }
    put(picture, into: appearance.cell)
    displayedLast[picture.key] = picture
  }

  /// Puts a picture into a cell on screen: decodes it, if needed, and uploads it.
  ///
  /// The device's rules treat this as one step.
  func put(_ picture: Picture, into cell: Cell) {
    cell.picture = picture
    decodeOnMain(picture, settles: false)
    picture.wasShown = true
    work(\.upload, costs[picture.rendition].upload)
    updatePins(settles: false)
    settle()
  }

  func decodeOnMain(_ picture: Picture, settles: Bool = true) {
    guard !picture.isDecoded else { return }
    let more = extraOnMain(
      picture, of: picture.rendition, picture.bytes, scratch: scratch(picture.rendition))
    picture.isDecoded = true
    picture.file = nil
    let cost = costs[picture.rendition]
    let parts = picture.bytes.color + picture.bytes.mask + more
    work(\.decode, parts)
    work(loader.tiles ? \.tiles : \.decode, cost.redraw)
    work(\.composition, picture.bytes.composition)
    picture.decode = cost.whole(picture.bytes) + more
    records.mainDecodes.append(picture.decode)
    if settles { settle() }
  }

  /// Makes a low variant of a full image on the main thread.
  private func deriveOnMain(_ load: Load) {
    let picture = newPicture(load, isResult: true)
    load.picture = picture
    load.file = nil
    let full = load.rendition - 1
    let more = extraOnMain(picture, of: full, load.bytes, scratch: costs[full].pixels)
    picture.isDecoded = true
    picture.decode = load.bytes.decode + drawing(load) + more
    work(\.decode, load.bytes.color + load.bytes.mask + more)
    work(\.composition, load.bytes.composition)
    work(loader.tiles ? \.tiles : \.decode, drawing(load))
    records.mainDecodes.append(picture.decode)
    settle()
    writeDerived(load)
  }
}
