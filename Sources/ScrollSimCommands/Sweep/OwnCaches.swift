import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// What the runs of a sweep have of the caches that their loaders come with.
///
/// A typed policy or limit that is the loader's own counts as such, as it does in `run`.
struct OwnCaches {
  /// A policy in a scenario, at all its budgets; nil is no limit.
  private struct Row {
    var hasPolicy = false
    var limits: Set<Int?> = [], ownLimits: Set<Int?> = []
  }

  private var rows: [ContentKey: [String: Row]] = [:]
  /// By the loaders' names.
  private var caches: [(loader: String, cache: OwnCache)] = []

  /// Adds a run of a plan.
  mutating func add(_ row: ResultRow, of plan: SweepPlan) {
    let scenario = plan.scenario(of: plan.runs[row.position])
    let loader = scenario.loader.entry
    guard let policy = row.run.label, let own = loader.ownCache else { return }
    var known = rows[row.scenario.key]?[policy] ?? Row()
    known.limits.insert(row.run.budgetBytes)
    let hasLimit = row.run.budgetBytes == own.budget(on: scenario.device)?.bytes
    if hasLimit { known.ownLimits.insert(row.run.budgetBytes) }
    if policy == own.policy { known.hasPolicy = true }
    rows[row.scenario.key, default: [:]][policy] = known
    guard hasLimit || known.hasPolicy, !caches.contains(where: { $0.loader == loader.name }) else {
      return
    }
    caches.append((loader.name, own))
  }

  /// What a policy in a scenario has of its loader's own cache, in the words of `run`.
  func note(_ scene: ScenarioRecord, _ policy: String) -> String? {
    guard let row = rows[scene.key]?[policy] else { return nil }
    guard !row.ownLimits.isEmpty else { return row.hasPolicy ? "the loader's own policy" : nil }
    let limits = row.ownLimits.map { $0.map { "\(ByteCount($0))" } ?? "no limit" }.sorted()
    return "the loader's own \(row.hasPolicy ? "cache" : "limit")"
      + (row.limits.count > limits.count ? " at \(limits.joined(separator: ", "))" : "")
  }

  /// What those caches are.
  var sentence: String? {
    guard !caches.isEmpty else { return nil }
    let texts = caches.map { "of \($0.loader): \($0.cache.policy), \($0.cache.limit)" }
    return "The cache \(texts.joined(separator: "; "))."
  }
}
