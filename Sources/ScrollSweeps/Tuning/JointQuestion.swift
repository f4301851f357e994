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

/// The names on an axis of a search, written out: `ring:ahead=0.5..4` as one for every value, and
/// `any` as everything that there is to choose from, but for what is an expression.
struct ChoiceRanges<Entry: CatalogEntry> {
  /// What `any` stands for besides each entry as it is.
  enum Variation {
    /// Nothing.
    case none
    /// Each of its settings, one at a time, with the values that the catalog suggests.
    case oneSetting
  }

  private let catalog: Catalog<Entry>
  private let variation: Variation
  private let isOffered: (Entry) -> Bool

  /// - Parameters:
  ///   - catalog: what there is.
  ///   - variation: of the settings of what `any` stands for.
  ///   - isOffered: whether `any` stands for an entry, too.
  init(
    _ catalog: Catalog<Entry>, varying variation: Variation, isOffered: @escaping (Entry) -> Bool
  ) {
    self.catalog = catalog
    self.variation = variation
    self.isOffered = isOffered
  }

  /// The values written out; what is the same stays once.
  /// - Throws: `SweepError` for a range that is none, of a setting that is none.
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

  /// A text for every combination of the values in the ranges of its settings.
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

  /// What stands between the colons, but for that between a range and its step.
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
  /// Whether text in a language of its own follows its name.
  fileprivate var hasExpression: Bool {
    settings.contains { if case .expression = $0.domain { true } else { false } }
  }
}
