import ScrollCaching
import ScrollCore
package import ScrollSimulation

/// What a search over loader, prefetcher, policy and budget together is asked for.
package struct JointQuestion: Sendable {
  /// What may be chosen, and on what it is tried.
  package var spec: SweepSpec
  /// Further settings that may be chosen, with their values.
  package var space: [SweepGrid.SettingAxis]
  /// What has to be kept with every trace and seed; may be empty.
  package var limits: [Limit]
  /// What the user has now, as one combination; nil if not given.
  package var baseline: SweepGrid?
  /// What the front compares.
  package var figures: [Figure]
  package var materiality: Materiality
  /// How many combinations may be tried for each device and network.
  package var most: Int

  /// What the front compares unless it is told.
  package static let usualFigures: [Figure] = [.stall, .footprintPeak]
  /// How many combinations are tried at most unless it is told.
  package static let usualMost = 500
  /// The budgets to choose from where none are named.
  package static let usualBudgets = "8MiB..512MiB:x2"

  package init(
    _ spec: SweepSpec, space: [SweepGrid.SettingAxis] = [], limits: [Limit] = [],
    baseline: SweepGrid? = nil, figures: [Figure] = usualFigures,
    materiality: Materiality = .standard, most: Int = usualMost
  ) {
    self.spec = spec
    self.space = space
    self.limits = limits
    self.baseline = baseline
    self.figures = figures
    self.materiality = materiality
    self.most = most
  }

  /// The sweep over everything that may be chosen, its ranges written out.
  /// - Throws: `SweepError` for a range that is none, or of a setting that is none.
  func spec(_ catalogs: SweepCatalogs) throws(SweepError) -> SweepSpec {
    var asked = spec
    asked.title = asked.title.isEmpty ? "tune" : "tune: \(asked.title)"
    func write<Entry>(_ ranges: ChoiceRanges<Entry>, on axis: SweepAxis) throws(SweepError) {
      if let values = asked.base.axes[axis] { asked.base.axes[axis] = try ranges.values(values) }
    }
    try write(ChoiceRanges(catalogs.loaders, varying: .none) { _ in true }, on: .loader)
    try write(
      ChoiceRanges(catalogs.prefetchers, varying: .oneSetting) { !$0.facts.seesFuture },
      on: .prefetch)
    try write(
      ChoiceRanges(catalogs.policies, varying: .oneSetting) { !$0.facts.needsFuture }, on: .policy)
    for axis in space { asked.base.settings.append(try written(axis, asked, catalogs)) }
    if !asked.namesBudgets {
      asked.base.axes[.budget] = [SweepValue(Self.usualBudgets, place: "the default")]
    }
    return asked
  }

  /// Settings to choose from with their ranges written out.
  private func written(
    _ axis: SweepGrid.SettingAxis, _ asked: SweepSpec, _ catalogs: SweepCatalogs
  ) throws(SweepError) -> SweepGrid.SettingAxis {
    try catalogs.check(axis)
    guard let first = axis.values.first else { return axis }
    guard !asked.base.settings.contains(where: { $0.name == axis.name }) else {
      throw first.wrong("'\(axis.name)' is set elsewhere, too; expected it once")
    }
    // A policy and a loader may share their name: the setting says which is meant.
    let owners: [[Setting]?] = [
      catalogs.policies.entries.first { $0.name == axis.owner }?.settings,
      catalogs.loaders.entries.first { $0.name == axis.owner }?.settings,
      catalogs.prefetchers.entries.first { $0.name == axis.owner }?.settings,
    ]
    var written = axis
    if let setting = owners.compactMap({ $0 }).joined().first(where: { $0.name == axis.setting }) {
      written.values = try SettingRange(axis.values, of: setting).values
    }
    return written
  }
}
