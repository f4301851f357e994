import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// Items that leave and enter, request better renditions, and get their cells ahead.
extension ReferenceSimulation {
  /// Removes items that are no longer visible, and returns their cells.
  ///
  /// Items whose pictures are lost, and that show no other picture by now, leave too and enter
  /// again.
  func leave(_ visible: [Int], losing lost: [(Appearance, Picture)] = []) {
    let losing = lost.filter { $0.0.cell.picture === $0.1 }.map { $0.0.item }
    let left = ordered(
      appearances.map(\.item).filter { !visible.contains($0) || losing.contains($0) })
    isInStep = true
    for item in left {
      guard let index = appearances.firstIndex(where: { $0.item == item }) else { continue }
      let appearance = appearances.remove(at: index)
      end(appearance)
      appearance.cell.appearance = nil
      if loader.clearOnReuse || losing.contains(item) { appearance.cell.picture = nil }
      pool.append(appearance.cell)
      preparedItems.remove(item)
      updatePins(settles: false)
      noteVolatile()
    }
    isInStep = false
    settle()
  }

  /// Ends an appearance, which withdraws its request while the cell still has its picture.
  func end(_ appearance: Appearance) {
    appearance.left = now
    let picture = appearance.cell.picture
    if let picture { arriving.append(picture) }
    if let ask = appearance.ask { withdraw(ask) }
    if picture != nil { arriving.removeLast() }
  }

  /// Looks up the pictures that a canvas draws, and returns those that the cache has lost.
  func lookUpDrawn(_ visible: [Int]) -> [(Appearance, Picture)] {
    guard let model, loader.drawsThroughCache else { return [] }
    var lost: [(Appearance, Picture)] = []
    for item in ordered(visible) {
      guard let appearance = appearances.first(where: { $0.item == item }),
        appearance.ask?.isServed == true, let picture = appearance.cell.picture
      else { continue }
      if cached[picture.key] != nil {
        _ = model.lookup(
          Request(image: picture.key, cost: costs[picture.rendition].cost, time: now))
        followRemovals()
      }
      if cached[picture.key] == nil { lost.append((appearance, picture)) }
    }
    return lost
  }

  /// Adds items that became visible, which request their images.
  func enter(_ visible: [Int]) -> [Int] {
    let known = Set(appearances.map(\.item))
    let entered = ordered(visible.filter { !known.contains($0) })
    for item in entered {
      let cell = pool.popLast() ?? Cell()
      let appearance = Appearance(
        item: item, image: Int(placement.images[item].index), cell: cell,
        entered: records.frames.count - 1)
      cell.appearance = appearance
      // A bitmap that the system has taken is gone when the cell is used again.
      if cell.picture?.isDecoded == false { cell.picture = nil }
      appearances.append(appearance)
      records.appearances.append(appearance)
      // The picture in a reused cell is in use again.
      settle()
      updatePins()
      if preparedItems.remove(item) == nil { work(\.cells, scenario.device.mainThread.cellWork) }
      drawAsset(of: item)
      requestFull(appearance, isLow: wantsLow(item))
    }
    return entered
  }

  /// Returns `true` while the viewport moves, unless the full image is in memory.
  func wantsLow(_ item: Int) -> Bool {
    guard loader.variants != .none, motion.phase(at: now) != .idle else { return false }
    return model?.contains(key(of: item, isLow: false)) != true
  }

  func rendition(of item: Int, isLow: Bool) -> Int {
    Int(placement.images[item].index) * variants + (isLow ? 1 : 0) + sizeNumber(of: item)
  }

  /// Returns the key by which the app looks up the image of an item.
  func key(of item: Int, isLow: Bool) -> ImageID {
    let image = Int(placement.images[item].index)
    let base =
      switch loader.key {
      case .image: image
      case .item: item
      case .fileName: image % loader.fileNames
      }
    return ImageID(base * variants + (isLow ? 1 : 0) + sizeNumber(of: item))
  }

  /// Returns the items, showing their keys.
  func keyPlacement() -> ItemPlacement {
    let names =
      switch loader.key {
      case .image: placement.imageCount
      case .item: placement.count
      case .fileName: min(loader.fileNames, placement.imageCount)
      }
    let bases = (0..<placement.count).map { item in
      ImageID(Int(key(of: item, isLow: false).index) / variants)
    }
    return placement.showing(bases, of: names, variants: variants)
  }

  /// Requests the full image for appearances that have requested only a low variant.
  func askForFull(_ visible: [Int]) {
    for item in ordered(visible) {
      guard let appearance = appearances.first(where: { $0.item == item }) else { continue }
      let full = rendition(of: item, isLow: false)
      guard !appearance.asks.contains(where: { $0.rendition == full }) else { continue }
      if let low = appearance.ask { withdraw(low) }
      let ask = AppearanceRequest(appearance, full, key(of: item, isLow: false))
      appearance.asks.append(ask)
      request(ask)
    }
  }

  /// Reads and decodes the interface's pictures, one in each cell, on the main thread.
  private func drawAsset(of item: Int) {
    guard loader.interfaceAssets > 0 else { return }
    guard assets.insert(item % loader.interfaceAssets).inserted else { return }
    let time = ReferenceAsset(scenario.device)
    work(\.read, time.read)
    work(\.decode, time.decode)
    records.assetLoads.append(time.read + time.decode)
    settle()
  }

  /// Drops the assets that are not on screen when memory is short.
  func dropAssets() {
    assets = assets.filter { asset in
      appearances.contains { $0.item % loader.interfaceAssets == asset }
    }
    settle()
  }

  /// Makes cells before they are visible, in the rest of the frame's time.
  func prepareCells(_ viewport: Viewport, _ visible: [Int]) {
    guard loader.cellPreparation == .ahead else { return }
    let isForward = motion.direction(at: now) == .forward
    let beyond = (0..<placement.count).filter { item in
      isForward
        ? placement.starts[item] >= viewport.upper : placement.ends[item] <= viewport.lower
    }
    let frame = records.frames.count - 1
    let cell = scenario.device.mainThread.cellWork
    for item in ordered(beyond).prefix(max(1, visible.count)) where !preparedItems.contains(item) {
      let period = records.frames[frame].next - records.frames[frame].start
      guard records.frames[frame].work.total + cell.nanoseconds <= period.nanoseconds else {
        return
      }
      preparedItems.insert(item)
      records.prepared += 1
      work(\.cells, cell)
    }
  }
}
