import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What the cells on screen wait for, and why their images were absent.
extension Simulation {
  /// A moment without the app's time in the background, and how late frames had been by then.
  mutating func moment(_ time: SimTime) -> ScreenMoment {
    let now = screenTime(time)
    return ScreenMoment(now: now, frozen: mainThread.frozen(at: now))
  }

  /// What a cell has waited for since it was first on screen.
  mutating func waits(of cell: CellIndex, until now: ScreenMoment) -> WaitTimes {
    var waits = screen.cells[cell].waited
    let (load, serial) = (screen.cells[cell].load, screen.cells[cell].serial)
    guard load != .none, loading.inFlight.loads[load].serial == serial else { return waits }
    waits += loading.inFlight.loads[load].waits(until: now)
    waits -= screen.cells[cell].waitedBefore
    return waits
  }

  /// A cell no longer waits for its load, or for another one after a failure.
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

  /// An image came late or never: why it was absent, and what it waited for.
  mutating func explain(
    _ item: ItemIndex, _ reason: AbsenceReason, _ wait: Int64, _ parts: WaitTimes, at now: Int64
  ) {
    stalls.explain(reason, wait: wait, parts)
    note(
      SimTime(nanoseconds: now + session.offScreen),
      .late(item: item.number, reason: reason, waits: parts))
  }

  /// What a cell waited for between two moments.
  ///
  /// What no load accounts for it waited for frames, or for another try after a failure. Of the
  /// wait for frames, what fell into the delay of a late one was for the main thread.
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

  /// The cell of an item leaves without having shown its image.
  mutating func explainNeverShown(_ cell: CellIndex, until now: ScreenMoment) {
    let (wait, parts) = unshownWait(cell, until: now)
    explain(
      screen.cells[cell].item, screen.cells[cell].reason ?? .askedLate, wait, parts, at: now.now)
  }

  /// How long a cell has been on screen without its image, and what for.
  mutating func unshownWait(_ cell: CellIndex, until now: ScreenMoment) -> (Int64, WaitTimes) {
    let since = screen.cells[cell].firstPresented
    guard !since.isNever else { return (0, WaitTimes()) }
    let parts = parts(
      of: waits(of: cell, until: now), from: since, to: now, failedAt: screen.cells[cell].failedAt)
    return (max(0, now.now - since.now), parts)
  }
}
