import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// Items leave and enter, ask for better renditions, and get their cells ahead.
extension ReferenceSimulation {
  /// Items that are no longer visible give their cells back.
  ///
  /// So do those whose pictures are lost, and that show no other by now; they enter again.
  func leave(_ visible: [Int], losing lost: [(Appearance, Picture)] = []) {
    let losing = lost.filter { $0.0.cell.picture === $0.1 }.map { $0.0.item }
    let left = ordered(
      appearances.map(\.item).filter { !visible.contains($0) || losing.contains($0) })
    for item in left {
      guard let index = appearances.firstIndex(where: { $0.item == item }) else { continue }
      let appearance = appearances.remove(at: index)
      appearance.left = now
      if let ask = appearance.ask { withdraw(ask) }
      appearance.cell.appearance = nil
      if loader.clearOnReuse || losing.contains(item) { appearance.cell.picture = nil }
      pool.append(appearance.cell)
      preparedItems.remove(item)
      updatePins(settles: false)
      noteVolatile()
    }
    settle()
  }

  /// A canvas finds what it draws in the cache; what it does not find is lost.
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

  /// Items that became visible ask for their images.
  func enter(_ visible: [Int]) -> [Int] {
    let known = Set(appearances.map(\.item))
    let entered = ordered(visible.filter { !known.contains($0) })
    for item in entered {
      let cell = pool.popLast() ?? Cell()
      let appearance = Appearance(
        item: item, image: Int(placement.images[item].index), cell: cell,
        entered: records.frames.count - 1)
      cell.appearance = appearance
      // What the system has taken is not there any more when the cell is used again.
      if cell.picture?.isDecoded == false { cell.picture = nil }
      appearances.append(appearance)
      records.appearances.append(appearance)
      // What a reused cell shows is in use again.
      settle()
      updatePins()
      if preparedItems.remove(item) == nil { work(\.cells, scenario.device.mainThread.cellWork) }
      drawAsset(of: item)
      let isLow = wantsLow(item)
      let ask = Ask(appearance, rendition(of: item, isLow: isLow), key(of: item, isLow: isLow))
      appearance.asks.append(ask)
      request(ask)
    }
    return entered
  }

  /// While the viewport moves, unless the full image is in memory.
  func wantsLow(_ item: Int) -> Bool {
    guard variants > 1, motion.phase(at: now) != .idle else { return false }
    return model?.contains(key(of: item, isLow: false)) != true
  }

  func rendition(of item: Int, isLow: Bool) -> Int {
    Int(placement.images[item].index) * variants + (isLow ? 1 : 0)
  }

  /// What the app looks the image of an item up by.
  func key(of item: Int, isLow: Bool) -> ImageID {
    let image = Int(placement.images[item].index)
    let base =
      switch loader.key {
      case .image: image
      case .item: item
      case .fileName: image % loader.fileNames
      }
    return ImageID(base * variants + (isLow ? 1 : 0))
  }

  /// The items, showing their keys.
  func keyPlacement() -> ItemPlacement {
    ItemPlacement(
      starts: placement.starts, ends: placement.ends, breadths: Array(placement.breadths),
      images: (0..<placement.count).map { key(of: $0, isLow: false) }, extent: placement.extent,
      imageCount: variants * max(placement.count, placement.imageCount))
  }

  /// Whoever has asked for a low variant only asks for the full image.
  func askForFull(_ visible: [Int]) {
    for item in ordered(visible) {
      guard let appearance = appearances.first(where: { $0.item == item }) else { continue }
      let full = rendition(of: item, isLow: false)
      guard !appearance.asks.contains(where: { $0.rendition == full }) else { continue }
      if let low = appearance.ask { withdraw(low) }
      let ask = Ask(appearance, full, key(of: item, isLow: false))
      appearance.asks.append(ask)
      request(ask)
    }
  }

  /// Pictures of the interface, one in each cell, are read and decoded on the main thread.
  private func drawAsset(of item: Int) {
    guard loader.interfaceAssets > 0 else { return }
    guard assets.insert(item % loader.interfaceAssets).inserted else { return }
    let time = ReferenceAsset(scenario.device)
    work(\.read, time.read)
    work(\.decode, time.decode)
    records.assetLoads.append(time.read + time.decode)
    settle()
  }

  /// Assets that are not on screen are dropped when memory is short.
  func dropAssets() {
    assets = assets.filter { asset in
      appearances.contains { $0.item % loader.interfaceAssets == asset }
    }
    settle()
  }

  /// Makes cells before they are visible, in what is left of the frame.
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
