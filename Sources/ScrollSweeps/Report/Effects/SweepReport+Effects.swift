import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// What moves the stalls; nil if the sweep varies nothing of which all combinations were run.
  package var effects: SweepEffects? {
    let axes = EffectLevels(self)
    let points = points(axes)
    return EffectGrid(axes: axes.axes, points: points).map {
      SweepEffects(
        $0, materiality, beside: max(0, runCount - points.reduce(0) { $0 + $1.runs }),
        settings: settingEffects)
    }
  }

  /// The effects of settings that only one of several loaders, prefetchers or policies has, each
  /// over the runs with that one.
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

  /// What has several settings, beside others.
  private static func owners(_ values: [String]) -> [String] {
    let names = values.map { SettingColumns.name(of: $0) }
    guard Set(names).count > 1 else { return [] }
    var known: Set<String> = []
    return names.filter { name in
      known.insert(name).inserted
        && Set(values.filter { SettingColumns.name(of: $0) == name }).count > 1
    }
  }

  /// The loader or prefetcher of each scene, or every policy.
  func effectValues(_ kind: EffectAxis.Kind) -> [String] {
    switch kind {
    case .loader: scenes.map(\.loader)
    case .prefetcher: scenes.map(\.prefetcher)
    case .policy: policies
    case .budget, .trace, .layout, .device, .network: []
    }
  }

  private func points(_ axes: EffectLevels) -> [EffectGrid.Point] {
    places().flatMap { place, cell -> [EffectGrid.Point] in
      // What was cut short did not stall less.
      guard cell.deaths == 0 else { return [] }
      return axes.levels(at: place).map { levels in
        EffectGrid.Point(
          levels: levels, stalls: cell.stalls.mean,
          leastSeconds: leastSeconds(in: place.scene, cell), runs: cell.runs)
      }
    }
  }
}
