import ScrollCore
import ScrollPages

extension SweepReport {
  /// Stalls and hit rates over the budget, of scenarios in which the choice of policy matters.
  ///
  /// A scenario with one budget has no curve. Where curves come too near to each other to be named, all charts of a figure show the
  /// differences to one policy. Scenarios in which no policy differs from that one by as much as
  /// matters get a sentence and no picture.
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
        return Exhibit.Picture(drawing: chart.drawing, table: curves.table)
      }
    }
    if let base, comparedCount > 0, !drawn.isEmpty {
      notes[0] += " Where curves lie close together, the differences to \(base.visible) are drawn; "
      notes[0] += "tables have the values."
    }
    if seeds.count > 1, comparedCount < 2, !drawn.isEmpty {
      notes[0] += " Bars are one standard deviation over seeds."
    }
    notes += [alikeText(alike, base)].compactMap { $0 } + drawnNote(of: told)
    return Exhibit("curves", "Stalls and hit rates by budget", notes: notes, pictures: pictures)
  }

  private static func stallCurves(decimals: Int) -> BudgetCurves.Figure {
    BudgetCurves.Figure(
      id: "stalls", what: "Stalls", verb: "leaves", unit: "s", unitOfDifferences: "s", scale: 1,
      decimals: decimals
    ) { $0.stalls }
  }

  private static let hitCurves = BudgetCurves.Figure(
    id: "hits", what: "Hit rate", verb: "hits", unit: "%", unitOfDifferences: "%-points",
    scale: 100, decimals: 1
  ) { $0.hitRate }

  /// The policy that others are compared with: what the user has, else `lru`, else the best; the
  /// first that was tried everywhere and never killed, and nil if none was or it has no others.
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

  /// The curves of a scene, in the order of the ranking of all: a policy has the same color and
  /// place in every chart, and curves drawn as one have the color of the same policy.
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
