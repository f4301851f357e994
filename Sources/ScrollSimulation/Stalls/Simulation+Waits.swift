import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What the cells on screen wait for, and why their images were absent.
extension Simulation {
  /// What a cell has waited for since it was first on screen.
  mutating func waits(of cell: CellIndex, until now: Int64) -> WaitTimes {
    var waits = screen.cells[cell].waited
    let (load, serial) = (screen.cells[cell].load, screen.cells[cell].serial)
    guard load != .none, loading.inFlight.loads[load].serial == serial else { return waits }
    waits += loading.inFlight.loads[load].waits(until: now)
    waits -= screen.cells[cell].waitedBefore
    return waits
  }

  /// A cell no longer waits for its load, or for another one after a failure.
  mutating func stopWaiting(_ cell: CellIndex, at time: SimTime) {
    guard screen.cells[cell].load != .none || screen.cells[cell].failedAt != .min else { return }
    let now = screenTime(time)
    let waits = waits(of: cell, until: now)
    screen.cells.update(cell) {
      $0.waited = waits
      $0.load = .none
      if $0.failedAt != .min, $0.firstPresented != .min { $0.waited.backOff += now - $0.failedAt }
      $0.failedAt = .min
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

  /// What a wait was for: its rest is the main thread's, or that for another try.
  mutating func parts(
    of wait: Int64, _ waits: WaitTimes, hasFailed: Bool
  ) -> WaitTimes {
    var parts = waits
    let rest = max(0, wait - parts.total)
    if hasFailed { parts.backOff += rest } else { parts.mainThread += rest }
    return parts
  }

  /// The cell of an item leaves without having shown its image.
  mutating func explainNeverShown(_ cell: CellIndex, until now: Int64) {
    let (wait, parts) = unshownWait(cell, until: now)
    explain(screen.cells[cell].item, screen.cells[cell].reason ?? .askedLate, wait, parts, at: now)
  }

  /// How long a cell has been on screen without its image, and what for.
  mutating func unshownWait(_ cell: CellIndex, until now: Int64) -> (Int64, WaitTimes) {
    let since = screen.cells[cell].firstPresented
    guard since != .min else { return (0, WaitTimes()) }
    let (wait, waits) = (max(0, now - since), waits(of: cell, until: now))
    return (wait, parts(of: wait, waits, hasFailed: screen.cells[cell].failedAt != .min))
  }
}
