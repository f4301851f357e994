/// The levels of every axis of a report.
struct EffectLevels {
  private(set) var axes: [EffectAxis] = []
  private var ofScene: [[Int]?] = []
  private let ofPolicy: [[Int]?]
  private let report: SweepReport
  private let budgets: [String: Int]

  /// - Parameters:
  ///   - report: whose runs.
  ///   - owner: the only loader, prefetcher or policy whose runs count, by its name, and whose
  ///     settings are axes; nil for all.
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
    ofPolicy = policies.places
    ofScene = scenes.indices.map { scene in
      guard let loader = loaders.places[scene], let prefetcher = prefetchers.places[scene] else {
        return nil
      }
      return loader + prefetcher
        + [traces, layouts, devices, networks].map { $0.places[scene] }
    }
    axes =
      loaders.axes + prefetchers.axes
      + [
        EffectAxis(.trace, levels: traces.levels), EffectAxis(.layout, levels: layouts.levels),
        EffectAxis(.device, levels: devices.levels), EffectAxis(.network, levels: networks.levels),
      ] + policies.axes
      + [EffectAxis(.budget, levels: labels)]
  }

  /// The level of each axis, once for each budget that a run was asked for as; none for one that
  /// does not count.
  func levels(at place: SweepReport.Place) -> [[Int]] {
    guard let scene = ofScene[place.scene], let policy = ofPolicy[place.policy] else { return [] }
    return report.budgetLabels(at: place).compactMap { budgets[$0] }.map { scene + policy + [$0] }
  }

  /// Traces of one file name go by their paths.
  private static func traceNames(_ scenes: [ScenarioRecord]) -> [String] {
    let isAmbiguous = Set(scenes.map(\.trace.name)).count < Set(scenes.map(\.trace.path)).count
    return scenes.map { isAmbiguous ? $0.trace.path : $0.trace.name }
  }
}
