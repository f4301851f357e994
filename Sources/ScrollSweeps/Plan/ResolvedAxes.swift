import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces

/// The axes of a grid, with everything that their values name.
struct ResolvedAxes {
  struct Loading {
    let loader: Choice<LoaderDescriptor>
    let prefetcher: Choice<PrefetcherDescriptor>
    let hasCache: Bool
    /// The policies of its cache.
    let policies: [Choice<PolicyDescriptor>]
  }

  /// The configuration of a scenario's cache, except for the seed.
  struct Cache {
    /// The policy; `nil` for a loader without a cache, which has no budget either.
    let policy: Choice<PolicyDescriptor>?
    /// The budget; `nil` means no limit.
    let budget: ByteCount?
  }

  private(set) var traces: [TraceOnLayout] = []
  private(set) var devices: [DeviceProfile] = []
  private(set) var networks: [NetworkProfile] = []
  private(set) var starts: [SessionStart] = []
  private(set) var loadings: [Loading] = []
  /// The budgets, each with the place where it was written.
  private(set) var budgets: [(entry: BudgetList.Entry, value: SweepValue)] = []
  /// A Boolean value that indicates whether the grid names budgets.
  private let namesBudgets: Bool
  private(set) var seeds: [Int] = []
  /// The layouts as written.
  let layoutNames: [String]

  /// Resolves everything that a grid names.
  ///
  /// `traces` has the traces that were read before, by the text that names them. Traces that are
  /// read here are added to it. In an included grid, every setting in `said` must be used. Settings
  /// that the grid takes over from the axes may remain unused.
  /// - Throws: `SweepError` for the first name that does not exist or value that does not fit.
  init(
    _ grid: SweepGrid, said: SweepGrid, catalogs: SweepCatalogs,
    traces: inout [String: [NamedTrace]]
  ) throws(SweepError) {
    layoutNames = Self.values(.layout, grid).map(\.text)
    namesBudgets = grid.axes[.budget] != nil
    try Self.checkSettings(grid.settings)
    var expansion = SettingExpansion(grid.settings)
    let loaders = try expansion.choices(Self.values(.loader, grid), from: catalogs.loaders)
    let policies = try PolicyAxis(Self.values(.policy, grid), catalogs, &expansion)
    for loader in loaders {
      loadings += try Self.loadings(loader, grid, policies, catalogs, &expansion)
      try SweepPlanner.check(loadings.count, "loaders with prefetchers")
    }
    try expansion.checkUsed(said.settings)
    seeds = try SweepPlanner.seeds(Self.values(.seed, grid))
    for value in Self.values(.device, grid) {
      devices.append(try value.profile(in: DeviceCatalog.builtIn, DeviceFile.load))
    }
    for value in Self.values(.network, grid) {
      networks.append(try value.profile(in: NetworkCatalog.builtIn, NetworkFile.load))
    }
    for value in Self.values(.start, grid) {
      guard let start = SessionStart(parsing: value.text) else {
        throw value.wrong(
          "'\(value.text)' is not a start of a session; expected cold, warm or warm-disk. A "
            + "warm start can have a break in whole seconds, at most a day: warm:after=600")
      }
      if !starts.contains(start) { starts.append(start) }
    }
    try Self.checkNames(devices.map { ProfileRecord($0) }, Self.values(.device, grid))
    try Self.checkNames(networks.map { ProfileRecord($0) }, Self.values(.network, grid))
    self.traces = try Self.traces(grid, &traces)
    budgets = try SweepPlanner.budgets(
      Self.values(.budget, grid),
      holding: self.traces.map(\.trace.catalog.smallestImage).min() ?? .zero)
  }

  /// The maximum number of combinations.
  var count: Int {
    let asked = loadings.reduce(0) {
      $0 + ($1.hasCache ? $1.policies.count * budgets.count : 1)
    }
    return [traces.count, devices.count, networks.count, starts.count, asked].reduce(seeds.count) {
      product, count in
      let (product, overflows) = product.multipliedReportingOverflow(by: count)
      return overflows ? .max : product
    }
  }

  /// Returns the policies, each with every budget.
  /// - Throws: `SweepError` for a policy that requires a limit and has none.
  func caches(of loading: Loading, on device: DeviceProfile) throws(SweepError) -> [Cache] {
    guard loading.hasCache else { return [Cache(policy: nil, budget: nil)] }
    let own = loading.loader.entry.ownBudget(on: device)
    var caches: [Cache] = []
    for policy in loading.policies {
      for (entry, value) in budgets {
        let budget = entry.budget(own: own, on: device)
        if budget == nil, let need = policy.needForBudget {
          throw lack(of: need, entry, value, loader: loading.loader.text)
        }
        caches.append(Cache(policy: policy, budget: budget))
      }
    }
    return caches
  }

  /// A Boolean value that indicates whether no run of the grid downloads anything, so that its
  /// networks change nothing.
  ///
  /// If a part of a grid downloads, every part has all networks, so that the parts can be compared.
  /// - Complexity: O(images) for each trace and loader, until one downloads.
  var downloadsNothing: Bool {
    !traces.contains { trace in
      loadings.contains { loading in
        Scenario(
          trace.trace, device: devices[0], network: networks[0],
          loader: loading.loader.entry.loader(loading.loader.settings), prefetcher: Prefetcher.none
        ).downloads
      }
    }
  }

  /// The budgets that are shares of memory, converted to bytes for each device.
  var budgetRules: [BudgetRule] {
    guard loadings.contains(where: \.hasCache) else { return [] }
    return budgets.flatMap { entry, _ -> [BudgetRule] in
      guard case .share(let share) = entry else { return [] }
      return devices.compactMap { BudgetRule(share, on: $0) }
    }
  }

  /// Returns the error for a policy that needs a budget and has none.
  private func lack(
    of need: String, _ entry: BudgetList.Entry, _ value: SweepValue, loader: String
  ) -> SweepError {
    guard namesBudgets else {
      return SweepError(
        .usage,
        "there is no budget: \(need), and loader '\(loader)' has no default; expected sizes "
          + "under axes.budget, or --budget SIZE")
    }
    return value.wrong(
      entry == .own
        ? "'own' means no limit for loader '\(loader)', but \(need); expected a size"
        : "'\(value.text)' means no limit, but \(need); expected a size")
  }

  static func values(_ axis: SweepAxis, _ grid: SweepGrid) -> [SweepValue] {
    grid.axes[axis] ?? axis.standard.map { [SweepValue($0, place: "the default")] } ?? []
  }

  /// Returns a loader with every prefetcher; a loader without a cache has no prefetchers.
  private static func loadings(
    _ loader: Choice<LoaderDescriptor>, _ grid: SweepGrid, _ axis: PolicyAxis,
    _ catalogs: SweepCatalogs, _ expansion: inout SettingExpansion
  ) throws(SweepError) -> [Loading] {
    let loading = loader.entry.loader(loader.settings)
    let policies =
      loading.cache ? try axis.policies(of: loader.entry, catalogs, &expansion) : []
    var loadings: [Loading] = []
    for value in values(.prefetch, grid) {
      let isOwn = value.text == SweepAxis.own
      let meant = isOwn ? "\(loading.cache ? loading.prefetcher : .none)" : value.text
      let named = SweepValue(meant, place: value.place, isFromFile: value.isFromFile)
      let prefetchers = try expansion.choices(
        [named], from: catalogs.prefetchers, isTyped: !isOwn)
      for prefetcher in prefetchers {
        loadings.append(
          Loading(
            loader: loader, prefetcher: prefetcher, hasCache: loading.cache, policies: policies))
      }
    }
    guard !loading.cache, let first = loadings.first else { return loadings }
    let none: Choice<PrefetcherDescriptor>
    do { none = try catalogs.prefetchers.choose("none") } catch {
      throw SweepError(.usage, "\(error)")
    }
    return [Loading(loader: first.loader, prefetcher: none, hasCache: false, policies: [])]
  }

  /// Throws an error if two profiles have the same name: their runs could not be distinguished.
  private static func checkNames(
    _ profiles: [ProfileRecord], _ values: [SweepValue]
  ) throws(SweepError) {
    var known: [String: ContentKey] = [:]
    for (profile, value) in zip(profiles, values) {
      if let other = known[profile.name], other != profile.digest {
        throw value.wrong(
          "'\(value.text)' has the name '\(profile.name)' of another \(profile.kind); "
            + "expected a unique name")
      }
      known[profile.name] = profile.digest
    }
  }

  private static func traces(
    _ grid: SweepGrid, _ known: inout [String: [NamedTrace]]
  ) throws(SweepError) -> [TraceOnLayout] {
    guard let values = grid.axes[.trace], !values.isEmpty else {
      throw SweepError(
        .usage, "a sweep needs a trace; expected one under axes.trace, or --trace FILE")
    }
    var traces: [TraceOnLayout] = []
    let layouts = Self.values(.layout, grid)
    try requireRoom(for: values, on: layouts.count)
    for value in values {
      let named: [NamedTrace]
      if let read = known[value.text] { named = read } else { named = try value.traces() }
      known[value.text] = named
      try SweepPlanner.check((traces.count + named.count) * layouts.count, "traces with layouts")
      for named in named {
        let record = TraceRecord(named.trace, path: named.path)
        for layout in layouts {
          traces.append(TraceOnLayout(trace: try named.trace.laid(out: layout), record: record))
        }
      }
    }
    return traces
  }

  /// Throws an error if there are more drawn sessions than fit into memory, before the first is
  /// drawn.
  private static func requireRoom(
    for values: [SweepValue], on layouts: Int
  ) throws(SweepError) {
    var seconds = 0.0
    for value in values {
      do { seconds += try TraceName(value.text).drawnSeconds() * Double(layouts) } catch {
        throw value.wrong(error.description)
      }
      guard seconds <= DrawnSessions.mostSeconds else {
        throw value.wrong(
          "the drawn sessions of this sweep last \(Int(seconds)) s in total on each layout; "
            + "expected at most \(Int(DrawnSessions.mostSeconds)) s. Draw fewer or shorter "
            + "sessions"
        )
      }
    }
  }

  private static func checkSettings(_ axes: [SweepGrid.SettingAxis]) throws(SweepError) {
    for (index, axis) in axes.enumerated()
    where axes[..<index].contains(where: { $0.name == axis.name }) {
      throw (axis.values.first ?? SweepValue("", place: "--set")).wrong(
        "repeats '\(axis.name)'; expected it once")
    }
  }
}

extension SweepValue {
  /// Returns the traces that the text names.
  fileprivate func traces() throws(SweepError) -> [NamedTrace] {
    if let path = TraceName.path(of: text) { try requireFile(path) }
    do { return try TraceName(text).traces() } catch  where error.cause == .usage {
      throw wrong(error.description)
    } catch { throw wrong(error) }
  }
}

extension ScrollTrace {
  fileprivate func laid(out value: SweepValue) throws(SweepError) -> ScrollTrace {
    guard value.text != SweepAxis.own else { return self }
    let layout: Layout
    do { layout = try Layout(parsing: value.text) } catch { throw value.wrong(error) }
    do { return try laidOut(as: layout) } catch {
      throw value.wrong("'\(header.title)' does not fit on \(layout): \(error)")
    }
  }
}

extension SweepError {
  init(_ error: TraceError) {
    switch error.cause {
    case .noInput: self.init(.noInput, "\(error)")
    case .badData: self.init(.badData, "\(error)")
    case .inputOutput: self.init(.inputOutput, "\(error)")
    }
  }
}

/// The policies of a grid.
///
/// The value `own` means the policy of the library that each loader models.
struct PolicyAxis {
  private enum Part {
    case own(SweepValue)
    case named([Choice<PolicyDescriptor>])
  }

  private var parts: [Part] = []

  /// Resolves the values.
  /// - Throws: `SweepError` for a policy that does not exist, does not fit or must know the future.
  init(
    _ values: [SweepValue], _ catalogs: SweepCatalogs, _ expansion: inout SettingExpansion
  ) throws(SweepError) {
    for value in values {
      guard value.text != SweepAxis.own else {
        parts.append(.own(value))
        continue
      }
      let choices = try expansion.choices(
        [value], from: catalogs.policies, typed: catalogs.typedPolicies)
      guard !choices.contains(where: { $0.entry.facts.needsFuture }) else {
        throw value.wrong("'\(value.text)' needs to know the future, which no run does")
      }
      guard choices.allSatisfy({ $0.entry.mayBeStored($0.settings) }) else {
        throw value.wrong(
          "'\(value.text)' states no version, but a sweep stores its results; "
            + "expected policyVersion in its first answer")
      }
      parts.append(.named(choices))
    }
  }

  /// The policies for a loader, in order.
  func policies(
    of loader: LoaderDescriptor, _ catalogs: SweepCatalogs, _ expansion: inout SettingExpansion
  ) throws(SweepError) -> [Choice<PolicyDescriptor>] {
    var policies: [Choice<PolicyDescriptor>] = []
    for part in parts {
      switch part {
      case .named(let choices): policies += choices
      case .own(let value):
        let named = SweepValue(
          loader.ownPolicy, place: value.place, isFromFile: value.isFromFile)
        policies += try expansion.choices(
          [named], from: catalogs.policies, typed: catalogs.typedPolicies, isTyped: false)
      }
    }
    return policies
  }
}

/// A builder that turns names into choices, one for every combination of the settings that a grid
/// has for them.
struct SettingExpansion {
  /// The maximum number of choices from the settings of one list.
  private static let limit = 100_000

  private let axes: [SweepGrid.SettingAxis]
  private var used: Set<String> = []
  /// The errors of choices that share the name of an axis's owner but lack its setting.
  private var unknown: [String: SettingError] = [:]

  init(_ axes: [SweepGrid.SettingAxis]) { self.axes = axes }

  /// Returns every value with every combination of settings that its owner has an axis for.
  /// - Parameters:
  ///   - values: The values as written.
  ///   - catalog: The catalog for values and settings of a file.
  ///   - typedCatalog: The catalog for a value that was typed as an option, with typed settings;
  ///     the same as `catalog` if `nil`.
  ///   - isTyped: `true` if a value must not set a setting that an axis sets as well.
  /// - Returns: the choices, the last setting changing fastest.
  /// - Throws: `SweepError` for a name or a setting that does not exist or does not fit.
  mutating func choices<Entry: CatalogEntry>(
    _ values: [SweepValue], from catalog: Catalog<Entry>, typed typedCatalog: Catalog<Entry>? = nil,
    isTyped: Bool = true
  ) throws(SweepError) -> [Choice<Entry>] {
    var choices: [Choice<Entry>] = []
    for value in values {
      var source = value.isFromFile ? catalog : typedCatalog ?? catalog
      let typed: Choice<Entry>
      do { typed = try source.choose(value.text) } catch { throw value.wrong(error) }
      var variants = [typed]
      var added: [[(name: String, value: String)]] = [[]]
      // A policy and a loader may share their name: the setting shows which is meant.
      let names = typed.entry.settings.map(\.name)
      for axis in axes where NameMatch.find(axis.owner, in: [typed.entry.name]) != nil {
        guard let name = NameMatch.find(axis.setting, in: names) else {
          unknown[axis.name] = .unknownSetting(
            axis.setting, owner: typed.entry.name, known: names)
          continue
        }
        guard !isTyped || !typed.given.contains(name) else {
          throw value.wrong(
            "'\(value.text)' and the axis '\(axis.name)' both set '\(axis.setting)'; "
              + "expected one of the two")
        }
        used.insert(axis.name)
        if axis.values.contains(where: \.isFromFile) { source = catalog }
        variants = []
        var longer: [[(name: String, value: String)]] = []
        for earlier in added {
          for setting in axis.values {
            guard choices.count + longer.count < Self.limit else {
              throw setting.wrong(
                "the settings make more than \(Self.limit) variants; expected fewer")
            }
            longer.append(earlier + [(name, setting.text)])
            do {
              variants.append(try source.choose(value.text, adding: longer[longer.count - 1]))
            } catch { throw setting.wrong(error) }
          }
        }
        added = longer
      }
      choices += variants
    }
    return choices
  }

  /// Throws an error for an axis whose setting no choice has used.
  func checkUsed(_ axes: [SweepGrid.SettingAxis]) throws(SweepError) {
    guard let idle = axes.first(where: { !used.contains($0.name) && !$0.mayBeIdle }),
      let value = idle.values.first
    else { return }
    if let unknown = unknown[idle.name] { throw value.wrong(unknown) }
    throw value.wrong(
      "'\(idle.name)' has no effect, because the sweep does not use '\(idle.owner)'; "
        + "expected the name of a policy, loader or prefetcher of this sweep")
  }
}
