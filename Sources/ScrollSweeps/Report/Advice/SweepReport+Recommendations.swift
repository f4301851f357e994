import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// What to take, device by device, and by network where a device's users of one would lose by
  /// what is best for all; none for a device on which no setting can be advised, and none at all
  /// before the sweep is finished: a setting whose runs are still to come may be the one to take.
  package var recommendations: [Recommendation] {
    guard isFinished else { return [] }
    return devices.flatMap { device -> [Recommendation] in
      guard let whole = recommendation(on: device.name, over: device.scenes, network: nil)
      else { return [] }
      var networks: [(name: String, scenes: [Int])] = []
      for scene in device.scenes {
        let name = scenes[scene].network.name
        if let known = networks.firstIndex(where: { $0.name == name }) {
          networks[known].scenes.append(scene)
        } else {
          networks.append((name, [scene]))
        }
      }
      guard networks.count > 1 else { return [whole] }
      let loses = networks.contains { network in
        let table = SettingTable(self, over: network.scenes)
        guard let best = table.rows.first, let row = table[whole.setting] else { return false }
        return table.differ(row, best)
      }
      guard loses else { return [whole] }
      return networks.compactMap {
        recommendation(on: device.name, over: $0.scenes, network: $0.name)
      }
    }
  }

  private func recommendation(
    on device: String, over scenes: [Int], network: String?
  ) -> Recommendation? {
    let table = SettingTable(self, over: scenes)
    guard let best = table.rows.first, let last = table.rows.last else { return nil }
    let current = baseline.flatMap { baseline in
      table.rows.first { baseline.is($0.setting, on: device) }
    }
    let choice =
      table.notSurelyWorse.first { $0.setting == current?.setting }
      // Of several that take the same effort the one that leaves least comes first.
      ?? table.nearlyBest.min {
        Self.effort($0.setting, from: current?.setting)
          .lexicographicallyPrecedes(Self.effort($1.setting, from: current?.setting))
      } ?? best
    let alike = table.rows.filter { !table.differ($0, choice) }
    guard let worst = worstSession(of: choice, in: table, over: scenes) else { return nil }
    return Recommendation(
      device: device, network: network, setting: choice.setting, stalls: choice.mean,
      isCritical: choice.isCritical, reference: reference(for: choice, current, in: table),
      rival: table.differ(choice, best) ? rival(best, of: choice, in: table) : nil,
      hitches: choice.hitches, footprint: choice.footprint,
      settings: table.rows.count, alike: alike.count,
      isIndifferent: table.rows.allSatisfy { !table.differ($0, best) },
      range: best.mean...max(best.mean, last.mean),
      budgets: Self.budgets(of: choice.setting, in: table),
      killedBudgets: killedBudgets(of: choice.setting, over: scenes),
      sessions: table.sessions.count,
      percentile95: Self.percentile95(choice.stalls), worst: worst)
  }

  /// How much there is to change from what the user has, then to build.
  private static func effort(_ setting: CacheSetting, from current: CacheSetting?) -> [Int] {
    [current.map { setting.changes(from: $0) } ?? 0] + setting.effort
  }

  /// What the user has, else the setting that takes the least effort, else the best of the others.
  private func reference(
    for choice: SettingTable.Row, _ current: SettingTable.Row?, in table: SettingTable
  ) -> Recommendation.Reference? {
    let simplest = table.rows.min {
      $0.setting.leastEffort.lexicographicallyPrecedes($1.setting.leastEffort)
    }
    let kind: Recommendation.Reference.Kind
    let row: SettingTable.Row
    if let current {
      (kind, row) = (.baseline, current)
    } else if let simplest, simplest.setting != choice.setting {
      (kind, row) = (.simplest, simplest)
    } else if let next = table.rows.first(where: {
      $0.setting != choice.setting && $0.setting.policy != choice.setting.policy
    }) ?? table.rows.first(where: { $0.setting != choice.setting }) {
      (kind, row) = (.runnerUp, next)
    } else {
      return nil
    }
    return Recommendation.Reference(
      kind: kind, setting: row.setting, stalls: row.mean,
      saved: table.saved(by: choice, against: row),
      least: table.least(of: max(row.mean, choice.mean)), isBehind: table.isBehind(row))
  }

  /// What the best may save against what is recommended in its place.
  private func rival(
    _ best: SettingTable.Row, of choice: SettingTable.Row, in table: SettingTable
  ) -> Recommendation.Reference {
    Recommendation.Reference(
      kind: .runnerUp, setting: best.setting, stalls: best.mean,
      saved: table.saved(by: best, against: choice), least: table.least(of: choice.mean),
      isBehind: false)
  }

  private static func budgets(
    of setting: CacheSetting, in table: SettingTable
  ) -> [Recommendation.Budget] {
    let rows = table.rows.filter { row in
      let other = row.setting
      return other.loader == setting.loader && other.prefetcher == setting.prefetcher
        && other.policy == setting.policy && other.budgetBytes != nil
    }
    return rows.map { row in
      Recommendation.Budget(
        setting: row.setting, stalls: row.mean,
        isMaterial: table[setting].map { table.differ(row, $0) } ?? false,
        isBehind: table.isBehind(row))
    }.sorted { $0.bytes < $1.bytes }
  }

  /// The budgets of a setting with which the app was killed somewhere.
  private func killedBudgets(of setting: CacheSetting, over scenes: [Int]) -> [Int] {
    var found: Set<Int> = []
    for (place, cell) in places(in: scenes) where cell.deaths > 0 {
      let other = self.setting(at: place)
      if other.loader == setting.loader, other.prefetcher == setting.prefetcher,
        other.policy == setting.policy, let bytes = other.budgetBytes
      {
        found.insert(bytes)
      }
    }
    return found.sorted()
  }

  /// By the nearest rank.
  private static func percentile95(_ values: [Double]) -> Double? {
    guard values.count >= 20 else { return nil }
    return values.sorted()[(values.count * 95 + 99) / 100 - 1]
  }

  private func worstSession(
    of choice: SettingTable.Row, in table: SettingTable, over scenes: [Int]
  ) -> Recommendation.Session? {
    guard
      let place = choice.stalls.indices.max(by: {
        (choice.stalls[$0], $1) < (choice.stalls[$1], $0)
      })
    else { return nil }
    let session = table.sessions[place]
    var worst: ReportCell.Draw?
    for (place, cell) in places(in: scenes) where setting(at: place) == choice.setting {
      for draw in cell.draws where draw.session == session {
        if draw.stalls > worst?.stalls ?? -1 { worst = draw }
      }
    }
    return worst.map {
      Recommendation.Session(
        path: sessions[session].path, name: sessions[session].name,
        stalls: $0.stalls, run: $0.key)
    }
  }
}

extension Baseline {
  /// Whether a setting is what the user has on a device.
  func `is`(_ setting: CacheSetting, on device: String) -> Bool {
    let isBudget =
      switch budgets {
      case nil: true
      case .bytes(let bytes): setting.budgetBytes == bytes
      case .byDevice(let sizes):
        sizes[device].map { ($0 ?? SweepReport.unlimited) == setting.budgetBytes } ?? false
      }
    return isBudget && loader ?? setting.loader == setting.loader
      && prefetcher ?? setting.prefetcher == setting.prefetcher
      && policy ?? setting.policy == setting.policy
  }
}
