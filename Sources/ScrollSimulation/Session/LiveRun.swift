package import ScrollCaching
package import ScrollCore
package import ScrollDevice

/// A run that can pause: because its scroll is still being recorded, or to continue it in several
/// ways.
///
/// The figures are the same as those of a run over the whole scroll. The cost of a frame does not
/// depend on the number of frames before it.
///
///     let run = LiveRun(prepared, policy, budget: budget, seed: 0, log: nil, isRepeatable: true)
///     run.advance(to: SimTime(seconds: 30))
///     let other = run.copy()
///     other.change(.budget(budget / 2))
package final class LiveRun {
  private var simulation: Simulation
  private let prepared: PreparedScenario
  private let policy: Choice<PolicyDescriptor>
  /// The time up to which everything has been simulated.
  private var done = SimTime(nanoseconds: -1)

  /// Launches the app.
  /// - Parameters:
  ///   - prepared: the scenario; its motion is the first sample, or the whole scroll.
  ///   - policy: the policy with its settings; ignored by a loader without a cache.
  ///   - budget: the cost limit of the cache; `nil` is no limit.
  ///   - seed: the seed for randomized policies and for losses of the network.
  ///   - log: records everything that happens.
  ///   - isRepeatable: whether the run can be copied, which takes more memory and some time.
  /// - Precondition: the policy does not need the future.
  package init(
    _ prepared: PreparedScenario, _ policy: Choice<PolicyDescriptor>, budget: ByteCount?,
    seed: UInt64, log: RunLog?, isRepeatable: Bool = false
  ) {
    self.prepared = prepared
    self.policy = policy
    simulation = prepared.simulation(
      policy, budget: budget, seed: seed, log: log, isRepeatable: isRepeatable)
    simulation.begin()
  }

  private init(_ other: LiveRun) {
    prepared = other.prepared
    policy = other.policy
    simulation = other.simulation.copy()
    done = other.done
  }

  /// Returns a run in the same state that shares no storage with this one and has no log.
  ///
  /// - Precondition: the run was created as repeatable, or its loader has no cache.
  /// - Complexity: O(images + items), and the cache's work for the requests so far.
  package func copy() -> LiveRun { LiveRun(self) }

  /// The time of the last known sample.
  var end: SimTime { SimTime(nanoseconds: simulation.session.end) }

  /// Adds a sample.
  /// - Precondition: `time` is later than the previous sample; the prefetcher does not need the
  ///   future.
  package func append(_ time: SimTime, offset: Double, phase: ScrollPhase) {
    let prefetcher = prepared.scenario.prefetcher
    precondition(!prefetcher.descriptor.facts.seesFuture, "\(prefetcher) needs the future")
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

  /// Runs to a time, or to the last known sample if that is earlier.
  package func advance(to time: SimTime) {
    guard time > done else { return }
    simulation.advance(to: time)
    done = min(time, end)
  }

  /// Changes a setting from now on; does nothing if the app was killed.
  /// - Precondition: the loader has a cache if its limit or the prefetcher changes.
  package func change(_ change: RunChange) {
    guard simulation.session.death == nil else { return }
    let (prepared, policy) = (prepared, policy)
    simulation.change(
      change, prepared, { prepared.limits(for: policy, budget: $0) },
      at: SimTime(nanoseconds: max(simulation.session.begun, done.nanoseconds)))
  }

  /// Ends the run at the last sample.
  package func finish() {
    simulation.goOn()
    simulation.finish()
  }

  /// Returns the report of the run so far; after `finish()`, the report of the whole run.
  package func report() -> RunReport { simulation.report() }
}
