import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The stalls and hit rates over the budget, in scenarios in which policies differ visibly.
  ///
  /// A scenario with one budget has no curve. If curves are too near to each other to be named, all
  /// charts of a figure show the differences from one policy. Scenarios in which no policy differs
  /// visibly from that one get a sentence and no picture.
  var curvesExhibit: Exhibit? {
    let curved = scenes.indices.filter(hasBudgets)
    guard !curved.isEmpty else { return nil }
    let base = curveBase
    let alike = curved.filter { isAlike($0, base) }
    let told = curved.filter { !alike.contains($0) }
    let drawn = widest(told)
    var notes = ["Stall seconds and hit rate over the cache's budget in MiB."]
    var pictures: [Exhibit.Picture] = []
    var comparedCount = 0
    for figure in [Self.stallCurves(decimals: stallDecimals), Self.hitCurves] {
      let curves = drawn.map { self.curves(of: figure, in: $0) }
      let isCompared = base != nil && curves.contains { $0.chart().needsKey }
      if isCompared { comparedCount += 1 }
      pictures += curves.map { curves in
        let chart = isCompared ? curves.chart(comparedWith: base ?? "") : curves.chart()
        return Exhibit.Picture(
          drawing: chart.drawing, table: curves.table, marks: sizedBudgets.count)
      }
    }
    if let base, comparedCount > 0, !drawn.isEmpty {
      notes[0] +=
        " If curves are close together, the charts show the differences to \(base.visible); "
      notes[0] += "the tables have the values."
    }
    if seeds.count > 1, comparedCount < 2, !drawn.isEmpty {
      notes[0] += " Bars are one standard deviation over seeds."
    }
    notes += [alikeText(alike, base)].compactMap { $0 } + drawnNote(of: told)
    return Exhibit("curves", "Stalls and hit rates by budget", notes: notes, pictures: pictures)
  }

  private static func stallCurves(decimals: Int) -> BudgetCurves.Figure {
    BudgetCurves.Figure(
      id: "stalls", what: "Stalls", verb: "stalls", unit: "s", unitOfDifferences: "s", scale: 1,
      decimals: decimals
    ) { $0[.stall] }
  }

  private static let hitCurves = BudgetCurves.Figure(
    id: "hits", what: "Hit rate", verb: "hits", unit: "%", unitOfDifferences: "%-points",
    scale: 100, decimals: 1
  ) { $0[.hitRate] }

  /// The policy that others are compared with: the baseline's, else `lru`, else the best.
  ///
  /// It is the first of these that was tried everywhere and never killed; `nil` if there is none,
  /// or no other policy.
  private var curveBase: String? {
    let standings = ranking().filter { $0.name != Self.noCache }
    guard standings.count > 1 else { return nil }
    let names = [baseline?.policy, "lru"].compactMap { $0 } + standings.map(\.name)
    return names.first { name in
      standings.contains { standing in
        standing.name == name && standing.deaths == 0
          && scenes.indices.allSatisfy { scene in
            sizedBudgets.allSatisfy {
              cells[Place(scene: scene, policy: standing.policy, budget: $0)] != nil
            }
          }
      }
    }
  }

  /// Returns the curves of a scenario, in the order of the overall ranking.
  ///
  /// A policy has the same color and position in every chart. If curves coincide and are drawn as
  /// one, that one has the color of the same policy in every chart.
  private func curves(of figure: BudgetCurves.Figure, in scene: Int) -> BudgetCurves {
    let (sizes, styles) = (sizedBudgets, styles)
    let present = Set(places(in: [scene]).map { $0.0.policy })
    let standings = ranking().filter { $0.name != Self.noCache && present.contains($0.policy) }
    return BudgetCurves(
      figure: figure, scene: scene, title: names.title(scene).visible,
      budgets: sizes.map { budgets[$0] ?? 0 }, names: sizes.map { text(ofBudget: $0) },
      curves: standings.map { standing in
        BudgetCurves.Curve(
          name: standing.name, style: styles[standing.policy],
          cells: sizes.map { cells[Place(scene: scene, policy: standing.policy, budget: $0)] })
      })
  }
}

extension SweepReport {
  /// Returns whether a scenario has runs with several cache sizes.
  func hasBudgets(_ scene: Int) -> Bool {
    let tried = Set(places(in: [scene]).map { $0.0.budget })
    return sizedBudgets.count { tried.contains($0) } > 1
  }

  /// Returns whether no policy differs visibly from a base policy in a scenario, with any budget.
  ///
  /// Without a base, returns whether no two budgets differ visibly.
  func isAlike(_ scene: Int, _ base: String?) -> Bool {
    let all = places(in: [scene]).filter { place, _ in sizedBudgets.contains(place.budget) }
    guard all.allSatisfy({ $0.1.deaths == 0 }) else { return false }
    let references = all.filter { base == nil || policies[$0.0.policy] == base }
    return all.allSatisfy { place, cell in
      references.allSatisfy { other, reference in
        base != nil && other.budget != place.budget
          || !materiality.matters(
            cell[.stall].mean, reference[.stall].mean, frames: leastSeconds(in: scene, cell))
      }
    }
  }

  /// Returns a sentence on the scenarios without visible differences; `nil` if there are none.
  func alikeText(_ alike: [Int], _ base: String?) -> String? {
    guard !alike.isEmpty else { return nil }
    let isAll = alike.count == scenes.count
    let place =
      isAll && scenes.count > 1
      ? "In all \(scenes.count) scenarios"
      : "On \(Phrase.list(alike.map { alikeTitle($0, base) }, atMost: 6))"
    return base.map {
      "\(place) no policy differs visibly from \($0.visible), with any budget."
    } ?? "\(place) no budget makes a visible difference."
  }

  /// Returns a scenario with the stall of the base policy: `tall-feed, iphone-8 (0.03 s)`.
  private func alikeTitle(_ scene: Int, _ base: String?) -> String {
    let stalls = places(in: [scene])
      .filter { base == nil || policies[$0.0.policy] == base }
      .filter { sizedBudgets.contains($0.0.budget) }.map { $0.1[.stall].mean }
    guard let low = stalls.min(), let high = stalls.max() else { return names.title(scene) }
    let ends = [low, high].map { SecondsText.of($0) }
    return "\(names.title(scene).visible) "
      + "(\(ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"))"
  }
}

extension SweepReport {
  /// The budget that is enough in each scenario, with the best policy there.
  ///
  /// `nil` if only one budget was swept, or no scenario has a cache.
  var budgetsExhibit: Exhibit? {
    guard sizedBudgets.count > 1, scenes.count <= Self.tabledScenes else { return nil }
    let names = names
    let rows = scenes.indices.compactMap { scene in
      enough(on: scenes[scene].device.name, over: [scene]).map { (scene: scene, found: $0) }
    }
    guard !rows.isEmpty else { return nil }
    func list(_ budgets: [Int]) -> String {
      budgets.isEmpty ? "-" : budgets.map { text(ofBudget: $0) }.joined(separator: ", ")
    }
    let table = Table(
      names.columns.enumerated().map { place, name in
        Column(.left(name).keeping(.key)) { names.cells($0.scene)[place] }
      } + [
        Column(.left("policy")) { $0.found.policy },
        Column(.right("enough").keeping(.key)) { text(ofBudget: $0.found.budget) },
        Column(.right("stall s").keeping(.key)) { Figure.stall.cell($0.found.stalls) },
        Column(.right("smallest")) { text(ofBudget: $0.found.smallest.budget) },
        Column(.right("stall s")) { Figure.stall.cell($0.found.smallest.stalls) },
        Column(.right("largest")) { text(ofBudget: $0.found.largest?.budget ?? $0.found.budget) },
        Column(.right("stall s")) {
          Figure.stall.cell($0.found.largest?.stalls ?? $0.found.stalls)
        },
        Column(.left("too small")) { list($0.found.tooSmall) },
        Column(.left("killed with")) { list($0.found.killed) },
      ], of: rows)
    return Exhibit(
      "budgets", "Sufficient budgets",
      notes: [
        "Enough: the smallest budget for which no other is visibly better (\(materialityText)), with "
          + "the best policy of the scenario. The next columns have the stall of that policy with this "
          + "budget, with the smallest and with the largest."
      ], table: table)
  }

  /// The largest number of scenarios in a table that is still short enough to read.
  private static let tabledScenes = 60
}
