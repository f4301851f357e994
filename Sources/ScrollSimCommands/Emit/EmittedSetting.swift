import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// A configuration of image loading to be written as code: loader, policy, budget, prefetcher.
///
/// Options, a stored run and a recommendation all give it as four texts.
struct EmittedSetting {
  private(set) var loader: Choice<LoaderDescriptor>
  /// The policy; `nil` if the loader has no cache.
  private(set) var policy: Choice<PolicyDescriptor>?
  /// The limit of the cache.
  ///
  /// A share refers to the memory of the device that runs the code.
  private(set) var budget: DefaultCache.Limit
  private(set) var prefetcher: Choice<PrefetcherDescriptor>
  /// A Boolean value that indicates whether the code for a score includes a cache, not only a
  /// policy.
  var wantsCache = false
  /// The type name of a custom policy.
  var typeName = ScoreCodeName.standard

  /// Finds the entries that the texts name.
  /// - Parameters:
  ///   - loader: `NAME[:KEY=VALUE...]`.
  ///   - policy: `NAME[:KEY=VALUE...]`, or `own`.
  ///   - budget: A size, a share of memory, `none` or `own`.
  ///   - prefetcher: `NAME[:KEY=VALUE...]`; `nil` for the loader's own.
  ///   - file: The file that names the policy; `nil` if an option names it.
  /// - Throws: `CommandError` with status 64 for a value that is not valid, and for a policy or
  ///   budget text that names more than one. The status is 65 for an invalid policy that a file
  ///   names.
  init(
    loader: String, policy: String, budget: String, prefetcher: String?, of file: String? = nil
  ) throws(CommandError) {
    var overrides = try SettingOverrides(parsing: [])
    self.loader = try overrides.choose(
      loader, from: ScrollSim.catalogs.loaders, option: "--loader")
    let loading = self.loader.entry.loader(self.loader.settings)
    let catalog = ScrollSim.policies.withPrograms(
      .refused("policy 'exec' is a program, which no app can have; expected another policy"))
    let policies: [Choice<PolicyDescriptor>]
    do {
      policies = try overrides.chooseAll(
        [policy], own: self.loader.entry.ownPolicy, from: catalog, option: "--policy")
    } catch {
      guard let file else { throw error }
      throw CommandError(.badData, "'\(file)': field 'policy': \(error.sentence)")
    }
    guard policies.count == 1 else {
      throw .usage("--policy '\(policy)' names \(policies.count); expected one")
    }
    self.policy = loading.cache ? policies[0] : nil
    self.budget = try Self.limit(budget, self.loader.entry)
    self.prefetcher = try overrides.choose(
      prefetcher ?? (loading.cache ? "\(loading.prefetcher)" : "none"),
      from: ScrollSim.catalogs.prefetchers, option: "--prefetch")
  }

  /// Finds the entries that the texts name for a target.
  ///
  /// The target's own loader and policy replace missing ones.
  init(
    for target: EmitTarget, loader: String?, policy: String?, budget: String?, prefetcher: String?
  ) throws(CommandError) {
    let loader = loader ?? target.loaders[0]
    let own = try? ScrollSim.catalogs.loaders.choose(loader).entry.ownPolicy
    let kept = own.flatMap { target.keeps($0) ? $0 : nil } ?? target.ownPolicy
    try self.init(
      loader: loader, policy: policy ?? kept,
      budget: budget ?? SweepAxis.own, prefetcher: prefetcher ?? target.prefetcher)
  }

  private static func limit(
    _ text: String, _ loader: LoaderDescriptor
  ) throws(CommandError) -> DefaultCache.Limit {
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

  /// The size of the smallest image that is worth keeping: 64 pixels square.
  private static let smallImage = ByteCount(64 * 64 * 4)

  /// The settings of the policy that differ from its defaults, as literals.
  var policySettings: [(name: String, value: String)] {
    policy.map { Self.changed($0) } ?? []
  }

  /// The settings of the loader that differ from its defaults, as literals.
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
      .map { ($1.name, $0.domain.literal($1.value)) }
  }
}

/// Changes of a requested setting to one that a library supports.
extension EmittedSetting {
  /// Replaces a policy that a target lacks by the target's own, with the same count limit.
  mutating func keepPolicy(of target: EmitTarget) {
    if let policy, target.keeps(policy.entry.name) { return }
    let own = try? ScrollSim.policies.choose(target.ownPolicy)
    let count = policySettings.filter { $0.name == Self.countLimit }
    policy = own.map { own in
      let isKnown = own.entry.settings.contains { $0.name == Self.countLimit }
      return isKnown ? own.with(count.map { ($0.name, $0.value) }) : own
    }
  }

  /// The setting for the number of images that a cache may hold.
  private static let countLimit = "countLimit"

  /// Replaces the budget by the limit of a target's own cache.
  mutating func keepBudget(of target: EmitTarget) {
    let own = try? ScrollSim.catalogs.loaders.choose(target.loaders[0]).entry.ownCache
    budget = own?.limit ?? .none
  }

  /// Replaces the loader by a target's own.
  mutating func keepLoader(of target: EmitTarget) {
    guard let own = try? ScrollSim.catalogs.loaders.choose(target.loaders[0]) else { return }
    loader = own
  }

  mutating func keepNoBudget() { budget = .none }

  mutating func keepNoPrefetcher() {
    let none = Prefetcher.none
    prefetcher = Choice(entry: none.descriptor, settings: none.settings, text: "none")
  }

  /// Resets the settings of the prefetcher to their defaults.
  mutating func keepPrefetcherDefaults() {
    prefetcher = prefetcher.with(prefetcher.entry.settings.map { ($0.name, $0.standard) })
  }

  /// Resets a setting of the policy to its default.
  mutating func dropFromPolicy(_ name: String) { policy = policy?.without(name) }

  /// Resets a setting of the loader to its default.
  mutating func dropFromLoader(_ name: String) { loader = loader.without(name) }
}

extension Choice {
  /// Returns the choice with one setting at its default.
  fileprivate func without(_ name: String) -> Choice {
    let standard = entry.settings.first { $0.name == name }?.standard ?? ""
    return with([(name, standard)])
  }

  /// Returns the choice with other values of some settings.
  ///
  /// The values must be valid for the settings.
  func with(_ changes: [(name: String, value: String)]) -> Choice {
    let pairs = settings.pairs.filter { pair in !changes.contains { $0.name == pair.name } }
    guard
      let values = try? SettingValues(pairs + changes, for: entry.settings, of: entry.name)
    else { return self }
    return Choice(entry: entry, settings: values, text: entry.name)
  }
}

extension DefaultCache.Limit {
  /// The limit in the format of `--budget`; `own` for a limit that depends on the screen.
  var budgetText: String {
    switch self {
    case .none: BudgetList.none
    case .screens: SweepAxis.own
    case .bytes(let size): "\(size)"
    case .share(let share, let most):
      Self.percent(share) + (most.map { "<=\($0)" } ?? "")
    }
  }

  /// Returns a share in percent, with as many decimals as the text needs to be read as the same
  /// share.
  ///
  /// A multiplication by 100 can change the last digits, and the text would be read as another
  /// share.
  private static func percent(_ share: Double) -> String {
    let exact = (0...9).lazy.map { NumberText.fixed(share * 100, decimals: $0) }
      .first { (Double($0) ?? .nan) / 100 == share }
    return "\(exact ?? "\(share * 100)")%"
  }
}

extension Setting.Domain {
  /// Returns a setting's value as a literal, which needs digits before and after its decimal point.
  /// - Parameter text: The value as typed; it fits the domain.
  /// - Returns: the literal of the same value.
  func literal(_ text: String) -> String {
    switch self {
    case .integer: return Int(text).map { "\($0)" } ?? text
    case .number:
      return Double(text).map { "\($0)" } ?? text
    case .choice, .flag, .expression, .distance: return text
    }
  }
}
