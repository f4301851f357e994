import ScrollCore
import ScrollPages
import ScrollResults
import ScrollSimulation

extension SweepReport {
  /// What moves the stalls; nil if the sweep varies nothing of which all combinations were run.
  package var effects: SweepEffects? {
    let axes = EffectLevels(self)
    let points = places().compactMap { place, cell -> EffectGrid.Point? in
      // What was cut short did not stall less.
      guard cell.deaths == 0 else { return nil }
      return EffectGrid.Point(
        levels: axes.levels(at: place), stalls: cell.stalls.mean,
        leastSeconds: leastSeconds(in: place.scene, cell), runs: cell.runs)
    }
    let grid = EffectGrid(axes: axes.axes, points: points)
    return grid.map {
      SweepEffects($0, materiality, beside: runCount - points.reduce(0) { $0 + $1.runs })
    }
  }
}

/// The levels of every axis of a report.
private struct EffectLevels {
  private(set) var axes: [EffectAxis] = []
  private var ofScene: [[Int]] = []
  private let ofPolicy: [[Int]], ofBudget: [Int]

  init(_ report: SweepReport) {
    let scenes = report.scenes
    let names = Self.traceNames(scenes)
    let loaders = SettingColumns(.loader, scenes.map(\.loader))
    let prefetchers = SettingColumns(.prefetcher, scenes.map(\.prefetcher))
    let policies = SettingColumns(.policy, report.policies)
    let order = report.budgets.indices.sorted {
      (report.budgets[$0] ?? 0) < (report.budgets[$1] ?? 0)
    }
    let traces = LevelColumn(names), layouts = LevelColumn(scenes.map(\.layout))
    let devices = LevelColumn(scenes.map(\.device.name))
    let networks = LevelColumn(scenes.map(\.network.name))
    ofPolicy = policies.places
    ofBudget = report.budgets.indices.map { order.firstIndex(of: $0) ?? 0 }
    ofScene = scenes.indices.map { scene in
      loaders.places[scene] + prefetchers.places[scene]
        + [traces, layouts, devices, networks].map { $0.places[scene] }
    }
    axes =
      loaders.axes + prefetchers.axes
      + [
        EffectAxis(.trace, levels: traces.levels), EffectAxis(.layout, levels: layouts.levels),
        EffectAxis(.device, levels: devices.levels), EffectAxis(.network, levels: networks.levels),
      ] + policies.axes
      + [EffectAxis(.budget, levels: order.map { report.text(ofBudget: $0) })]
  }

  func levels(at place: SweepReport.Place) -> [Int] {
    ofScene[place.scene] + ofPolicy[place.policy] + [ofBudget[place.budget]]
  }

  /// Traces of one file name go by their paths.
  private static func traceNames(_ scenes: [ScenarioRecord]) -> [String] {
    let isAmbiguous = Set(scenes.map(\.trace.name)).count < Set(scenes.map(\.trace.path)).count
    return scenes.map { isAmbiguous ? $0.trace.path : $0.trace.name }
  }
}

/// Values, and the places of each among the different ones.
private struct LevelColumn {
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

/// A loader, prefetcher or policy: one axis, or one for each setting where only those differ.
private struct SettingColumns {
  private(set) var axes: [EffectAxis]
  /// For each value its levels of all axes.
  private(set) var places: [[Int]]

  init(_ kind: EffectAxis.Kind, _ values: [String]) {
    let parts = values.map { $0.split(separator: ":").map(String.init) }
    let settings = parts.map { part in
      Dictionary(
        part.dropFirst().map { setting in
          let pair = setting.split(separator: "=", maxSplits: 1).map(String.init)
          return (pair[0], pair.count > 1 ? pair[1] : "")
        }, uniquingKeysWith: { $1 })
    }
    let names = Set(parts.map(\.first))
    let varied = Set(settings.flatMap(\.keys)).sorted().filter { key in
      Set(settings.map { $0[key] }).count > 1
    }
    guard names.count == 1, varied.count > 1 else {
      let short = ShortSettings(values)
      let column = LevelColumn(values.map { short.text($0) })
      axes = [EffectAxis(kind, levels: column.levels)]
      places = column.places.map { [$0] }
      return
    }
    let columns = varied.map { key in LevelColumn(settings.map { $0[key] ?? "as it is" }) }
    axes = zip(varied, columns).map { EffectAxis(kind, setting: $0, levels: $1.levels) }
    places = values.indices.map { value in columns.map { $0.places[value] } }
  }
}
