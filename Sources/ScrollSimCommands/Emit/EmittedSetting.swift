import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// A way to load images that is to be written as code: loader, policy, budget, prefetcher.
///
/// All its sources, options, a stored run and a recommendation, give the same four texts.
struct EmittedSetting {
  let loader: Choice<LoaderDescriptor>
  /// Nil if the loader has no cache.
  let policy: Choice<PolicyDescriptor>?
  /// How much the cache may hold; a share is of the memory of the device that runs the code.
  let budget: OwnCache.Limit
  let prefetcher: Choice<PrefetcherDescriptor>
  /// The budget as it was named.
  let budgetText: String
  /// Whether the budget was asked for, or belongs to a run.
  var namesBudget = false
  /// What a policy of its own is called.
  var typeName = ScoreCodeName.standard
  /// Whether the library that it is written for has the policy.
  var isKept = true

  /// Finds what the texts name.
  /// - Parameters:
  ///   - loader: `NAME[:KEY=VALUE...]`.
  ///   - policy: the same, or `own`.
  ///   - budget: a size, a share of memory, `none` or `own`.
  ///   - prefetcher: `NAME[:KEY=VALUE...]`; nil for the loader's own.
  /// - Throws: `CommandError` with status 64 for what does not exist or is several.
  init(
    loader: String, policy: String, budget: String, prefetcher: String?
  ) throws(CommandError) {
    var overrides = try SettingOverrides(parsing: [])
    self.loader = try overrides.choose(
      loader, from: ScrollSim.catalogs.loaders, option: "--loader")
    let loading = self.loader.entry.loader(self.loader.settings)
    let policies = try overrides.chooseAll(
      [policy], own: self.loader.entry.ownPolicy, from: ScrollSim.policies, option: "--policy")
    guard policies.count == 1 else {
      throw .usage("--policy '\(policy)' names \(policies.count); expected one")
    }
    self.policy = loading.cache ? policies[0] : nil
    let limit = try Self.limit(budget, self.loader.entry)
    self.budget = limit
    budgetText =
      budget == SweepAxis.own ? "\(limit)" : ByteCount(parsing: budget)?.description ?? budget
    self.prefetcher = try overrides.choose(
      prefetcher ?? (loading.cache ? "\(loading.prefetcher)" : "none"),
      from: ScrollSim.catalogs.prefetchers, option: "--prefetch")
  }

  private static func limit(
    _ text: String, _ loader: LoaderDescriptor
  ) throws(CommandError) -> OwnCache.Limit {
    let list: BudgetList
    do { list = try BudgetList(parsing: text) } catch { throw .usage("--budget \(error)") }
    if let problem = list.missingUnit(below: smallImage) { throw .usage("--budget \(problem)") }
    let entries = list.entries
    guard entries.count == 1 else {
      throw .usage("--budget '\(text)' names \(entries.count); expected one")
    }
    return switch entries[0] {
    case .own: loader.ownCache?.limit ?? .bytes(ByteCount(64 << 20))
    case .none: .none
    case .size(let size): .bytes(size)
    case .share(let share): share.limit
    }
  }

  /// No image that is worth keeping has less: 64 pixels square.
  private static let smallImage = ByteCount(64 * 64 * 4)

  /// The settings of the policy that differ from its defaults, as they are typed.
  var policySettings: [(name: String, value: String)] {
    policy.map { Self.changed($0) } ?? []
  }

  /// The settings of the loader that differ from its defaults, as they are typed.
  var loaderSettings: [(name: String, value: String)] { Self.changed(loader) }

  private static func changed<Entry: CatalogEntry>(
    _ choice: Choice<Entry>
  ) -> [(name: String, value: String)] {
    zip(choice.entry.settings, choice.settings.pairs)
      .filter { setting, pair in
        Double(pair.value) != Double(setting.standard)
          || pair.value != setting.standard
            && Double(pair.value) == nil
      }
      .map { ($1.name, $1.value) }
  }
}
