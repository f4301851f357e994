import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The measurement of a frame: the missing parts of the screen, and the excess of the cache.
extension Simulation {
  /// Measures the shares of the viewport that are blank, soft and wrong.
  ///
  /// The method adds the items in the direction of movement, so that a mirrored run has exactly the
  /// same sums.
  mutating func measureStalls(at now: Int64) {
    var shown = mainThread.frame.screen
    for item in ItemsInOrder(screen.visible.indices, motion.direction) {
      measureStall(of: item, into: &shown, at: now)
    }
    mainThread.show(shown)
  }

  private mutating func measureStall(
    of item: ItemIndex, into shown: inout StallAccounting.Screen, at now: Int64
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
    } else if keys.isSoft(footprint.bitmaps[bitmap].picture, in: item)
      || (screen.states[item] == .shown && screen.cells[cell].fadesUntil != .min)
    {
      shown.soft += share
    }
  }

  /// Boolean values that indicate whether the cache exceeds its budget, and whether every cache
  /// would exceed it now.
  var excess: StallAccounting.Excess {
    mutating get {
      guard let limit = cache.budget else { return StallAccounting.Excess() }
      let budget = ByteCount(limit), visible = screen.pictures.bytes, held = budgeted
      // The loads are added one by one only if they might make up the rest.
      let mostInFlight =
        footprint.encoded + ByteCount(footprint.largestBitmap) * loading.inFlight.bitmaps
      return StallAccounting.Excess(
        isOverLimit: held > budget,
        isOversubscribed: visible + mostInFlight > budget && visible + inFlightBytes() > budget)
    }
  }

  /// The bytes that count towards the budget.
  ///
  /// These are the bytes that the cache holds, or the bytes of the files if the cost of an image is
  /// that of its file. If costs are not bytes, they are the bytes of memory that the cache holds,
  /// and the number of the limit is read as bytes.
  var budgeted: ByteCount {
    mutating get {
      switch loader.cost {
      case .bytes, .encoded: ByteCount(cache.cost)
      case .zero, .pixels, .decodeTime: cache.bytes
      }
    }
  }

  /// Returns the bytes of bitmaps and files of loads that no visible item waits for.
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

/// The waits of the cells on screen, and the reasons why their images were absent.
extension Simulation {
  /// Returns a moment in screen time, and the delay of frames up to it.
  mutating func moment(_ time: SimTime) -> ScreenMoment {
    let now = screenTime(time)
    return ScreenMoment(now: now, frozen: mainThread.frozen(at: now))
  }

  /// Returns the waits of a cell since it was first on screen.
  mutating func waits(of cell: CellIndex, until now: ScreenMoment) -> WaitTimes {
    var waits = screen.cells[cell].waited
    guard let loading = loadWaits(of: cell, until: now) else { return waits }
    waits += loading
    waits -= screen.cells[cell].waitedBefore
    return waits
  }

  /// Returns the waits of the load that a cell waits for; `nil` if it waits for none.
  mutating func loadWaits(of cell: CellIndex, until now: ScreenMoment) -> WaitTimes? {
    let (load, serial) = (screen.cells[cell].load, screen.cells[cell].serial)
    guard load != .none, loading.inFlight.loads[load].serial == serial else { return nil }
    return loading.inFlight.loads[load].waits(until: now)
  }

  /// Ends the wait of a cell for its load, or for another load after a failure.
  mutating func stopWaiting(_ cell: CellIndex, at time: SimTime) {
    guard screen.cells[cell].load != .none || !screen.cells[cell].failedAt.isNever else { return }
    let now = moment(time)
    let waits = waits(of: cell, until: now)
    screen.cells.update(cell) {
      $0.waited = waits
      $0.load = .none
      if !$0.failedAt.isNever, !$0.firstPresented.isNever {
        $0.waited.add(.backOff, from: $0.failedAt, to: now)
      }
      $0.failedAt = .never
    }
  }

  /// Counts an image that came late or never, with the reason for its absence and its waits.
  mutating func explain(
    _ item: ItemIndex, _ reason: AbsenceReason, _ wait: Int64, _ parts: WaitTimes, at now: Int64
  ) {
    stalls.explain(reason, wait: wait, parts)
    note(
      SimTime(nanoseconds: now + session.offScreen),
      .late(item: item.number, reason: reason, waits: parts))
  }

  /// Returns the waits of a cell between two moments.
  ///
  /// Time in which no load was under way counts as a wait for the next frame or, after a failure,
  /// as a wait for another try. The part of the wait for the next frame in which a late frame was
  /// delayed counts as a wait for the main thread.
  func parts(
    of waits: WaitTimes, from start: ScreenMoment, to end: ScreenMoment,
    failedAt: ScreenMoment = .never
  ) -> WaitTimes {
    var parts = waits
    let rest = max(0, end.now - start.now - parts.total)
    if failedAt.isNever {
      parts.nextFrame += rest
    } else {
      parts.backOff += rest
      parts.frozen += end.frozen - failedAt.frozen
    }
    let frozen = end.frozen - start.frozen - parts.frozen
    parts.mainThread = max(0, min(frozen, parts.nextFrame))
    parts.nextFrame -= parts.mainThread
    parts.frozen = 0
    return parts
  }

  /// Counts a cell that leaves without having shown its image.
  mutating func explainNeverShown(_ cell: CellIndex, until now: ScreenMoment) {
    let (wait, parts) = unshownWait(cell, until: now)
    explain(
      screen.cells[cell].item, screen.cells[cell].reason ?? .askedLate, wait, parts, at: now.now)
  }

  /// Returns the time that a cell has been on screen without its image, and the waits of which this
  /// time consists.
  mutating func unshownWait(_ cell: CellIndex, until now: ScreenMoment) -> (Int64, WaitTimes) {
    let since = screen.cells[cell].firstPresented
    guard !since.isNever else { return (0, WaitTimes()) }
    let parts = parts(
      of: waits(of: cell, until: now), from: since, to: now, failedAt: screen.cells[cell].failedAt)
    return (max(0, now.now - since.now), parts)
  }
}

/// A moment in screen time.
struct ScreenMoment {
  /// The time in nanoseconds, without the time in the background.
  var now: Int64
  /// The total delay of late frames up to this moment, in nanoseconds.
  var frozen: Int64

  /// A value for no moment.
  static let never = ScreenMoment(now: .min, frozen: 0)

  var isNever: Bool { now == .min }
}
