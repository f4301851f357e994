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
    let direction = motion.direction
    for item in ItemsInOrder(old.indices, direction) where leaves(item) {
      disappear(item, at: time)
    }
    memoryChanged(at: time)
    if placement.endsAscend, !isElsewhere {
      let below = new.first..<min(max(old.first, new.first), new.end)
      let above = max(min(old.end, new.end), below.upperBound)..<new.end
      let (first, second) = direction == .forward ? (below, above) : (above, below)
      for item in ItemsInOrder(first, direction) { entered.append(item.number) }
      for item in ItemsInOrder(second, direction) { entered.append(item.number) }
    } else {
      for item in ItemsInOrder(new.indices, direction) where enters(item) {
        entered.append(item.number)
      }
    }
    for index in 0..<entered.count { appear(ItemIndex(entered[index]), at: time) }
  }

  /// The items on screen, in the direction of movement.
  mutating func forEachVisible(_ body: (inout Simulation, ItemIndex) -> Void) {
    for item in ItemsInOrder(visible.indices, motion.direction) where states[item] != .hidden {
      body(&self, item)
    }
  }

  private mutating func leaves(_ item: ItemIndex) -> Bool {
    states[item] != .hidden && !isStillVisible(item)
  }

  /// Whether an item that has not left is visible in this frame, too.
  mutating func isStillVisible(_ item: ItemIndex) -> Bool {
    item.position >= visible.first && item.position < visible.end && overlaps(item.position)
  }

  private mutating func enters(_ item: ItemIndex) -> Bool {
    states[item] == .hidden && overlaps(item.position)
  }

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
      for item in swept.indices where states[ItemIndex(item)] == .hidden && !overlaps(item) {
        if placement.overlaps(item, lower, upper + extent) { report.stalls.skipped += 1 }
      }
      return
    }
    let stayed = max(0, min(previous.end, visible.end) - max(previous.first, visible.first))
    report.stalls.skipped += max(
      0, swept.count - previous.count - visible.count + stayed)
  }

  mutating func disappear(_ item: ItemIndex, at time: SimTime) {
    let place = item
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
    note(time, .left(item: item.number))
    if cells[cell].awaited != .none { withdraw(cell, at: time) }
    let bitmap = cells[cell].bitmap
    if loader.clearOnReuse {
      clear(cell, at: time)
    } else if bitmap != .none {
      hidePicture(bitmap, at: time)
      bitmaps.deactivate(bitmap)
    }
    cells.giveBack(cell)
    if interface.count > 0 { interface.hide(in: item) }
  }

  private mutating func appear(_ item: ItemIndex, at time: SimTime) {
    let place = item
    appearances[place] += 1
    report.stalls.appearances += 1
    states[place] = .waiting
    waitingCount += 1
    if budget != nil { countVisible(item, by: 1) }
    let cell = cells.take(for: item)
    cellOfItem[place] = cell
    note(time, .appeared(item: item.number))
    reuse(cell, at: time)
    showPicture(cells[cell].bitmap)
    if !takePrepared(item) {
      frameWork.cells += scenario.device.mainThread.cellWork.nanoseconds
    }
    if interface.count > 0 { showInterface(in: item, at: time) }
    request(item, wantedVariant(of: item), at: time)
  }

  /// A reused cell may still show what it showed, unless the system has taken it.
  private mutating func reuse(_ cell: CellIndex, at time: SimTime) {
    let bitmap = cells[cell].bitmap
    guard bitmap != .none else { return }
    if bitmaps[bitmap].isLost || !bitmaps[bitmap].isDecoded {
      cells.update(cell) { $0.bitmap = .none }
      releaseIdly(bitmap)
      memoryChanged(at: time)
    } else {
      let pagedOut = bitmaps.activate(bitmap)
      if pagedOut > 0 { pageIn(pagedOut) }
      memoryChanged(at: time)
      note(
        time,
        .keptOld(
          item: cells[cell].item.number, picture: bitmaps[bitmap].picture.number))
    }
  }
}
