import Foundation
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSweeps

/// The plan of a sweep: the number of its runs, an estimate of their time, and the first of them.
struct DryRun {
  /// How long runs are measured for.
  private static let patience = Duration.seconds(2)
  private static let sampleLimit = 64
  private static let rowLimit = 10

  private struct Document: Encodable {
    let title: String
    let sweep: String
    let runs: Int, scenarios: Int, jobs: Int
    /// Nil where every seed counts.
    let idleSeeds: IdleSeeds?
    /// What is made once or changes nothing, a sentence each.
    let madeOnce: [String]
    let estimate: Estimate
    /// What budgets that are shares of memory come to.
    let budgetRules: [Rule]
    let firstRuns: [PlanFiles.Run]
  }

  /// Seeds of which one was enough, and for what.
  private struct IdleSeeds: Encodable {
    let seeds: Int
    let names: [String], networks: [String]
  }

  private struct Rule: Encodable {
    let rule: String, device: String
    let budgetBytes: Int
  }

  private struct Estimate: Encodable {
    let seconds: Double
    let measuredRuns: Int
    let secondsPerRun: Double
  }

  private let plan: SweepPlan
  private let regret: Bool
  private let jobs: Int

  init(_ plan: SweepPlan, regret: Bool, jobs: Int) {
    self.plan = plan
    self.regret = regret
    self.jobs = jobs
  }

  func print(_ output: FormatOption) throws {
    let estimate = measure()
    let first = plan.runs.indices.prefix(Self.rowLimit).map { PlanFiles.run(plan, $0) }
    var table = Table([
      .right("run"), .left("trace"), .left("layout"), .left("device"), .left("network"),
      .left("loader"),
      .left("prefetcher"), .left("policy"), .right("budget"), .right("seed"),
    ])
    for (row, run) in zip(first, plan.runs) {
      table.append([
        "\(row.position)", row.trace, row.layout, row.device, row.network, row.loader,
        row.prefetcher,
        row.policy ?? "-", run.hasCache ? run.budget.budgetText : "-", "\(row.seed)",
      ])
    }
    let mean = NumberText.fixed(estimate.secondsPerRun * 1000, decimals: 1)
    let caption = """
      \(plan.title.isEmpty ? "" : "\(plan.title.visible)\n")\
      \(Words.count(plan.runs.count, "run")) of \(Words.count(plan.scenarios.count, "scenario")); \
      about \
      \(SweepProgressLine.duration(estimate.seconds)) with \(jobs) jobs: an estimate from \
      \(Words.count(estimate.measuredRuns, "run")), \(mean) ms each\(onceLines)
      \(ruleLines)the first \(first.count):
      """
    try output.print(
      table,
      Document(
        title: plan.title, sweep: "\(plan.key)", runs: plan.runs.count,
        scenarios: plan.scenarios.count, jobs: jobs, idleSeeds: idleSeeds,
        madeOnce: OnceText(plan: plan).lines, estimate: estimate,
        budgetRules: plan.budgetRules.map {
          Rule(rule: $0.text, device: $0.device.name, budgetBytes: $0.budget.bytes)
        },
        firstRuns: first),
      caption: caption)
  }

  /// On lines of their own.
  private var onceLines: String { OnceText(plan: plan).lines.map { "\n\($0)" }.joined() }

  private var idleSeeds: IdleSeeds? {
    let idle = plan.idleSeeds
    guard !idle.names.isEmpty else { return nil }
    return IdleSeeds(seeds: idle.seeds, names: idle.names, networks: idle.networks)
  }

  /// `budget 15%<=768MiB: 307.2MiB on iphone-8, 614.4MiB on iphone-13-pro`, a line for each rule.
  private var ruleLines: String {
    var (order, parts): ([String], [String: [String]]) = ([], [:])
    for rule in plan.budgetRules {
      if parts[rule.text] == nil { order.append(rule.text) }
      parts[rule.text, default: []].append(
        "\(PopulationAnswer.size(rule.budget.bytes)) on \(rule.device.name.visible)")
    }
    return order.map { "budget \($0): \(Words.list(parts[$0] ?? []))\n" }.joined()
  }

  /// Makes runs from all over the plan, one at a time, and does not keep them.
  private func measure() -> Estimate {
    let job = SweepJob(plan, regret: regret ? .all : [], jobs: 1)
    let clock = ContinuousClock()
    var (seconds, weight, count) = (0.0, 0.0, 0)
    let start = clock.now
    let mixed = plan.runs.sorted { $0.key < $1.key }
    for run in mixed.prefix(Self.sampleLimit) where clock.now - start < Self.patience {
      seconds += clock.measure { _ = job.record(run) } / .seconds(1)
      weight += plan.scenario(of: run).weight
      count += 1
    }
    let total = plan.runs.reduce(0) { $0 + plan.scenario(of: $1).weight }
    return Estimate(
      seconds: seconds / weight * total / Double(jobs), measuredRuns: count,
      secondsPerRun: seconds / Double(count))
  }
}
