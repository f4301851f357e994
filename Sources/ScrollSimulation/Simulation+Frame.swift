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
      if isWaiting(hit.item, appearance: hit.appearance) {
        show(hit.bitmap, in: hit.item, at: time)
      }
      release(hit.bitmap)
      memoryChanged(at: time)
    }
    lateHits.removeAll(keepingCapacity: true)
    for index in 0..<finished.count { deliver(finished[index], at: time) }
    finished.removeAll(keepingCapacity: true)
  }

  /// Steps 3 and 4: items leave, items enter and ask, the prefetcher asks.
  mutating func updateVisible(from old: VisibleRange, at time: SimTime) {
    guard old != visible else { return }
    let new = visible
    if motion.direction == .forward {
      for item in old.indices where !new.indices.contains(item) { disappear(Int32(item)) }
    } else {
      for item in old.indices.reversed() where !new.indices.contains(item) {
        disappear(Int32(item))
      }
    }
    memoryChanged(at: time)
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

  /// Items that were in the viewport since the last frame, but neither then nor now.
  mutating func countSkipped(
    from offset: Double, _ previous: VisibleRange, at time: SimTime
  ) {
    var (lower, upper) = (min(offset, motion.offset), max(offset, motion.offset))
    let distance = upper - lower
    while sample < scenario.motion.times.count, scenario.motion.times[sample] < time {
      lower = min(lower, scenario.motion.offsets[sample])
      upper = max(upper, scenario.motion.offsets[sample])
      sample += 1
    }
    guard !isFresh, visible != previous || upper - lower > distance else { return }
    var swept = visible
    swept.move(
      lower: lower, upper: upper + scenario.viewportExtent, in: scenario.placement)
    let stayed = max(0, min(previous.end, visible.end) - max(previous.first, visible.first))
    report.stalls.skipped += swept.count - previous.count - visible.count + stayed
  }

  /// Whether a visible item still waits in the appearance that asked.
  func isWaiting(_ item: Int32, appearance: Int32) -> Bool {
    states[Int(item)] == .waiting && appearances[Int(item)] == appearance
      && item >= visible.first && item < visible.end
  }

  mutating func disappear(_ item: Int32) {
    let place = Int(item)
    switch states[place] {
    case .hidden: preconditionFailure("item \(item) leaves but was not there")
    case .waiting:
      waitingCount -= 1
      report.stalls.neverShown += 1
      if withdraw(item) {
        report.requests.cancelled += 1
      } else {
        report.requests.leftUnshown += 1
      }
    case .overwritten: overwrittenCount -= 1
    case .shown: break
    }
    states[place] = .hidden
    let cell = cellOfItem[place]
    let bitmap = cells.cells[Int(cell)].bitmap
    if scenario.loader.clearsOnReuse { clear(cell) } else { hidePicture(bitmap) }
    cells.giveBack(cell)
  }

  private mutating func appear(_ item: Int32, at time: SimTime) {
    let place = Int(item)
    appearances[place] += 1
    report.stalls.appearances += 1
    states[place] = .waiting
    waitingCount += 1
    cellOfItem[place] = cells.take(for: item)
    showPicture(cells.cells[Int(cellOfItem[place])].bitmap)
    request(item, scenario.placement.images[place], at: time)
  }
}
