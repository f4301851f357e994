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
    let share = overlap * screen.placement.breadths[item.position] / screen.extent
    let bitmap = screen.cells[cell].bitmap
    if bitmap == .none {
      shown.blank += share
    } else if keys.image(of: footprint.bitmaps[bitmap].picture) != image(of: item) {
      shown.wrong += share
    } else if keys.isLow(footprint.bitmaps[bitmap].picture)
      || (screen.states[item] == .shown && screen.cells[cell].fadesUntil != .min)
    {
      shown.soft += share
    }
  }

  /// Whether the cache, or what no cache could do without, is over the budget.
  var excess: StallLedger.Excess {
    mutating get {
      guard let budget = cache.budget else { return StallLedger.Excess() }
      // Only where loads might make up the rest are they added up one by one.
      return StallLedger.Excess(
        isOverLimit: cache.cost > budget,
        isOversubscribed: screen.pictures.bytes + footprint.encoded + loading.inFlight.bitmaps
          * footprint.largestBitmap
          > budget
          && screen.pictures.bytes + inFlightBytes() > budget)
    }
  }

  /// Bitmaps and files of loads that no visible item waits for.
  private mutating func inFlightBytes() -> Int {
    guard loading.inFlight.count > 0 else { return 0 }
    var sum = 0
    for slot in LoadIndex.first(loading.inFlight.loads.count) {
      let load = loading.inFlight.loads[slot]
      guard load.stage != .free, load.viewers == 0 else { continue }
      sum += load.bytes + (load.bitmap != .none ? footprint.bitmaps[load.bitmap].bytes : 0)
    }
    return sum
  }
}
