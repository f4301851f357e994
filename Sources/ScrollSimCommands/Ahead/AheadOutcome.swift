import ScrollCore
import ScrollSimulation

/// A prefetcher as it was named.
struct NamedPrefetcher: Sendable {
  let name: String
  let prefetcher: Prefetcher
}

/// What one prefetcher does on one trace.
struct AheadOutcome: Sendable {
  /// Seconds of missing screen.
  let stall: Double
  let unseenBytes: Int, wastedBytes: Int

  init(_ request: RunRequest, _ prefetcher: Prefetcher) {
    var scenario = request.scenario
    scenario.prefetcher = prefetcher
    let report = PreparedScenario(scenario).run(request.policies[0], budget: request.budgets[0])
    stall = report.stalls.seconds
    unseenBytes = report.prefetch.unseenBytes.bytes
    wastedBytes = report.work.wastedBytes.bytes
  }
}
