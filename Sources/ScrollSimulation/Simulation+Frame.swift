import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What happens to cells in a frame: items leave and enter.
extension Simulation {
  /// Step 3: items leave, items enter and ask.
  mutating func updateVisible(
    from old: VisibleRange, isElsewhere: Bool, at time: SimTime
  ) {
    let new = visible
    if motion.direction == .forward {
      for item in old.indices where leaves(item) { disappear(Int32(item), at: time) }
    } else {
      for item in old.indices.reversed() where leaves(item) { disappear(Int32(item), at: time) }
    }
    memoryChanged(at: time)
    if placement.endsAscend, !isElsewhere {
      let below = new.first..<min(max(old.first, new.first), new.end)
      let above = max(min(old.end, new.end), below.upperBound)..<new.end
      if motion.direction == .forward {
        for item in below { entered.append(Int32(item)) }
        for item in above { entered.append(Int32(item)) }
      } else {
        for item in above.reversed() { entered.append(Int32(item)) }
        for item in below.reversed() { entered.append(Int32(item)) }
      }
    } else if motion.direction == .forward {
      for item in new.indices where enters(item) { entered.append(Int32(item)) }
    } else {
      for item in new.indices.reversed() where enters(item) { entered.append(Int32(item)) }
    }
    for index in 0..<entered.count { appear(entered[index], at: time) }
  }

  /// The items on screen, in the direction of movement.
  mutating func forEachVisible(_ body: (inout Simulation, Int) -> Void) {
    let items = visible.indices
    if motion.direction == .forward {
      for item in items where states[item] != .hidden { body(&self, item) }
    } else {
      for item in items.reversed() where states[item] != .hidden { body(&self, item) }
    }
  }

  private mutating func leaves(_ item: Int) -> Bool {
    states[item] != .hidden && !isStillVisible(Int32(item))
  }

  /// Whether an item that has not left is visible in this frame, too.
  mutating func isStillVisible(_ item: Int32) -> Bool {
    item >= visible.first && item < visible.end && overlaps(Int(item))
  }

  private mutating func enters(_ item: Int) -> Bool { states[item] == .hidden && overlaps(item) }

  mutating func overlaps(_ item: Int) -> Bool {
    placement.endsAscend
      || placement.overlaps(item, motion.offset, motion.offset + extent)
  }

  /// Items that were in the viewport since the last frame, but neither then nor now.
  ///
  /// When everything lies elsewhere nothing was passed over: the user did not scroll there.
  mutating func countSkipped(
    from offset: Double, _ previous: VisibleRange, isElsewhere: Bool, at time: SimTime
  ) {
    var (lower, upper) = (min(offset, motion.offset), max(offset, motion.offset))
    let distance = upper - lower
    while sample < scenario.motion.times.count, scenario.motion.times[sample] < time {
      lower = min(lower, scenario.motion.offsets[sample])
      upper = max(upper, scenario.motion.offsets[sample])
      sample += 1
    }
    guard !isFresh, !isElsewhere else { return }
    guard visible != previous || upper - lower > (placement.endsAscend ? distance : 0) else {
      return
    }
    var swept = visible
    swept.move(lower: lower, upper: upper + extent, in: placement)
    guard placement.endsAscend else {
      for item in swept.indices where states[item] == .hidden && !overlaps(item) {
        if placement.overlaps(item, lower, upper + extent) { report.stalls.skipped += 1 }
      }
      return
    }
    let stayed = max(0, min(previous.end, visible.end) - max(previous.first, visible.first))
    report.stalls.skipped += max(
      0, swept.count - previous.count - visible.count + stayed)
  }

  mutating func disappear(_ item: Int32, at time: SimTime) {
    let place = Int(item)
    let cell = cellOfItem[place]
    switch states[place] {
    case .hidden: preconditionFailure("item \(item) leaves but was not there")
    case .waiting:
      waitingCount -= 1
      report.stalls.neverShown += 1
      explainNeverShown(cell, until: screenTime(time))
    case .overwritten: overwrittenCount -= 1
    case .shown: break
    }
    if cells[cell].isFlawed { flawedCount -= 1 }
    states[place] = .hidden
    if budget != nil { countVisible(item, by: -1) }
    note(time, .left(item: item))
    if cells[cell].awaited >= 0 { withdraw(cell, at: time) }
    let bitmap = cells[cell].bitmap
    if loader.clearOnReuse {
      clear(cell, at: time)
    } else if bitmap >= 0 {
      hidePicture(bitmap, at: time)
      bitmaps.deactivate(bitmap)
    }
    cells.giveBack(cell)
    if interface.count > 0 { interface.hide(in: item) }
  }

  private mutating func appear(_ item: Int32, at time: SimTime) {
    let place = Int(item)
    appearances[place] += 1
    report.stalls.appearances += 1
    states[place] = .waiting
    waitingCount += 1
    if budget != nil { countVisible(item, by: 1) }
    let cell = cells.take(for: item)
    cellOfItem[place] = cell
    note(time, .appeared(item: item))
    reuse(cell, at: time)
    showPicture(cells[cell].bitmap)
    if !takePrepared(item) {
      frameWork.cells += scenario.device.mainThread.cellWork.nanoseconds
    }
    if interface.count > 0 { showInterface(in: item, at: time) }
    request(item, variant: wantedVariant(of: item), at: time)
  }

  /// A reused cell may still show what it showed, unless the system has taken it.
  private mutating func reuse(_ cell: Int32, at time: SimTime) {
    let bitmap = cells[cell].bitmap
    guard bitmap >= 0 else { return }
    if bitmaps[bitmap].isLost || !bitmaps[bitmap].isDecoded {
      cells.update(cell) { $0.bitmap = -1 }
      releaseIdly(bitmap)
      memoryChanged(at: time)
    } else {
      let pagedOut = bitmaps.activate(bitmap)
      if pagedOut > 0 { pageIn(pagedOut) }
      memoryChanged(at: time)
      note(time, .keptOld(item: cells[cell].item, picture: bitmaps[bitmap].picture))
    }
  }
}
