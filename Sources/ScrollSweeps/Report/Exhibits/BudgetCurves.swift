import ScrollCore
import ScrollPages

/// A figure of every policy in one scenario over the budget.
struct BudgetCurves {
  /// The figure to draw.
  struct Figure {
    /// The part of ids.
    let id: String
    /// The name of the figure, like `Stalls`, and the verb for a policy, like `leaves`.
    let what: String, verb: String
    /// The unit of the values, and the unit of their differences.
    let unit: String, unitOfDifferences: String
    let scale: Double
    let decimals: Int
    let spread: @Sendable (ReportCell) -> Spread
  }

  struct Curve {
    let name: String
    let style: Int?
    /// The cells, one for each budget; `nil` if the budget was not tried.
    let cells: [ReportCell?]
  }

  let figure: Figure
  /// The scenario as part of the id, and as text.
  let scene: Int, title: String
  /// The budgets in bytes, in ascending order, and as text.
  let budgets: [Int], names: [String]
  let curves: [Curve]

  /// Returns a chart of every policy's own values.
  func chart() -> LineChart {
    let series = zip(curves, chartNames).map { curve, name in
      self.series(of: curve, called: name) { cell in
        let spread = figure.spread(cell)
        let (mean, deviation) = (spread.mean * figure.scale, spread.deviation * figure.scale)
        return (mean, deviation > 0 ? max(0, mean - deviation)...(mean + deviation) : nil)
      }
    }
    return chart(
      "\(figure.what), \(title)", axis: "\(figure.what.lowercased()), \(figure.unit)",
      summary: summary, series)
  }

  /// Returns a chart of every policy's difference from a given policy, whose curve lies on zero.
  /// - Precondition: that policy was tried with every budget, and never killed.
  func chart(comparedWith name: String) -> LineChart {
    let base = curves.first { $0.name == name }
    let values = base?.cells.map { $0.map { figure.spread($0).mean } } ?? []
    let series = zip(curves, chartNames).map { curve, name in
      var series = self.series(of: curve, called: name) { (figure.spread($0).mean, nil) }
      for (index, point) in series.points.enumerated() {
        let place = budgets.firstIndex { Double($0) == point.x }
        guard let value = place.flatMap({ values[$0] }) else { continue }
        series.points[index].y = (point.y - value) * figure.scale
      }
      return series
    }
    return chart(
      "\(figure.what) compared with \(name.visible), \(title)",
      axis: "\(figure.unitOfDifferences) more than \(name.visible)",
      summary: [base.map { ends(of: $0) }, farthest(series)].compactMap { $0 }
        .joined(separator: " "), series)
  }

  /// The values in a table.
  var table: Table {
    var table = Table([.left("policy")] + names.map { .right("\(figure.unit) at \($0)") })
    for curve in curves {
      table.append(
        [curve.name]
          + curve.cells.map { $0.map { text($0) + ($0.deaths > 0 ? " killed" : "") } ?? "-" })
    }
    return table
  }

  private func chart(
    _ title: String, axis: String, summary: String, _ series: [LineChart.Series]
  ) -> LineChart {
    let values = series.flatMap { $0.points.map { $0.spread?.upperBound ?? $0.y } }
    return LineChart(
      id: "\(figure.id)-\(scene)", title: title, summary: summary,
      x: Axis(
        "budget, MiB", .logarithmic,
        ticks: budgets.map { Axis.Tick(Double($0), Self.mebibytes($0)) }),
      y: .fromZero(axis, covering: values), unit: figure.unit, series: series)
  }

  private var chartNames: [String] {
    ChartNames.fitting(curves.map(\.name), room: ChartNames.curves)
  }

  private func series(
    of curve: Curve, called name: String, _ value: (ReportCell) -> (Double, ClosedRange<Double>?)
  ) -> LineChart.Series {
    let points = zip(budgets, curve.cells).compactMap { bytes, cell -> LineChart.Point? in
      guard let cell else { return nil }
      // A run that ended early has no point on the curve.
      guard cell.deaths == 0 else { return LineChart.Point(x: Double(bytes), y: .infinity) }
      let (y, spread) = value(cell)
      return LineChart.Point(x: Double(bytes), y: y, spread: spread)
    }
    return LineChart.Series(name: name, style: curve.style, points: points)
  }
}

extension BudgetCurves {
  /// A sentence on the values of the first policy with which the app was never killed.
  var summary: String {
    guard curves.contains(where: { $0.cells.contains { $0 != nil } }) else { return "No run." }
    let whole = curves.first { $0.cells.allSatisfy { ($0?.deaths ?? 0) == 0 } }
    return whole.map { ends(of: $0) }
      ?? "\(figure.what) on \(title): the app was killed with every policy at some budget."
  }

  /// Returns a sentence on a policy's values with the smallest and the largest budget.
  func ends(of curve: Curve) -> String {
    let tried = zip(names, curve.cells).compactMap { name, cell in
      cell.map { (name: name, cell: $0) }
    }
    guard let first = tried.first, let last = tried.last else { return "" }
    func text(_ end: (name: String, cell: ReportCell)) -> String {
      end.cell.deaths > 0
        ? "is killed with \(end.name)" : "\(figure.verb) \(amount(end.cell)) with \(end.name)"
    }
    guard first.name != last.name else { return "\(curve.name.visible) \(text(first))." }
    let (from, to) = (text(first), text(last))
    return "\(curve.name.visible) \(from) and "
      + "\(to.replacing(figure.verb + " ", with: "", maxReplacements: 1))."
  }

  /// Returns a sentence on the policy that is farthest from zero; `nil` if all are on zero.
  func farthest(_ series: [LineChart.Series]) -> String? {
    let all = series.flatMap { series in series.points.map { (series.name, $0) } }
      .filter { $0.1.y.isFinite }
    guard let most = all.max(by: { abs($0.1.y) < abs($1.1.y) }), most.1.y != 0,
      let place = budgets.firstIndex(where: { Double($0) == most.1.x })
    else { return nil }
    let amount = NumberText.fixed(abs(most.1.y), decimals: figure.decimals)
    return "\(most.0.visible) differs most: \(amount) \(figure.unitOfDifferences) "
      + "\(most.1.y > 0 ? "more" : "less") with \(names[place])."
  }

  /// Returns a value without its unit.
  func text(_ cell: ReportCell) -> String {
    NumberText.fixed(figure.spread(cell).mean * figure.scale, decimals: figure.decimals)
  }

  private func amount(_ cell: ReportCell) -> String { "\(text(cell)) \(figure.unit)" }

  /// Returns a budget at a tick, without its unit: `16`, or `0.5`.
  static func mebibytes(_ bytes: Int) -> String {
    let amount = ByteCount(bytes).mebibytes
    return NumberText.fixed(amount, decimals: amount == amount.rounded() ? 0 : 1)
  }
}
