import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The effects on stall time; `nil` if the runs with every combination of levels vary nothing.
  package var effects: SweepEffects? {
    let axes = EffectLevels(self)
    let points = points(axes)
    return EffectGrid(axes: axes.axes, points: points).map {
      SweepEffects(
        $0, materiality, beside: max(0, runCount - points.reduce(0) { $0 + $1.runs }),
        settings: settingEffects, sessions: sessionEffect, unranked: unranked)
    }
  }

  /// The policies that are named neither best nor worst, with the reasons.
  private var unranked: [String: String] {
    let found = ranking().filter { $0.isTooSmall || !$0.keepsBudget }
    return Dictionary(found.map { ($0.name, $0.objection) }, uniquingKeysWith: { one, _ in one })
  }

  /// The spread between sessions, each represented by the mean of its runs; `nil` if no scenario
  /// has several sessions.
  ///
  /// The share refers to the variance between all combinations of a session with a device, a
  /// network and the other conditions.
  /// - Complexity: O(runs).
  private var sessionEffect: AxisEffect? {
    guard sessions.count > Set(scenes.map(\.trace.path)).count else { return nil }
    var runs: [Int: Spread] = [:], pairs: [Int: Spread] = [:]
    for (place, cell) in places() where cell.deaths == 0 {
      for draw in cell.draws {
        runs[draw.session, default: Spread()].add(draw.stalls)
        pairs[draw.session * scenes.count + place.scene, default: Spread()].add(draw.stalls)
      }
    }
    func means(_ spreads: [Int: Spread]) -> [Double] {
      spreads.sorted { $0.key < $1.key }.map(\.value.mean)
    }
    func variance(_ means: [Double]) -> Double {
      var spread = Spread()
      for mean in means { spread.add(mean) }
      return spread.deviation * spread.deviation
    }
    let stalls = means(runs)
    let whole = variance(means(pairs))
    return AxisEffect(
      EffectAxis(.session, levels: runs.keys.sorted().map { sessions[$0].name }), stalls: stalls,
      weighed: stalls, variance: whole > 0 ? min(1, variance(stalls) / whole) : nil,
      least: leastSeconds(on: Array(scenes.indices)), materiality)
  }

  /// The effects of settings that only one of several loaders, prefetchers or policies has, over
  /// the runs that use it.
  private var settingEffects: [AxisEffect] {
    [EffectAxis.Kind.loader, .prefetcher, .policy].flatMap { kind in
      Self.owners(effectValues(kind)).flatMap { owner -> [AxisEffect] in
        let axes = EffectLevels(self, only: (kind, owner))
        let grid = EffectGrid(axes: axes.axes, points: points(axes))
        let effects = grid.map { SweepEffects($0, materiality) }
        return effects?.levers.filter { $0.axis.owner == owner } ?? []
      }
    }
  }

  /// Returns the names that occur with several different settings; empty if all values have the
  /// same name.
  private static func owners(_ values: [String]) -> [String] {
    let names = values.map { SettingColumns.name(of: $0) }
    guard Set(names).count > 1 else { return [] }
    var known: Set<String> = []
    return names.filter { name in
      known.insert(name).inserted
        && Set(values.filter { SettingColumns.name(of: $0) == name }).count > 1
    }
  }

  /// Returns the loader or prefetcher of each scenario, or every policy.
  func effectValues(_ kind: EffectAxis.Kind) -> [String] {
    switch kind {
    case .loader: scenes.map(\.loader)
    case .prefetcher: scenes.map(\.prefetcher)
    case .policy: policies
    case .budget, .trace, .layout, .device, .network, .start, .session: []
    }
  }

  private func points(_ axes: EffectLevels) -> [EffectGrid.Point] {
    places().flatMap { place, cell -> [EffectGrid.Point] in
      // A run that ends early stalls no more.
      guard cell.deaths == 0 else { return [] }
      return axes.levels(at: place).map { levels in
        EffectGrid.Point(
          levels: levels, stalls: cell[.stall].mean,
          leastSeconds: leastSeconds(in: place.scene, cell), runs: cell.runs)
      }
    }
  }
}

/// The levels of every axis of a report.
final class EffectLevels {
  private(set) var axes: [EffectAxis] = []
  private var ofScene: [[Int]?] = []
  private let ofPolicy: [[Int]?]
  private let report: SweepReport
  private let budgets: [String: Int]

  /// Creates the levels.
  /// - Parameters:
  ///   - report: the report whose runs count.
  ///   - owner: the only loader, prefetcher or policy whose runs count and whose settings are axes,
  ///     by its name; `nil` for all.
  init(_ report: SweepReport, only owner: (kind: EffectAxis.Kind, name: String)? = nil) {
    self.report = report
    let scenes = report.scenes
    let names = Self.traceNames(scenes)
    func columns(_ kind: EffectAxis.Kind) -> SettingColumns {
      SettingColumns(
        kind, report.effectValues(kind), only: owner?.kind == kind ? owner?.name : nil)
    }
    let (loaders, prefetchers, policies) =
      (columns(.loader), columns(.prefetcher), columns(.policy))
    let labels = report.budgetLabels
    budgets = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    let traces = LevelColumn(names), layouts = LevelColumn(scenes.map(\.layout))
    let devices = LevelColumn(scenes.map(\.device.name))
    let networks = LevelColumn(scenes.map(\.network.name))
    let starts = LevelColumn(scenes.map(\.start))
    ofPolicy = policies.places
    ofScene = scenes.indices.map { scene in
      guard let loader = loaders.places[scene], let prefetcher = prefetchers.places[scene] else {
        return nil
      }
      return loader + prefetcher
        + [traces, layouts, devices, networks, starts].map { $0.places[scene] }
    }
    axes =
      loaders.axes + prefetchers.axes
      + [
        EffectAxis(.trace, levels: traces.levels), EffectAxis(.layout, levels: layouts.levels),
        EffectAxis(.device, levels: devices.levels), EffectAxis(.network, levels: networks.levels),
        EffectAxis(.start, levels: starts.levels),
      ] + policies.axes
      + [EffectAxis(.budget, levels: labels)]
  }

  /// Returns the levels of all axes at a place, once for each text by which its budget was
  /// requested; empty for a place that does not count.
  func levels(at place: SweepReport.Place) -> [[Int]] {
    guard let scene = ofScene[place.scene], let policy = ofPolicy[place.policy] else { return [] }
    return report.budgetLabels(at: place).compactMap { budgets[$0] }.map { scene + policy + [$0] }
  }

  /// Returns the names of traces; traces with the same file name have their paths.
  private static func traceNames(_ scenes: [ScenarioRecord]) -> [String] {
    let isAmbiguous = Set(scenes.map(\.trace.name)).count < Set(scenes.map(\.trace.path)).count
    return scenes.map { isAmbiguous ? $0.trace.path : $0.trace.name }
  }
}

/// The columns of a loader, prefetcher or policy: one axis, or one for each setting if only
/// settings differ.
struct SettingColumns {
  private(set) var axes: [EffectAxis]
  /// The levels of all axes for each value; `nil` for a value that does not count.
  private(set) var places: [[Int]?]

  /// Creates the columns.
  /// - Parameters:
  ///   - kind: the kind of the values.
  ///   - all: the values as they were requested, like `ring:ahead=2`.
  ///   - owner: the only value that counts, by its name; `nil` for all.
  init(_ kind: EffectAxis.Kind, _ all: [String], only owner: String? = nil) {
    let counts = all.map { owner == nil || Self.name(of: $0) == owner }
    let values = zip(all, counts).filter(\.1).map(\.0)
    let settings = values.map(Self.settings)
    let varied = Set(settings.flatMap(\.keys)).sorted().filter { key in
      Set(settings.map { $0[key] }).count > 1
    }
    var found: [[Int]]
    if Set(values.map(Self.name)).count == 1, varied.count > (owner == nil ? 1 : 0) {
      let columns = varied.map { key in LevelColumn(settings.map { $0[key] ?? "as it is" }) }
      axes = zip(varied, columns).map {
        EffectAxis(kind, setting: $0, of: owner, levels: $1.levels)
      }
      found = values.indices.map { value in columns.map { $0.places[value] } }
    } else {
      let short = ShortSettings(values)
      let column = LevelColumn(values.map { short.text($0) })
      axes = [EffectAxis(kind, levels: column.levels)]
      found = column.places.map { [$0] }
    }
    found.reverse()
    places = counts.map { $0 ? found.removeLast() : nil }
  }

  /// Returns the name in a value: `ring` of `ring:ahead=2`.
  static func name(of value: String) -> String {
    value.split(separator: ":", maxSplits: 1).first.map(String.init) ?? value
  }

  /// Returns the settings in a value: `ahead` and `2` of `ring:ahead=2`.
  private static func settings(of value: String) -> [String: String] {
    Dictionary(
      value.split(separator: ":").dropFirst().map { setting in
        let pair = setting.split(separator: "=", maxSplits: 1).map(String.init)
        return (pair[0], pair.count > 1 ? pair[1] : "")
      }, uniquingKeysWith: { $1 })
  }
}

/// The different values of a column, and the index of each value among them.
struct LevelColumn {
  private(set) var levels: [String] = []
  private(set) var places: [Int] = []

  init(_ values: [String]) {
    var known: [String: Int] = [:]
    for value in values {
      let place = known[value] ?? levels.count
      if place == levels.count {
        levels.append(value)
        known[value] = place
      }
      places.append(place)
    }
  }
}

/// An axis of a sweep.
package struct EffectAxis: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case loader, prefetcher, policy, budget
    case trace, layout, device, network, start, session

    /// A Boolean value that indicates whether the app's developer chooses the level; otherwise it
    /// is a condition.
    var isLever: Bool {
      switch self {
      case .loader, .prefetcher, .policy, .budget: true
      case .trace, .layout, .device, .network, .start, .session: false
      }
    }
  }

  package let kind: Kind
  /// The setting of the loader, prefetcher or policy, if only that is varied; otherwise `nil`.
  let setting: String?
  /// The owner of the setting, if other loaders, prefetchers or policies lack it; otherwise `nil`.
  let owner: String?
  /// The levels, in the order in which they first appear; budgets ascend.
  package internal(set) var levels: [String]
  /// The kinds of axes that always change together with this one, so that no separate effect is
  /// known.
  package var companions: [Kind] = []

  package init(
    _ kind: Kind, setting: String? = nil, of owner: String? = nil, levels: [String]
  ) {
    self.kind = kind
    self.setting = setting
    self.owner = owner
    self.levels = levels
  }

  /// The name with companions: `budget`, `loader lanes`, `ring ahead`, `device with network`.
  package var name: String {
    companions.isEmpty
      ? alone : alone + " with " + companions.map(\.rawValue).joined(separator: ", ")
  }

  /// The name without companions.
  var alone: String { setting.map { "\(owner ?? kind.rawValue) \($0)" } ?? kind.rawValue }
}

extension SweepReport {
  /// The effects on stall time: one picture of all axes, then each axis by its levels.
  ///
  /// `nil` if nothing was varied.
  var effectsExhibit: Exhibit? {
    guard let effects else { return nil }
    let all = effects.levers + effects.settings + effects.conditions
    guard !all.isEmpty else { return nil }
    return Exhibit(
      "effects", "What affects stall time",
      notes: [
        "An axis is a setting of the app, or a condition outside its control. Its effect is the mean "
          + "stall at its worst value minus the mean stall at its best, among the values tried. "
          + "Seconds are means over all runs. For settings, percentages compare stalls relative to "
          + "the mean of their scenario (trace, device and network), so that all scenarios have equal "
          + "weight. The variance column is the share of the variance that an axis explains alone. "
          + "For settings it is the variance of relative stalls, for conditions that of scenario means, "
          + "and for the session that of all pairs of session and scenario. The method is functional "
          + "analysis of variance "
          + "(Hutter and others, ICML 2014)."
          + (effects.calmScenes > 0
            ? " In \(effects.calmScenes) of \(Phrase.count(effects.scenes, "scenario")) the stall "
              + "is too short to see; effects of settings leave them out." : "")
      ] + effects.conflicts.map(\.sentence),
      pictures: [effectsPicture(effects)] + all.map { levelsPicture($0) }
        + effects.toldConflicts.enumerated().compactMap { conflictPicture($1, number: $0 + 1) },
      table: pairsTable(effects))
  }

  /// Returns a chart with a bar for each axis.
  func effectsPicture(_ effects: SweepEffects) -> Exhibit.Picture {
    let all = effects.levers + effects.settings + effects.conditions
    func seconds(_ value: Double) -> String { NumberText.fixed(value, decimals: 3) }
    let table = Table(
      [
        Column(.left("axis").keeping(.key)) { $0.axis.name },
        Column(.left("who chooses")) { Self.chooser(of: $0.axis) },
        Column(.left("best")) { $0.share > 0 ? $0.best.name : "-" },
        Column(.left("worst")) { $0.share > 0 ? $0.worst.name : "-" },
        Column(.right("best s")) { seconds($0.best.stalls) },
        Column(.right("worst s")) { seconds($0.worst.stalls) },
        Column(.right("effect s").keeping(.key)) {
          $0.share > 0 && abs($0.seconds) >= 0.0005 ? seconds($0.seconds) : "-"
        },
        Column(.right("effect %").keeping(.key)) { $0.share > 0 ? Self.percent($0.share) : "-" },
        Column(.right("variance % (same chooser)")) { $0.variance.map(Self.percent) ?? "-" },
        Column(.left("matters")) { $0.matters ? "yes" : "no" },
      ], of: all + [effects.sessions].compactMap { $0 })
    let bars = EffectBars(
      id: "effect-bars", title: "Effect on stalls, percent of the worst level",
      summary: effects.sentences.first?.visible ?? "",
      bars: all.map { effect in
        EffectBars.Bar(
          name: effect.axis.name, group: effect.axis.kind.isLever ? .lever : .condition,
          value: effect.share, text: effect.amount)
      })
    return Exhibit.Picture(drawing: bars.drawing, table: table, marks: all.count)
  }

  /// Returns a share as a whole number of percent; `<1` for a smaller share above 0.
  private static func percent(_ share: Double) -> String {
    share > 0 && share < 0.01 ? "<1" : NumberText.fixed(share * 100, decimals: 0)
  }

  /// Returns who sets the levels of an axis: the app or its users.
  private static func chooser(of axis: EffectAxis) -> String {
    let kinds = [axis.kind] + axis.companions
    if kinds.allSatisfy(\.isLever) { return "the app" }
    return kinds.contains(where: \.isLever) ? "both" : "its users"
  }

  /// Returns a chart with a bar for each level of an axis.
  private func levelsPicture(_ effect: AxisEffect) -> Exhibit.Picture {
    var table = Table([.left(effect.axis.name), .right("stalls s")])
    for level in effect.levels {
      table.append([level.name, NumberText.fixed(level.stalls, decimals: 3)])
    }
    let chart = BarChart(
      id: "effect-"
        + effect.axis.name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-"),
      title: "Stall time by \(effect.axis.name)", summary: effect.sentence.visible,
      axis: .fromZero("stalls, s", covering: effect.levels.map(\.stalls)),
      bars: zip(effect.levels, ChartNames.fitting(effect.levels.map(\.name))).map { level, name in
        BarChart.Bar(
          name: name, style: nil, value: level.stalls, text: SecondsText.of(level.stalls))
      })
    return Exhibit.Picture(drawing: chart.drawing, table: table)
  }

  /// The interactions of two axes; `nil` if each explains less than a hundredth of the variance.
  private func pairsTable(_ effects: SweepEffects) -> Table? {
    let told = effects.pairs.filter { $0.variance >= 0.01 }
    guard !told.isEmpty else { return nil }
    var table = Table([.left("axis"), .left("with"), .right("variance % only together")])
    for pair in told {
      table.append([
        pair.first.name, pair.second.name, Self.percent(pair.variance),
      ])
    }
    return table
  }
}

extension SweepReport {
  /// The largest numbers of rows and columns that fit a picture.
  private static let (mostRows, mostColumns) = (16, 8)

  /// Returns a picture of two settings: a row for each value of the first, and a column for each
  /// value of the second, on which the best value of the first depends.
  ///
  /// - Parameters:
  ///   - conflict: the conflict of the two axes.
  ///   - number: the number of the picture, from 1.
  /// - Returns: a picture with the best of each column in bold; `nil` if there are too many levels.
  func conflictPicture(_ conflict: LevelConflict, number: Int) -> Exhibit.Picture? {
    let (rows, columns) = (conflict.lever.levels, conflict.other.levels)
    guard rows.count <= Self.mostRows, columns.count <= Self.mostColumns else { return nil }
    let best = conflict.means.map { $0.min() ?? 0 }
    let place =
      conflict.condition.map { ", with \($0.alone) \(conflict.conditionLevel ?? "")" } ?? ""
    let grid = BarGrid(
      id: "conflict-\(number)",
      title: "Stalls by \(conflict.lever.alone) and \(conflict.other.alone)\(place), seconds per "
        + "session; the best for each \(conflict.other.alone) in bold",
      summary: conflict.sentence.visible, rows: ChartNames.fitting(rows), columns: columns,
      cells: rows.indices.map { row in
        columns.indices.map { column in
          let stalls = conflict.means[column][row]
          return BarGrid.Cell(
            value: stalls, text: SecondsText.of(stalls), isStrong: stalls == best[column])
        }
      })
    var table = Table([.left(conflict.lever.name)] + columns.map { .right("\($0) s") })
    for (row, name) in rows.enumerated() {
      table.append([name] + conflict.means.map { NumberText.fixed($0[row], decimals: 3) })
    }
    return Exhibit.Picture(drawing: grid.drawing, table: table)
  }
}
