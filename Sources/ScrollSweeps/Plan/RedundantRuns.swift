import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The requested values of a plan, other than seeds, that make no difference, so that their runs
/// are made once.
package struct RedundantRuns: Sendable, Equatable {
  /// The networks that change nothing, because no image is downloaded.
  ///
  /// The runs use the first of them.
  package private(set) var networks: [String] = []
  /// The values that are equivalent to others.
  package private(set) var merged: [MergedValues] = []
  /// The policies that ignore the budget, if there are several budgets.
  ///
  /// Their runs with different budgets differ only in the time over the budget.
  package private(set) var unbounded: [String] = []

  mutating func add(_ axes: ResolvedAxes, idleNetworks: Bool) {
    if idleNetworks {
      for network in axes.networks where !networks.contains(network.name) {
        networks.append(network.name)
      }
    }
    for group in axes.merged where !merged.contains(group) { merged.append(group) }
    guard axes.budgets.count > 1 else { return }
    for policy in axes.loadings.flatMap(\.policies)
    where policy.entry.facts.limits == .ignored && !unbounded.contains(policy.label) {
      unbounded.append(policy.label)
    }
  }
}

/// Values of an axis that are equivalent, so that their runs are made once.
package struct MergedValues: Sendable, Equatable {
  let axis: SweepAxis
  /// The names as given; a value that is given several times is listed as often.
  package let names: [String]
  /// The device on which they are equivalent; `nil` for all devices.
  let device: String?

  /// A clause such as `policy lru is there 2 times` or `budget 15% and 20% are the same on
  /// iphone-8`.
  package var clause: String {
    let different = Set(names)
    guard different.count > 1 else {
      return "\(axis) \(names[0]) is there \(names.count) times"
    }
    return "\(axis) \(Phrase.list(names)) are the same" + (device.map { " on \($0)" } ?? "")
  }

  /// Returns the groups of several values with one key, in the order of their first values.
  static func groups(
    on axis: SweepAxis, device: String? = nil, _ values: [(key: String, name: String)]
  ) -> [MergedValues] {
    var (order, names): ([String], [String: [String]]) = ([], [:])
    for value in values {
      if names[value.key] == nil { order.append(value.key) }
      names[value.key, default: []].append(value.name)
    }
    return order.compactMap { names[$0] }.filter { $0.count > 1 }
      .map { MergedValues(axis: axis, names: $0, device: device) }
  }
}

extension ResolvedAxes {
  /// All values that are equivalent to others.
  var merged: [MergedValues] {
    let caches = loadings.first { $0.hasCache }
    let policies = caches?.policies.map { ($0.canonical, $0.label) } ?? []
    let profiles: [MergedValues] =
      MergedValues.groups(
        on: .device, devices.map { ("\(ProfileRecord($0).digest)", $0.name) })
      + MergedValues.groups(
        on: .network, networks.map { ("\(ProfileRecord($0).digest)", $0.name) })
    let loaders = MergedValues.groups(
      on: .loader,
      loadings.map {
        (
          "\($0.loader.canonical) \($0.prefetcher.canonical)",
          "\($0.loader.label) with \($0.prefetcher.label)"
        )
      })
    let seeds = MergedValues.groups(on: .seed, seeds.map { ("\($0)", "\($0)") })
    return mergedTraces + profiles + loaders + MergedValues.groups(on: .policy, policies)
      + mergedBudgets + seeds
  }

  private var mergedTraces: [MergedValues] {
    let scenes = traces.map { (key: "\($0.record.digest) \($0.layout)", trace: $0) }
    let count = max(1, layoutNames.count)
    let starts = stride(from: 0, to: scenes.count, by: count)
    var merged = MergedValues.groups(
      on: .trace, starts.map { (scenes[$0].key, scenes[$0].trace.record.path) })
    for start in starts {
      let layouts = scenes[start..<min(start + count, scenes.count)]
      for group in MergedValues.groups(on: .layout, Array(zip(layouts.map(\.key), layoutNames)))
      where !merged.contains(group) {
        merged.append(group)
      }
    }
    return merged
  }

  private var mergedBudgets: [MergedValues] {
    guard let loading = loadings.first(where: \.hasCache) else { return [] }
    return devices.flatMap { device in
      let own = loading.loader.entry.ownBudget(on: device)
      return MergedValues.groups(
        on: .budget, device: devices.count > 1 ? device.name : nil,
        budgets.map { ($0.entry.budget(own: own, on: device).budgetText, $0.entry.text) })
    }
  }
}
