import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces

/// The changes that the maker of an app could make to a run.
///
/// Only what changes something: no budget for a loader without a cache, no lanes beyond the cores.
struct Levers {
  let now: RunCase
  let catalogs: SweepCatalogs
  /// Whether the device killed the app: then less may be better, too.
  let wasKilled: Bool

  /// Every trial, lever by lever.
  var trials: [Trial] {
    policies + budgets + prefetches + renditions + decodeSizes + formats + loaderChanges
  }

  /// Every policy of the catalog that could take the place of the run's.
  ///
  /// Those of which the bound takes the best, too: all that keep a budget without knowing the
  /// future, be they models of other people's caches. None where nothing limits the cache, and none
  /// that another program decides for, which is not started unless it is asked for.
  private var policies: [Trial] {
    guard let own = now.policy, now.budget != nil else { return [] }
    let catalog = catalogs.policies
    return catalog.entries.compactMap { entry in
      guard !entry.facts.needsFuture, entry.facts.statedVersion == nil,
        [.always, .afterStores].contains(entry.facts.limits),
        let choice = try? catalog.choose(entry.name), choice.label != own.label
      else { return nil }
      var changed = now
      changed.policy = choice
      return Trial(.lever(.policy), "policy \(choice.label)", changed, sharesScenario: true)
    }
  }

  private var budgets: [Trial] {
    guard let policy = now.policy else { return [] }
    let isBounded = policy.entry.facts.limits != .ignored
    guard let budget = now.budget, isBounded else { return wasKilled ? firstBudgets : [] }
    var trials = [
      budgetTrial("twice the budget", budget * 2), budgetTrial("four times the budget", budget * 4),
    ]
    if wasKilled, budget.bytes >= 4 {
      trials += [
        budgetTrial("half the budget", ByteCount(budget.bytes / 2)),
        budgetTrial("a quarter of the budget", ByteCount(budget.bytes / 4)),
      ]
    }
    return trials
  }

  /// Budgets for a cache that has none, or whose policy keeps none: then `lru` takes its place.
  private var firstBudgets: [Trial] {
    var bounded = now
    var name = ""
    if now.policy?.entry.facts.limits == .ignored {
      guard let lru = try? catalogs.policies.choose("lru") else { return [] }
      bounded.policy = lru
      name = "policy lru and "
    }
    return [2, 4, 8, 16].map { part in
      let mebibyte = 1 << 20
      let size = ByteCount(now.device.memory.appLimit.bytes / part / mebibyte * mebibyte)
      bounded.budget = size
      return Trial(.lever(.budget), "\(name)a budget of \(size)", bounded, sharesScenario: true)
    }
  }

  private func budgetTrial(_ text: String, _ budget: ByteCount) -> Trial {
    var changed = now
    changed.budget = budget
    return Trial(.lever(.budget), text, changed, sharesScenario: true)
  }

  private var prefetches: [Trial] {
    guard now.loading.cache else { return [] }
    let none = now.prefetcher.entry.name == "none" ? [] : [("no prefetch", "none")]
    let depths = ["0.5", "1", "2", "4"].map {
      (
        text: "prefetching \($0) screen\($0 == "0.5" || $0 == "1" ? "" : "s") ahead",
        choice: "ring:ahead=\($0)"
      )
    }
    return (none + depths).compactMap { text, name in
      guard let choice = try? catalogs.prefetchers.choose(name),
        choice.label != now.prefetcher.label
      else { return nil }
      var changed = now
      changed.prefetcher = choice
      return Trial(.lever(.prefetch), text, changed)
    }
  }
}
