import ScrollCore
import ScrollPages

extension BudgetCurves {
  /// What the first policy has that was never killed.
  var summary: String {
    guard curves.contains(where: { $0.cells.contains { $0 != nil } }) else { return "No run." }
    let whole = curves.first { $0.cells.allSatisfy { ($0?.deaths ?? 0) == 0 } }
    return whole.map { ends(of: $0) }
      ?? "\(figure.what) on \(title): with every policy the app was killed at some budget."
  }

  /// What a policy has with the smallest and with the largest budget.
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

  /// Which policy is farthest from zero, and where; nil if none is.
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

  /// A value without its unit.
  func text(_ cell: ReportCell) -> String {
    NumberText.fixed(figure.spread(cell).mean * figure.scale, decimals: figure.decimals)
  }

  private func amount(_ cell: ReportCell) -> String { "\(text(cell)) \(figure.unit)" }

  /// A budget at a tick, without its unit: `16`, or `0.5`.
  static func mebibytes(_ bytes: Int) -> String {
    let amount = ByteCount(bytes).mebibytes
    return NumberText.fixed(amount, decimals: amount == amount.rounded() ? 0 : 1)
  }
}
