package import ScrollCaching
package import ScrollCore
package import ScrollDevice
package import ScrollSimulation

/// The settings of an app's image loading: the present ones, with some changes.
package struct AdvisedSetting: Sendable {
  package private(set) var loader: Choice<LoaderDescriptor>
  package private(set) var prefetcher: Choice<PrefetcherDescriptor>
  /// The policy; `nil` for a loader without a memory cache.
  package private(set) var policy: Choice<PolicyDescriptor>?
  package private(set) var budget: BudgetList.Entry
  /// The changes to the present settings, in the order of their levers.
  private(set) var changes: [AdvisedChange] = []

  /// Creates the present settings of an app.
  package init(
    loader: Choice<LoaderDescriptor>, prefetcher: Choice<PrefetcherDescriptor>,
    policy: Choice<PolicyDescriptor>?, budget: BudgetList.Entry
  ) {
    self.loader = loader
    self.prefetcher = prefetcher
    self.policy = policy
    self.budget = budget
  }

  /// A text that is equal for equal settings.
  var key: String {
    "\(loader.label)|\(prefetcher.label)|\(policy?.label ?? "-")|\(budget.text)"
  }

  /// A text that is equal for settings whose runs share a prepared scenario.
  var scenarioKey: String { "\(loader.label)|\(prefetcher.label)" }

  /// Returns the limit of the cache on a device; `nil` without a limit.
  package func budget(on device: DeviceProfile) -> ByteCount? {
    budget.budget(own: loader.entry.ownBudget(on: device), on: device)
  }

  /// The loader's settings.
  package var loading: Loader { loader.entry.loader(loader.settings) }
}

extension AdvisedSetting {
  /// Returns present settings with some changes, at most one for a lever; `nil` if a change does not
  /// fit.
  static func changing(
    _ now: AdvisedSetting, by changes: [AdvisedChange], _ catalogs: SweepCatalogs
  ) -> AdvisedSetting? {
    var setting = now
    setting.changes = AdvisedLever.allCases.compactMap { lever in
      changes.first { $0.lever == lever }
    }
    for change in setting.changes {
      guard setting.apply(change.effect, catalogs) else { return nil }
    }
    return setting
  }

  /// Applies an effect; returns `false` if it does not fit.
  private mutating func apply(_ effect: AdvisedChange.Effect, _ catalogs: SweepCatalogs) -> Bool {
    switch effect {
    case .memoryCache(let name):
      guard policy == nil, let choice = try? catalogs.loaders.choose(name),
        let own = try? catalogs.policies.choose(choice.entry.ownPolicy)
      else { return false }
      (loader, policy) = (choice, own)
    case .loader(let settings):
      guard let choice = loader.setting(settings, in: catalogs.loaders) else { return false }
      loader = choice
    case .background:
      let settings = loading.settingsInBackground
      guard !settings.isEmpty, let choice = loader.setting(settings, in: catalogs.loaders) else {
        return false
      }
      loader = choice
    case .budget, .policy, .policySetting, .prefetcher:
      // Without a memory cache there is nothing to limit and nothing to prefetch into.
      guard let policy else { return false }
      return apply(effect, to: policy, catalogs)
    }
    return true
  }

  /// Applies an effect on the cache or the prefetcher; returns `false` if it does not fit.
  private mutating func apply(
    _ effect: AdvisedChange.Effect, to policy: Choice<PolicyDescriptor>, _ catalogs: SweepCatalogs
  ) -> Bool {
    switch effect {
    case .budget(let size):
      budget = .size(size)
      // A limit means nothing to a cache that ignores it.
      if policy.entry.facts.limits == .ignored {
        guard let own = try? catalogs.policies.choose(loader.entry.ownPolicy) else { return false }
        self.policy = own
      }
    case .policy(let name):
      guard let choice = try? catalogs.policies.choose(name) else { return false }
      self.policy = choice
    case .policySetting(let name, let value):
      guard let choice = policy.setting([name: value], in: catalogs.policies) else { return false }
      self.policy = choice
    case .prefetcher(let name):
      guard let choice = try? catalogs.prefetchers.choose(name) else { return false }
      prefetcher = choice
    case .background, .loader, .memoryCache: return false
    }
    return true
  }
}

extension Loader {
  /// The settings that move work from the main thread to the background; empty without such work.
  fileprivate var settingsInBackground: [String: String] {
    var settings: [String: String] = [:]
    if read == .main { settings["read"] = Thread.background.rawValue }
    if download == .main { settings["download"] = Thread.background.rawValue }
    if decodeOn == .main { settings["decodeOn"] = Thread.background.rawValue }
    if decode == .lazy { settings["decode"] = Redraw.fullSize.rawValue }
    return settings
  }
}

extension Choice {
  /// Returns this choice with some settings replaced; `nil` if the entry does not have them.
  fileprivate func setting(_ settings: [String: String], in catalog: Catalog<Entry>) -> Choice? {
    let kept = given.compactMap { name in
      self.settings.pairs.first { $0.name == name && settings[name] == nil }
    }
    let added = settings.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    return try? catalog.choose(entry.name, adding: kept.map { ($0.name, $0.value) } + added)
  }
}
