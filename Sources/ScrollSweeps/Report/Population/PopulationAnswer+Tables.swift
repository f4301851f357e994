import ScrollCore
package import ScrollPages

extension PopulationAnswer {
  /// The choices, best first.
  package var choiceTable: Table {
    let isKilled = choices.contains { $0.killed > 0 }
    let isPartial = choices.contains { $0.covered < 1 - 1e-9 }
    let loadings = Set(choices.map { [$0.setting.loader, $0.setting.prefetcher] }).count
    var table = Table(
      [.left("budget"), .left("policy")]
        + (loadings > 1 ? [.left("loader"), .left("prefetch")] : [])
        + [.right("stall s"), .right("mean MiB")]
        + (population.limits.isEmpty ? [] : [.right("keep the limits")])
        + (isKilled ? [.right("killed")] : []) + (isPartial ? [.right("users with runs")] : []))
    for choice in choices {
      var row = [Self.budget(choice), choice.setting.policy ?? "-"]
      if loadings > 1 { row += [choice.setting.loader, choice.setting.prefetcher] }
      row.append(choice.stalls.map { String(Self.seconds($0).dropLast(2)) } ?? "-")
      row.append(
        choice.meanBudget.map { NumberText.fixed($0 / 1_048_576, decimals: 1) } ?? "-")
      if !population.limits.isEmpty { row.append(Self.percent(choice.kept)) }
      if isKilled { row.append(choice.killed > 0 ? Self.percent(choice.killed) : "-") }
      if isPartial { row.append(Self.percent(choice.covered)) }
      table.append(row)
    }
    return table
  }

  /// What the rules with the best of their settings come to on each device, and how it stalls
  /// there.
  package var deviceTable: Table? {
    guard let best = bestRule else { return nil }
    let rules = choices.filter { $0.isRule && $0.setting == best.setting }.prefix(Self.ruleLimit)
    var table = Table(
      [.left("device"), .right("users"), .right("memory")]
        + rules.flatMap { [.right(Self.budget($0)), .right("stall s")] })
    for device in devices.indices {
      let groups = users.indices.filter { users[$0].device == device }
      guard !groups.isEmpty else { continue }
      let share = groups.reduce(0) { $0 + users[$1].share }
      var row = [
        devices[device].name, Self.percent(share),
        devices[device].memoryBytes.map(Self.size) ?? "-",
      ]
      for rule in rules {
        let outcomes = groups.map { (users[$0].share, rule.outcomes[$0]) }
          .filter { $0.1.covered > 0 }
        let weight = outcomes.reduce(0) { $0 + $1.0 }
        let isCut = outcomes.contains { $0.1.killed > 0 }
        row.append(outcomes.first?.1.budget.map(Self.size) ?? "-")
        row.append(
          weight == 0
            ? "-"
            : isCut
              ? "killed"
              : String(
                Self.seconds(outcomes.reduce(0) { $0 + $1.0 * $1.1.stalls } / weight).dropLast(2)))
      }
      table.append(row)
    }
    return table
  }

  /// The choices group by group, for programs: figures unrounded.
  package var groupTable: Table {
    var table = Table(
      [
        "rank", "budget", "policy", "loader", "prefetcher", "device", "network", "session",
        "share", "budget_bytes", "covered", "killed", "kept", "stall_s",
      ].map { .left($0) })
    for (rank, choice) in choices.enumerated() {
      for (users, outcome) in zip(users, choice.outcomes) {
        let isKnown = outcome.covered > 0
        table.append([
          "\(rank + 1)", Self.budget(choice), choice.setting.policy ?? "", choice.setting.loader,
          choice.setting.prefetcher, devices[users.device].name, networks[users.network],
          users.session ?? "", "\(users.share)",
          outcome.budget.map { $0 == .max ? "" : "\($0)" } ?? "", "\(outcome.covered)",
          isKnown ? "\(outcome.killed)" : "",
          isKnown && !population.limits.isEmpty ? "\(outcome.kept)" : "",
          isKnown && outcome.killed < 1 ? "\(outcome.stalls)" : "",
        ])
      }
    }
    return table
  }

  private static let ruleLimit = 4
}
