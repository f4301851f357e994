import ScrollCharts
import ScrollCore
import ScrollPages

extension SweepReport {
  /// Stalls and hit rates over the budget, scenario by scenario.
  ///
  /// A figure that is the same for every policy and budget gets a sentence and no picture.
  var curvesExhibit: Exhibit? {
    let sizes = sizedBudgets
    guard sizes.count > 1 else { return nil }
    var pictures: [Exhibit.Picture] = []
    var flat: [String] = []
    let (styles, decimals) = (styles, stallDecimals)
    for scene in scenesToDraw {
      for curve in [
        Curve(
          id: "stalls-\(scene)", what: "Stalls", unit: "s", scale: 1, decimals: decimals,
          figure: \.stalls),
        Curve(
          id: "hits-\(scene)", what: "Hit rate", unit: "%", scale: 100, decimals: 1,
          figure: \.hitRate),
      ] {
        let picture = picture(scene, curve, styles: styles)
        let values = Set(picture.table.rows.flatMap { $0.dropFirst() })
        if let only = values.first, values.count == 1, only.first?.isNumber == true,
          !only.contains("killed")
        {
          flat.append(
            "\(curve.what) on \(names.title(scene).visible): \(only) \(curve.unit) with every "
              + "policy and budget.")
        } else {
          pictures.append(picture)
        }
      }
    }
    return Exhibit(
      "curves", "Stalls and hit rates by budget",
      notes: [
        "Stall seconds and hit rate over the cache's budget in MiB."
          + (seeds.count > 1 ? " Bars are one standard deviation over seeds." : "")
      ] + flat + drawnNote, pictures: pictures)
  }

  /// A figure over the budget.
  private struct Curve {
    let id: String, what: String, unit: String
    let scale: Double
    let decimals: Int
    let figure: (ReportCell) -> Spread
  }

  private func picture(_ scene: Int, _ curve: Curve, styles: [Int: Int]) -> Exhibit.Picture {
    let (what, unit, scale, decimals) = (curve.what, curve.unit, curve.scale, curve.decimals)
    let sizes = sizedBudgets
    let standings = ranking(over: [scene])
    var series: [LineChart.Series] = []
    var table = Table(
      [.left("policy")] + sizes.map { .right("\(unit) at \(text(ofBudget: $0))") })
    for standing in standings where standing.name != Self.noCache {
      let found = sizes.map { cells[Place(scene: scene, policy: standing.policy, budget: $0)] }
      let points = zip(sizes, found).compactMap { size, cell -> LineChart.Point? in
        guard let cell, let bytes = budgets[size] else { return nil }
        // A run that was cut short has no place on the curve.
        guard cell.deaths == 0 else { return LineChart.Point(x: Double(bytes), y: .infinity) }
        let spread = curve.figure(cell)
        let deviation = spread.deviation
        return LineChart.Point(
          x: Double(bytes), y: spread.mean * scale,
          spread: deviation > 0
            ? max(0, spread.mean - deviation) * scale...(spread.mean + deviation) * scale : nil)
      }
      series.append(
        LineChart.Series(name: standing.name, style: styles[standing.policy], points: points))
      table.append(
        [standing.name]
          + found.map { cell in
            cell.map { cell in
              NumberText.fixed(curve.figure(cell).mean * scale, decimals: decimals)
                + (cell.deaths > 0 ? " killed" : "")
            } ?? "-"
          })
    }
    let title = "\(what), \(names.title(scene).visible)"
    let values = series.flatMap { $0.points.map { $0.spread?.upperBound ?? $0.y } }
    let chart = LineChart(
      id: curve.id, title: title,
      summary: curveSummary(what, unit: unit, decimals: decimals, series, names.title(scene)),
      x: Axis(
        "budget, MiB", .logarithmic,
        ticks: sizes.map { size in
          let bytes = budgets[size] ?? 1
          return Axis.Tick(Double(bytes), Self.mebibytes(bytes))
        }),
      y: .fromZero("\(what.lowercased()), \(unit)", covering: values), unit: unit, series: series)
    return Exhibit.Picture(drawing: chart.drawing, table: table)
  }

  private func curveSummary(
    _ what: String, unit: String, decimals: Int, _ series: [LineChart.Series], _ scene: String
  ) -> String {
    guard series.contains(where: { !$0.points.isEmpty }) else { return "No run." }
    let whole = series.first { !$0.points.isEmpty && $0.points.allSatisfy(\.y.isFinite) }
    guard let best = whole, let low = best.points.first, let high = best.points.last else {
      return "\(what) on \(scene.visible): with every policy the app was killed at some budget."
    }
    let (from, to) = (
      NumberText.fixed(low.y, decimals: decimals), NumberText.fixed(high.y, decimals: decimals)
    )
    let start = "\(what) on \(scene.visible): \(best.name.visible), the best there by stalls, "
    guard from != to else {
      return start + "has \(from) \(unit) at the smallest and at the largest budget."
    }
    return start
      + "goes from \(from) \(unit) at the smallest budget to \(to) \(unit) at the largest."
  }

  /// A budget at a tick, without its unit: `16`, or `0.5`.
  private static func mebibytes(_ bytes: Int) -> String {
    let amount = ByteCount(bytes).mebibytes
    return NumberText.fixed(amount, decimals: amount == amount.rounded() ? 0 : 1)
  }
}
