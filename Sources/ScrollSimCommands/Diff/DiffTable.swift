import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The stretches of a comparison as a table, the greatest difference first.
struct DiffTable {
  /// How many stretches people are shown.
  static let shown = 10

  private let diff: RunDiff
  /// Of screen-seconds.
  private let decimals: Int

  /// The table of a comparison; its screen-seconds have as many decimals as they need to differ.
  init(_ diff: RunDiff) {
    self.diff = diff
    let greatest = diff.stretches.map { abs($0.difference.stallSeconds) }.max() ?? 1
    decimals = greatest >= 0.1 ? 3 : greatest >= 0.01 ? 4 : 5
  }

  /// The greatest, the sum of the rest, and the whole runs.
  var greatest: Table {
    var table = Table(columns)
    for stretch in diff.stretches.prefix(Self.shown) { table.append(cells(stretch)) }
    let rest = diff.stretches.dropFirst(Self.shown)
    if !rest.isEmpty {
      let items = rest.reduce(into: Set<Int>()) { $0.formUnion($1.items) }
      table.append(
        cells(
          ["\(rest.count) more", "", "", "\(items.count)"],
          rest.reduce(RunDiff.Figures()) { $0 + $1.a },
          rest.reduce(RunDiff.Figures()) { $0 + $1.b }, because: ""))
    }
    table.append(
      cells(["whole run", "", "", ""], diff.figures.a, diff.figures.b, because: ""))
    return table
  }

  /// Every stretch.
  var whole: Table {
    var table = Table(columns)
    for stretch in diff.stretches { table.append(cells(stretch)) }
    return table
  }

  private var columns: [Table.Column] {
    [
      .left("worse"), .right("from s"), .right("to s"), .right("items"),
      .right("\(diff.name(.a)) \(Figure.stall.header)"),
      .right("\(diff.name(.b)) \(Figure.stall.header)"),
      .right("difference s"), .right("waits ms"), Figure.neverShown.tableColumn,
      Figure.hits.tableColumn,
      .prose("images absent because"),
    ]
  }

  private func cells(_ stretch: RunDiff.Stretch) -> [String] {
    cells(
      [
        stretch.worse.map(diff.name) ?? "even", Self.seconds(stretch.start),
        Self.seconds(stretch.end), "\(stretch.items.count)",
      ], stretch.a, stretch.b, because: stretch.because)
  }

  private func cells(
    _ first: [String], _ a: RunDiff.Figures, _ b: RunDiff.Figures, because: String
  ) -> [String] {
    let difference = a - b
    return first + [
      NumberText.fixed(a.stallSeconds, decimals: decimals),
      NumberText.fixed(b.stallSeconds, decimals: decimals),
      Self.signed(difference.stallSeconds, decimals: decimals),
      Self.signed(difference.waited.milliseconds, decimals: 0),
      Self.signed(Double(difference.neverShown), decimals: 0),
      Self.signed(Double(difference.hits), decimals: 0), because,
    ]
  }

  private static func seconds(_ time: SimTime) -> String {
    NumberText.fixed(time.seconds, decimals: 2)
  }

  /// With its sign, above zero, too.
  private static func signed(_ value: Double, decimals: Int) -> String {
    let text = NumberText.fixed(value, decimals: decimals)
    let isZero = text.allSatisfy { "0.".contains($0) }
    return value > 0 && !isZero ? "+\(text)" : text
  }
}
