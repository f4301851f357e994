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
        simulation.giveUp(item, at: time)
      }
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

  /// An item still waits at the end; if the app was killed, its image will never come.
  private mutating func giveUp(_ item: ItemIndex, at time: SimTime) {
    let cell = screen.cellOfItem[item]
    let isReturn = screen.cells[cell].isReturn
    guard session.death == nil else {
      stalls.didLeaveUnshown(isReturn: isReturn)
      return explainNeverShown(cell, until: moment(time))
    }
    stalls.stillWaits(isReturn: isReturn)
    guard log != nil else { return }
    let (_, parts) = unshownWait(cell, until: moment(time))
    note(
      time,
      .unfinished(item: item.number, reason: screen.cells[cell].reason ?? .askedLate, waits: parts))
  }
}
