import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The end of a run.
extension Simulation {
  /// Ends what is under way at the end of the run.
  mutating func end() {
    let time = session.stop, stop = time.nanoseconds
    if session.isInBackground {
      cache.integrate(until: screenTime(time))
      _ = session.leaveBackground(at: time)
      stalls.comeBack(at: time)
    }
    closeFrame(at: stop, isPresented: false)
    let onScreen = stop - session.offScreen
    stalls.integrate(until: onScreen, time)
    cache.integrate(until: screenTime(time))
    taps.endProcess()
    countOpenRequests(at: time)
    lanes.giveBackAll(at: stop)
    downloads.cancelAll(at: time)
    mainThread.stop(at: stop)
    note(time, .ended(death: session.death?.reason))
  }

  /// Requests and prefetches that have not come to an end.
  private mutating func countOpenRequests(at time: SimTime) {
    forEachVisible { simulation, item in
      if simulation.screen.states[item] == .waiting {
        let cell = simulation.screen.cellOfItem[item]
        simulation.stalls.stillWaits(isReturn: simulation.screen.cells[cell].isReturn)
      }
      simulation.noteUnfinished(item, at: time)
      simulation.endRequest(of: simulation.screen.cellOfItem[item], as: .unfinished)
    }
    for slot in LoadIndex.first(loading.inFlight.loads.count)
    where loading.inFlight.loads[slot].stage != .free
      && loading.inFlight.loads[slot].isUnusedPrefetch
    {
      cache.countPrefetch(.unfinished)
    }
    cache.countUnusedPrefetches()
  }

  /// Logs an item that still waits at the end.
  private mutating func noteUnfinished(_ item: ItemIndex, at time: SimTime) {
    guard log != nil, screen.states[item] == .waiting else { return }
    let cell = screen.cellOfItem[item]
    let (_, parts) = unshownWait(cell, until: moment(time))
    note(
      time,
      .unfinished(item: item.number, reason: screen.cells[cell].reason ?? .askedLate, waits: parts))
  }
}
