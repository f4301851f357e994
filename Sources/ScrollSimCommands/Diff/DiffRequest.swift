import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// Two policies with their budgets, and the scenario of both runs.
final class DiffRequest {
  /// One of the two policies.
  struct Contender {
    let policy: Choice<PolicyDescriptor>
    /// The budget; `nil` means no limit.
    let budget: ByteCount?
    /// The policy as typed, with its budget if the budgets differ.
    let name: String
  }

  let request: RunRequest
  let a: Contender, b: Contender

  /// Creates a comparison from a request.
  /// - Parameters:
  ///   - request: The request for two policies.
  ///   - budget: The budget as typed, for error messages.
  /// - Throws: `CommandError` for more than two budgets, or a loader without a cache.
  init(_ request: RunRequest, typed budget: String) throws(CommandError) {
    guard request.hasCache else {
      throw .usage(
        "--loader \(request.loader.text) has no cache, so policies have no effect; expected "
          + "a loader with a cache")
    }
    let (policies, budgets) = (request.policies, request.budgets)
    guard budgets.count <= 2 else {
      throw .usage(
        "--budget \(budget) has \(budgets.count) sizes; expected one, or A's and B's")
    }
    let isOne = budgets.count == 1 || budgets[0] == budgets[1]
    func contender(_ index: Int) -> Contender {
      let budget = budgets[min(index, budgets.count - 1)]
      let name = policies[index].text.visible
      return Contender(
        policy: policies[index], budget: budget,
        name: isOne ? name : "\(name) @ \(budget.budgetText)")
    }
    self.request = request
    a = contender(0)
    b = contender(1)
  }

  /// The title of the drawing.
  var title: String {
    let budget = a.budget == b.budget ? ", \(a.budget.budgetText)" : ""
    let header = request.trace.header.title
    let trace = header.isEmpty ? request.path : header
    return "\(trace)\(budget), \(request.scenario.device.name)"
  }

  /// Runs both policies.
  /// - Throws: `CommandError` for a run with too many events for a log.
  func diff(seed: UInt64) throws(CommandError) -> RunDiff {
    let prepared = PreparedScenario(request.scenario)
    func run(_ contender: Contender) throws(CommandError) -> RunDiff.Run {
      let log = RunLog()
      let report = prepared.run(
        contender.policy, budget: contender.budget, seed: seed, log: log)
      try log.requireWhole(of: request.path)
      return RunDiff.Run(
        name: contender.name, log: log, report: report,
        shortage: contender.budget.flatMap { prepared.shortage(of: contender.policy, budget: $0) })
    }
    return RunDiff(try run(a), try run(b), of: prepared)
  }
}

extension DiffRequest {
  /// Returns the sentences of the comparison.
  ///
  /// The first one says so if the difference is not visible.
  func sentences(on diff: RunDiff, _ materiality: Materiality) -> [String] {
    let (ours, theirs) = (diff.figures.a.stallSeconds, diff.figures.b.stallSeconds)
    let device = request.scenario.device
    let frames = materiality.leastSeconds(
      over: request.trace.duration.seconds, at: Double(device.refreshRate))
    let isAlive = diff.death(.a) == nil && diff.death(.b) == nil
    guard isAlive, diff.divergence != nil,
      !materiality.matters(ours, theirs, frames: frames)
    else { return diff.sentences }
    let simplest = [a, b].first { $0.policy.text == "lru" }
    return [
      "No visible difference: keep your current policy"
        + (simplest == nil ? "." : ", or take lru, the simpler one.")
        + " Small differences:"
    ] + diff.sentences
  }
}
