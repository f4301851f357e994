import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What a frame shows: what is missing on screen, and whether the cache is above its budget.
extension Simulation {
  /// The shares of the viewport that are blank, soft and wrong.
  ///
  /// Added up in the direction of movement, so that a mirrored run has the same sums.
  mutating func measureStalls(at now: Int64) {
    var shown = mainThread.frame.screen
    for item in ItemsInOrder(screen.visible.indices, motion.direction) {
      measureStall(of: item, into: &shown, at: now)
    }
    mainThread.show(shown)
  }

  private mutating func measureStall(
    of item: ItemIndex, into shown: inout StallLedger.Screen, at now: Int64
  ) {
    guard screen.states[item] != .hidden, screen.states[item] != .shown || screen.hasFlawedCells
    else { return }
    let cell = screen.cellOfItem[item]
    if screen.states[item] == .shown {
      if screen.cells[cell].isFlawed {
        screen.settleFade(
          cell, for: SimTime(seconds: loader.fadeDuration).nanoseconds, at: now)
      }
      guard screen.cells[cell].isFlawed else { return }
    }
    let (lower, upper) = (motion.offset, motion.offset + screen.extent)
    let overlap =
      min(upper, screen.placement.ends[item.position])
      - max(lower, screen.placement.starts[item.position])
    let flaw = LateScreen.Flaw(
      start: screen.placement.starts[item.position], end: screen.placement.ends[item.position],
      breadth: screen.placement.breadths[item.position])
    let share = overlap * screen.placement.breadths[item.position] / screen.extent
    let bitmap = screen.cells[cell].bitmap
    if bitmap == .none {
      shown.blank += share
      if screen.cells[cell].isReturn { shown.returning += share }
      stalls.add(flaw)
    } else if keys.image(of: footprint.bitmaps[bitmap].picture) != image(of: item) {
      shown.wrong += share
      if screen.cells[cell].isReturn { shown.returning += share }
      stalls.add(flaw)
    } else if keys.isLow(footprint.bitmaps[bitmap].picture)
      || (screen.states[item] == .shown && screen.cells[cell].fadesUntil != .min)
    {
      shown.soft += share
    }
  }

  /// Whether the cache, or what no cache could do without, is over the budget.
  var excess: StallLedger.Excess {
    mutating get {
      guard let limit = cache.budget else { return StallLedger.Excess() }
      let budget = ByteCount(limit), visible = screen.pictures.bytes, held = budgeted
      // Only where loads might make up the rest are they added up one by one.
      let mostInFlight =
        footprint.encoded + ByteCount(footprint.largestBitmap) * loading.inFlight.bitmaps
      return StallLedger.Excess(
        isOverLimit: held > budget,
        isOversubscribed: visible + mostInFlight > budget && visible + inFlightBytes() > budget)
    }
  }

  /// What of the budget is taken up: memory, also where the app gives its cache other costs than
  /// bytes, which then has the same number of those for a limit.
  var budgeted: ByteCount {
    mutating get { loader.cost == .bytes ? ByteCount(cache.cost) : cache.bytes }
  }

  /// Bitmaps and files of loads that no visible item waits for.
  private mutating func inFlightBytes() -> ByteCount {
    guard loading.inFlight.count > 0 else { return .zero }
    var sum = ByteCount.zero
    for slot in LoadIndex.first(loading.inFlight.loads.count) {
      let load = loading.inFlight.loads[slot]
      guard load.stage != .free, load.viewers == 0 else { continue }
      sum += ByteCount(load.bytes)
      if load.bitmap != .none { sum += ByteCount(footprint.bitmaps[load.bitmap].bytes) }
    }
    return sum
  }
}
