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
    let new = screen.visible
    let direction = motion.direction
    changeMemory(at: time) { simulation in
      for item in ItemsInOrder(old.indices, direction) where simulation.leaves(item) {
        simulation.disappear(item, at: time)
      }
    }
    if loader.defers { openGate(at: time) }
    if screen.placement.endsAscend, !isElsewhere {
      let below = new.first..<min(max(old.first, new.first), new.end)
      let above = max(min(old.end, new.end), below.upperBound)..<new.end
      let (first, second) = direction == .forward ? (below, above) : (above, below)
      for item in ItemsInOrder(first, direction) { screen.willAppear(item) }
      for item in ItemsInOrder(second, direction) { screen.willAppear(item) }
    } else {
      for item in ItemsInOrder(new.indices, direction) where enters(item) {
        screen.willAppear(item)
      }
    }
    for index in 0..<screen.entered.count { appear(ItemIndex(screen.entered[index]), at: time) }
  }

  /// The items on screen, in the direction of movement.
  mutating func forEachVisible(_ body: (inout Simulation, ItemIndex) -> Void) {
    for item in ItemsInOrder(screen.visible.indices, motion.direction)
    where screen.states[item] != .hidden {
      body(&self, item)
    }
  }

  private mutating func leaves(_ item: ItemIndex) -> Bool {
    screen.states[item] != .hidden && !isStillVisible(item)
  }

  /// Whether an item that has not left is visible in this frame, too.
  mutating func isStillVisible(_ item: ItemIndex) -> Bool {
    item.position >= screen.visible.first && item.position < screen.visible.end
      && overlaps(item.position)
  }

  private mutating func enters(_ item: ItemIndex) -> Bool {
    screen.states[item] == .hidden && overlaps(item.position)
  }

  mutating func overlaps(_ item: Int) -> Bool {
    screen.placement.endsAscend
      || screen.placement.overlaps(item, motion.offset, motion.offset + screen.extent)
  }

  /// Items that were in the viewport since the last frame, but neither then nor now.
  ///
  /// When everything lies elsewhere nothing was passed over: the user did not scroll there.
  mutating func countSkipped(
    from offset: Double, _ previous: VisibleRange, isElsewhere: Bool, at time: SimTime
  ) {
    var (lower, upper) = (min(offset, motion.offset), max(offset, motion.offset))
    let distance = upper - lower
    session.scenario.passSamples(before: time, &lower, &upper)
    guard !session.isFresh, !isElsewhere else { return }
    guard screen.visible != previous || upper - lower > (screen.placement.endsAscend ? distance : 0)
    else {
      return
    }
    var swept = screen.visible
    swept.move(lower: lower, upper: upper + screen.extent, in: screen.placement)
    guard screen.placement.endsAscend else {
      for item in swept.indices where screen.states[ItemIndex(item)] == .hidden && !overlaps(item) {
        if screen.placement.overlaps(item, lower, upper + screen.extent) { stalls.didPassOver(1) }
      }
      return
    }
    let stayed = max(
      0, min(previous.end, screen.visible.end) - max(previous.first, screen.visible.first))
    stalls.didPassOver(max(0, swept.count - previous.count - screen.visible.count + stayed))
  }

  mutating func disappear(_ item: ItemIndex, at time: SimTime) {
    let cell = screen.cellOfItem[item]
    if screen.states[item] == .waiting {
      stalls.didLeaveUnshown(isReturn: screen.cells[cell].isReturn)
      explainNeverShown(cell, until: moment(time))
    }
    screen.remove(item)
    if cache.budget != nil { countVisible(item, by: -1) }
    note(time, .left(item: item.number))
    if screen.cells[cell].awaited != .none { withdraw(cell, at: time) }
    let bitmap = screen.cells[cell].bitmap
    if loader.clearOnReuse {
      clear(cell, at: time)
    } else if bitmap != .none {
      hidePicture(bitmap, at: time)
      footprint.bitmaps.deactivate(bitmap)
    }
    screen.cells.giveBack(cell)
    if footprint.interface.count > 0 { footprint.hideInterface(in: item) }
  }

  private mutating func appear(_ item: ItemIndex, at time: SimTime) {
    if cache.budget != nil { countVisible(item, by: 1) }
    let cell = screen.add(item, showing: image(of: item))
    stalls.visits.didAppear(isReturn: screen.cells[cell].isReturn)
    note(time, .appeared(item: item.number))
    reuse(cell, at: time)
    showPicture(screen.cells[cell].bitmap)
    if !screen.takePrepared(item) {
      mainThread.work.cells += scenario.device.mainThread.cellWork.nanoseconds
    }
    if footprint.interface.count > 0 { showInterface(in: item, at: time) }
    request(item, wantedVariant(of: item), at: time)
  }

  /// A reused cell may still show what it showed, unless the system has taken it.
  private mutating func reuse(_ cell: CellIndex, at time: SimTime) {
    let bitmap = screen.cells[cell].bitmap
    guard bitmap != .none else { return }
    if footprint.bitmaps[bitmap].isLost || !footprint.bitmaps[bitmap].isDecoded {
      screen.cells.update(cell) { $0.bitmap = .none }
      releaseIdly(bitmap, at: time)
    } else {
      activate(bitmap, at: time)
      note(
        time,
        .keptOld(
          item: screen.cells[cell].item.number, picture: footprint.bitmaps[bitmap].picture.number))
    }
  }
}
