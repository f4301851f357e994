import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// How a loaded image reaches the cache and the cells.
extension Simulation {
  /// A read on the main thread with decoding when drawn: there in this very frame.
  mutating func deliverSynchronously(_ image: ImageID, to item: Int32, at time: SimTime) {
    let file = undecoded(image)
    memoryChanged(at: time)
    if scenario.loader.hasCache {
      store(image, bitmap: file, as: item < 0 ? .prefetched : .viewed, at: time)
    }
    if item >= 0 { show(file, in: item, at: time) }
    release(file)
    memoryChanged(at: time)
  }

  /// An image object over encoded bytes, decoded when it is first drawn.
  private mutating func undecoded(_ image: ImageID) -> Int32 {
    bitmaps.make(bytes: images[Int(image.index)].encoded, image: image.index)
  }

  /// An image object over the bytes of a file that the cache keeps.
  mutating func view(ofFile file: Int32) -> Int32 {
    bitmaps.make(bytes: 0, image: bitmaps.image(of: file))
  }

  /// A finished load reaches the main thread.
  mutating func deliver(_ slot: Int32, at time: SimTime) {
    let load = inFlight.loads[Int(slot)]
    let place = Int(load.image.index)
    if scenario.loader.coalesces { loadOfImage[place] = -1 }
    let (hasCache, holdsFiles) = (
      scenario.loader.hasCache, scenario.loader.cacheHolds == .encoded
    )
    var bitmap = load.bitmap
    if bitmap < 0 {
      encodedInFlight -= images[place].encoded
      bitmap = undecoded(load.image)
    }
    if hasCache, load.source < 0 {
      let admission: Admission = hasViewer(load) ? .viewed : .prefetched
      if holdsFiles, load.bitmap >= 0 {
        let file = undecoded(load.image)
        memoryChanged(at: time)
        store(load.image, bitmap: file, as: admission, at: time)
        release(file)
      } else {
        store(load.image, bitmap: bitmap, as: admission, at: time)
      }
    }
    if holdsFiles, load.bitmap < 0 {
      let view = view(ofFile: bitmap)
      displayEverywhere(view, load, at: time)
      release(view)
    } else {
      displayEverywhere(bitmap, load, at: time)
    }
    release(bitmap)
    inFlight.remove(slot)
    memoryChanged(at: time)
  }

  /// Whether an appearance wants the image now.
  private func hasViewer(_ load: InFlightTable.Load) -> Bool {
    guard scenario.loader.coalesces else {
      return load.item >= 0 && isWaiting(load.item, appearance: load.appearance)
    }
    for item in scenario.placement.items(showing: load.image)
    where isWaiting(item.index, appearance: appearances[Int(item.index)]) {
      return true
    }
    return false
  }

  /// Shows a delivered bitmap wherever it is wanted, and where a recycled cell lets it in.
  private mutating func displayEverywhere(
    _ bitmap: Int32, _ load: InFlightTable.Load, at time: SimTime
  ) {
    if scenario.loader.coalesces {
      let items = scenario.placement.items(showing: load.image)
      if motion.direction == .forward {
        for item in items { displayIfAwaited(bitmap, in: item.index, at: time) }
      } else {
        for item in items.reversed() { displayIfAwaited(bitmap, in: item.index, at: time) }
      }
    } else if load.item >= 0, isWaiting(load.item, appearance: load.appearance) {
      display(bitmap, in: load.item, at: time)
    }
    if load.cell >= 0, !scenario.loader.checksRecycledCells {
      displayInRecycledCell(bitmap, load, at: time)
    }
  }

  private mutating func displayIfAwaited(
    _ bitmap: Int32, in item: Int32, at time: SimTime
  ) {
    if isWaiting(item, appearance: appearances[Int(item)]) {
      display(bitmap, in: item, at: time)
    }
  }

  /// Shows a late image in the cell that asked for it and shows another item by now.
  ///
  /// A cell that was not reused since is left alone, and so is one that shows the same image.
  private mutating func displayInRecycledCell(
    _ bitmap: Int32, _ load: InFlightTable.Load, at time: SimTime
  ) {
    let item = cells.cells[Int(load.cell)].item
    guard item >= visible.first, item < visible.end,
      item != load.item || appearances[Int(item)] != load.appearance
    else { return }
    let isRight = scenario.placement.images[Int(item)] == load.image
    switch states[Int(item)] {
    case .hidden: break
    case .waiting:
      if isRight { return display(bitmap, in: item, at: time) }
      put(bitmap, into: load.cell, at: time)
    case .shown:
      if isRight { return }
      put(bitmap, into: load.cell, at: time)
      states[Int(item)] = .overwritten
      overwrittenCount += 1
    case .overwritten:
      put(bitmap, into: load.cell, at: time)
      guard isRight else { return }
      states[Int(item)] = .shown
      overwrittenCount -= 1
    }
  }
}
