package import ScrollCaching
package import ScrollCore
package import ScrollDevice

/// A run that goes on while its scroll does: samples come one after the other.
///
/// The same samples in one scenario give the same figures. What a frame costs does not depend on how
/// many there were before.
package final class LiveRun {
  private var simulation: Simulation
  /// The time up to which everything has happened.
  private var done = SimTime(nanoseconds: -1)

  /// The app is launched.
  /// - Parameters:
  ///   - prepared: what is simulated, its motion being the first sample.
  ///   - policy: the policy with its settings; ignored by a loader without a cache.
  ///   - budget: the cost limit of the cache; nil is no limit.
  ///   - seed: for randomized policies, and for what the network loses.
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

  /// The last sample that is known.
  package var end: SimTime { SimTime(nanoseconds: simulation.session.end) }

  /// Adds a sample.
  /// - Precondition: `time` is after that of the sample before.
  package func append(_ time: SimTime, offset: Double, phase: ScrollPhase) {
    simulation.append(time, offset, phase)
  }

  /// Adds an event, which happens with the next samples.
  ///
  /// - Returns: when: at the time that is given, or right after everything that has happened.
  /// - Precondition: it changes no layout, and no event that was added before is later.
  package func append(_ event: TimedSystemEvent) -> SimTime {
    var event = event
    event.time = max(event.time, SimTime(nanoseconds: done.nanoseconds + 1))
    simulation.session.scenario.append(event)
    return event.time
  }

  /// Runs to the last sample that is known.
  package func goOn() {
    simulation.goOn()
    done = end
  }

  /// The last sample was the end.
  package func finish() {
    simulation.goOn()
    simulation.finish()
  }

  /// What it reports so far, or after the end of the whole run.
  package func report() -> RunReport { simulation.report() }
}
