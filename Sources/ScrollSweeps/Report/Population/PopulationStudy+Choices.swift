extension PopulationStudy {
  /// Every setting with every rule and every budget, the rules first; of the rules that were not
  /// swept all that differ in what they come to.
  func choices(_ users: [Users]) -> [PopulationChoice] {
    let shares = users.map(\.share)
    var choices: [PopulationChoice] = []
    for setting in settings.indices {
      let budgets: [PopulationChoice.Budget] =
        settings[setting].policy == nil
        ? [.bytes(nil)]
        : rules.keys.sorted().map { .rule($0) } + searchedRules(of: setting, for: users)
          + plainBudgets(of: setting)
      for budget in budgets {
        let outcomes = users.map { outcome(of: $0, setting, budget) }
        let choice = PopulationChoice(settings[setting], budget, outcomes, shares: shares)
        if choice.covered > 0 { choices.append(choice) }
      }
    }
    return choices
  }

  /// Budgets that were asked for in bytes: those that no rule explains on some device.
  func plainBudgets(of setting: Int) -> [PopulationChoice.Budget] {
    var found: Set<Int> = []
    for place in cells.keys where place.setting == setting {
      guard let bytes = place.budget else { continue }
      let device = devices[place.device].name
      if !rules.values.contains(where: { $0[device] == bytes }) { found.insert(bytes) }
    }
    return found.sorted().map { .bytes($0) }
  }

  private func outcome(
    of users: Users, _ setting: Int, _ budget: PopulationChoice.Budget
  ) -> PopulationChoice.Outcome {
    let bytes: Int?
    switch budget {
    case .bytes(let size): bytes = size
    case .rule(let text):
      guard let size = rules[text]?[devices[users.device].name] else {
        return PopulationChoice.Outcome(budget: nil)
      }
      bytes = size
    case .searched(_, let sizes): bytes = sizes[users.device]
    }
    var outcome = PopulationChoice.Outcome(budget: bytes)
    var (found, alive) = (0.0, 0.0)
    for trace in users.traces {
      let place = Place(
        device: users.device, network: users.network, trace: trace, setting: setting,
        budget: bytes)
      guard let cell = cells[place] else { continue }
      found += 1
      outcome.killed += cell.killed / cell.runs
      outcome.kept += cell.kept / cell.runs
      let living = cell.runs - cell.killed
      if living > 0 {
        outcome.stalls += cell.stalls / living
        alive += 1
      }
    }
    outcome.covered = found / Double(users.traces.count)
    if found > 0 {
      outcome.killed /= found
      outcome.kept /= found
    }
    if alive > 0 { outcome.stalls /= alive }
    return outcome
  }
}
