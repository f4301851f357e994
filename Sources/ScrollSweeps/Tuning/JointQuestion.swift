import ScrollCaching
import ScrollCore
package import ScrollSimulation

/// The question of a joint search over loader, prefetcher, policy and budget.
package struct JointQuestion: Sendable {
  /// The choices, and the traces, devices and networks to try them on.
  var spec: SweepSpec
  /// Further settings to choose from, with their values.
  var space: [SweepGrid.SettingAxis]
  /// The limits that must hold with every trace and seed; may be empty.
  package var limits: [Limit]
  /// The user's current combination; `nil` if none is given.
  package var baseline: SweepGrid?
  /// The figures that the front compares.
  package var figures: [Figure]
  package var materiality: Materiality
  /// The largest number of combinations to try for each device and network.
  package var most: Int

  /// The figures that the front compares by default.
  package static let usualFigures: [Figure] = [.stall, .footprintPeak]
  /// The default for the largest number of combinations to try.
  static let usualMost = 500
  /// The budgets to choose from if the question names none.
  static let usualBudgets = "8MiB..512MiB:x2"

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

  /// Returns the sweep over all choices, with their ranges expanded.
  /// - Throws: `SweepError` for a malformed range, or a range of an unknown setting.
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

  /// Returns a setting to choose from, with its ranges expanded.
  private func written(
    _ axis: SweepGrid.SettingAxis, _ asked: SweepSpec, _ catalogs: SweepCatalogs
  ) throws(SweepError) -> SweepGrid.SettingAxis {
    try catalogs.check(axis)
    guard let first = axis.values.first else { return axis }
    guard !asked.base.settings.contains(where: { $0.name == axis.name }) else {
      throw first.wrong("'\(axis.name)' is also set elsewhere; expected it once")
    }
    // A policy and a loader may share a name; the setting tells them apart.
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

/// The expansion of the names on an axis of a search.
///
/// `ring:ahead=0.5..4` expands to one name for every value. `any` expands to everything that there
/// is to choose from, except expressions.
struct ChoiceRanges<Entry: CatalogEntry> {
  /// The variations that `any` adds to each entry with its default settings.
  enum Variation {
    /// No variation.
    case none
    /// Each setting, one at a time, with the values that the catalog suggests.
    case oneSetting
  }

  private let catalog: Catalog<Entry>
  private let variation: Variation
  private let isOffered: (Entry) -> Bool

  /// Creates an expansion.
  /// - Parameters:
  ///   - catalog: the entries to choose from.
  ///   - variation: the variations of each entry that `any` adds.
  ///   - isOffered: whether `any` includes an entry.
  init(
    _ catalog: Catalog<Entry>, varying variation: Variation, isOffered: @escaping (Entry) -> Bool
  ) {
    self.catalog = catalog
    self.variation = variation
    self.isOffered = isOffered
  }

  /// Returns the expanded values without duplicates.
  /// - Throws: `SweepError` for a malformed range, or a range of an unknown setting.
  func values(_ asked: [SweepValue]) throws(SweepError) -> [SweepValue] {
    var values: [SweepValue] = []
    var known: Set<String> = []
    for value in asked {
      let texts = value.text == SettingRange.any ? everything : try ranged(value)
      for text in texts where known.insert(text).inserted {
        values.append(SweepValue(text, place: value.place, isFromFile: value.isFromFile))
      }
    }
    return values
  }

  private var everything: [String] {
    catalog.entries.filter { isOffered($0) && !$0.hasExpression }.flatMap { entry in
      let variants = entry.settings.flatMap { setting in
        setting.ladder.dropFirst().map { "\(entry.name):\(setting.name)=\($0)" }
      }
      return [entry.name] + (variation == .oneSetting ? variants : [])
    }
  }

  /// Returns a text for every combination of the values in the ranges of an entry's settings.
  private func ranged(_ value: SweepValue) throws(SweepError) -> [String] {
    let parts = Self.parts(of: value.text)
    let named = NameMatch.find(parts[0], in: catalog.entries.map { $0.name })
    guard let entry = catalog.entries.first(where: { $0.name == named }), !entry.hasExpression
    else { return [value.text] }
    var texts = [entry.name]
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      let settings = entry.settings.map(\.name)
      guard sides.count == 2, sides[1].contains("..") || sides[1] == SettingRange.any,
        let name = NameMatch.find(sides[0], in: settings),
        let setting = entry.settings.first(where: { $0.name == name })
      else {
        texts = texts.map { "\($0):\(part)" }
        continue
      }
      let range = SweepValue(sides[1], place: value.place, isFromFile: value.isFromFile)
      let tried = try SettingRange([range], of: setting).values
      guard texts.count * tried.count <= SettingRange.limit else {
        throw value.wrong(
          "'\(value.text)' has more than \(SettingRange.limit) combinations; expected fewer")
      }
      texts = texts.flatMap { text in tried.map { "\(text):\(name)=\($0.text)" } }
    }
    return texts
  }

  /// Returns the parts between the colons; a range and its step are one part.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false).map(String.init) {
      let isStep = part.first == "x" || part.first == "+"
      if isStep, !part.contains("="), let last = parts.last, last.contains("..") {
        parts[parts.count - 1] = "\(last):\(part)"
      } else {
        parts.append(part)
      }
    }
    return parts
  }
}

extension CatalogEntry {
  /// A Boolean value that indicates whether an expression follows the entry's name.
  fileprivate var hasExpression: Bool {
    settings.contains { if case .expression = $0.domain { true } else { false } }
  }
}
