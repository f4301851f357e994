import ScrollSimulation

extension SweepReport {
  /// The runs to look at one by one: for each recommendation its worst session, and beside it the
  /// same session with what it is held against.
  ///
  /// Where nothing is recommended, the runs that stall least and most in one scenario. Empty if the
  /// report does not have its runs one by one.
  package func tellingRuns(atMost limit: Int) -> [ResultRow] {
    var found: [ResultRow] = []
    func add(_ row: ResultRow?) {
      guard let row, found.count < limit, !found.contains(where: { $0.run.key == row.run.key })
      else { return }
      found.append(row)
    }
    for recommendation in recommendations {
      guard let worst = rows.first(where: { $0.run.key == recommendation.worst.run }) else {
        continue
      }
      add(worst)
      let other = recommendation.reference.flatMap {
        $0.setting == recommendation.setting ? recommendation.rival : $0
      }
      guard let other else { continue }
      add(
        rows.first {
          Self.isSameSession($0, worst) && setting(of: $0) == other.setting
        })
    }
    guard found.isEmpty else { return found }
    let living = rows.filter { $0.run.killed == nil && $0.scenario.key == rows[0].scenario.key }
    add(living.min { $0.run.number(.stall) < $1.run.number(.stall) })
    add(living.max { $0.run.number(.stall) < $1.run.number(.stall) })
    return found
  }

  /// Whether two runs are of one session under the same conditions.
  private static func isSameSession(_ one: ResultRow, _ other: ResultRow) -> Bool {
    let (a, b) = (one.scenario, other.scenario)
    return a.trace.digest == b.trace.digest && a.layout == b.layout
      && a.device.digest == b.device.digest && a.network.digest == b.network.digest
      && one.run.seed == other.run.seed
  }

  private func setting(of row: ResultRow) -> CacheSetting {
    let budget = Self.budget(of: row.run)
    return CacheSetting(
      loader: row.scenario.loader, prefetcher: row.scenario.prefetcher,
      policy: row.run.label ?? Self.noCache, budgetBytes: budget,
      rules: rules(of: budget, on: row.scenario.device.name))
  }
}
