import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What happens to cells in a frame: images arrive, items leave and enter, more is asked for.
extension Simulation {
  /// Step 2: everything that was finished since the last frame, in order of completion.
  mutating func deliverFinished(at time: SimTime) {
    for index in 0..<lateHits.count {
      let hit = lateHits[index]
      if isWaiting(hit.item, appearance: hit.appearance) { display(hit.bitmap, in: hit.item) }
      release(hit.bitmap)
    }
    lateHits.removeAll(keepingCapacity: true)
    for index in 0..<finished.count { deliver(finished[index], at: time) }
    finished.removeAll(keepingCapacity: true)
  }

  /// Steps 3 and 4: items leave, items enter and ask, the prefetcher asks.
  mutating func updateVisible(from old: (first: Int, end: Int), at time: SimTime) {
    let new = (first: visible.first, end: visible.end)
    guard old != new else { return }
    for item in old.first..<old.end where item < new.first || item >= new.end {
      disappear(Int32(item))
    }
    if !isFresh {
      report.stalls.skipped += max(0, new.first - old.end) + max(0, old.first - new.end)
    }
    isFresh = false
    let below = new.first..<min(max(old.first, new.first), new.end)
    let above = max(min(old.end, new.end), below.upperBound)..<new.end
    if motion.direction == .forward {
      for item in below { entered.append(Int32(item)) }
      for item in above { entered.append(Int32(item)) }
    } else {
      for item in above.reversed() { entered.append(Int32(item)) }
      for item in below.reversed() { entered.append(Int32(item)) }
    }
    for index in 0..<entered.count { appear(entered[index], at: time) }
    frameWork.cells +=
      Int64(entered.count) * scenario.device.mainThread.cellWork.nanoseconds
    prefetch(at: time)
  }

  /// Whether a visible item still waits in the appearance that asked.
  func isWaiting(_ item: Int32, appearance: Int32) -> Bool {
    states[Int(item)] == .waiting && appearances[Int(item)] == appearance
      && item >= visible.first && item < visible.end
  }

  mutating func disappear(_ item: Int32) {
    let place = Int(item)
    let image = scenario.placement.images[place]
    switch states[place] {
    case .hidden: preconditionFailure("item \(item) leaves but was not there")
    case .waiting:
      waitingCount -= 1
      report.stalls.neverShown += 1
      if withdraw(item, image) {
        report.requests.cancelled += 1
      } else {
        report.requests.leftUnshown += 1
      }
    case .overwritten:
      overwrittenCount -= 1
      unpin(image)
    case .shown: unpin(image)
    }
    states[place] = .hidden
    let cell = cellOfItem[place]
    if scenario.loader.clearsOnReuse { clear(cell) }
    cells.giveBack(cell)
  }

  private mutating func appear(_ item: Int32, at time: SimTime) {
    let place = Int(item)
    appearances[place] += 1
    report.stalls.appearances += 1
    states[place] = .waiting
    waitingCount += 1
    cellOfItem[place] = cells.take(for: item)
    request(item, scenario.placement.images[place], at: time)
  }

  /// Puts a bitmap into the cell of a waiting item: from this frame on it is shown.
  mutating func display(_ bitmap: Int32, in item: Int32) {
    states[Int(item)] = .shown
    waitingCount -= 1
    loadOfItem[Int(item)] = -1
    report.requests.displayed += 1
    shownNow.append(item)
    put(bitmap, into: cellOfItem[Int(item)])
    let image = Int(scenario.placement.images[Int(item)].index)
    liveBitmap[image] = bitmap
    displays[image] += 1
    if scenario.loader.pinsDisplayed, displays[image] == 1 { model.pin(ImageID(image)) }
  }

  /// Puts a bitmap into a cell, decoding it first if it is not, and pays for the upload.
  mutating func put(_ bitmap: Int32, into cell: Int32) {
    clear(cell)
    bitmaps.retain(bitmap)
    let work = images[Int(bitmaps.image(of: bitmap))]
    if bitmaps.decode(bitmap, bytes: work.bitmap, cost: work.decode) {
      frameWork.decode += work.decode
      report.work.mainDecodes += 1
      report.work.mainDecode += SimTime(nanoseconds: work.decode)
    }
    bitmaps.didShow(bitmap)
    frameWork.upload += work.upload
    cells.setBitmap(bitmap, of: cell)
  }

  mutating func clear(_ cell: Int32) {
    let bitmap = cells.cells[Int(cell)].bitmap
    guard bitmap >= 0 else { return }
    cells.setBitmap(-1, of: cell)
    release(bitmap)
  }

  /// Lets go of a bitmap; a live-object table forgets it with its last holder.
  mutating func release(_ bitmap: Int32) {
    let image = Int(bitmaps.image(of: bitmap))
    if bitmaps.release(bitmap), liveBitmap[image] == bitmap { liveBitmap[image] = -1 }
  }

  private mutating func unpin(_ image: ImageID) {
    displays[Int(image.index)] -= 1
    if scenario.loader.pinsDisplayed, displays[Int(image.index)] == 0 { model.unpin(image) }
  }
}
