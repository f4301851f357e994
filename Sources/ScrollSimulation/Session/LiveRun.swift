package import ScrollCaching
package import ScrollCore
package import ScrollDevice

/// A run whose scroll is still under way: samples arrive one after the other.
///
/// The same samples in one scenario give the same figures as in a whole run. The cost of a frame
/// does not depend on the number of frames before it.
package final class LiveRun {
  private var simulation: Simulation
  /// The time up to which everything has been simulated.
  private var done = SimTime(nanoseconds: -1)

  /// Launches the app.
  /// - Parameters:
  ///   - prepared: the scenario; its motion is the first sample.
  ///   - policy: the policy with its settings; ignored by a loader without a cache.
  ///   - budget: the cost limit of the cache; `nil` is no limit.
  ///   - seed: the seed for randomized policies and for losses of the network.
  ///   - log: records everything that happens.
  /// - Precondition: neither the policy nor the prefetcher needs the future.
  package init(
    _ prepared: PreparedScenario, _ policy: Choice<PolicyDescriptor>, budget: ByteCount?,
    seed: UInt64, log: RunLog?
  ) {
    let prefetcher = prepared.scenario.prefetcher
    precondition(!prefetcher.descriptor.facts.seesFuture, "\(prefetcher) needs the future")
    simulation = prepared.simulation(policy, budget: budget, seed: seed, log: log)
    simulation.begin()
  }

  /// The time of the last known sample.
  package var end: SimTime { SimTime(nanoseconds: simulation.session.end) }

  /// Adds a sample.
  /// - Precondition: `time` is later than the previous sample.
  package func append(_ time: SimTime, offset: Double, phase: ScrollPhase) {
    simulation.append(time, offset, phase)
  }

  /// Adds an event, which is processed with the next samples.
  ///
  /// - Returns: the time of the event: the given time, or right after everything that has been
  ///   simulated.
  /// - Precondition: the event changes no layout, and no event that was added before is later.
  package func append(_ event: TimedSystemEvent) -> SimTime {
    var event = event
    event.time = max(event.time, SimTime(nanoseconds: done.nanoseconds + 1))
    simulation.session.scenario.append(event)
    return event.time
  }

  /// Runs to the last known sample.
  package func goOn() {
    simulation.goOn()
    done = end
  }

  /// Ends the run at the last sample.
  package func finish() {
    simulation.goOn()
    simulation.finish()
  }

  /// Returns the report so far, or after the end that of the whole run.
  package func report() -> RunReport { simulation.report() }
}
