/// A table that is wider than the terminal, made to fit.
///
/// In this order, until it fits: what all rows share is said once above, and so are settings that
/// all names share; headers take two lines; sentences are broken into lines, beside the other
/// columns or below their row; names are cut in the middle; columns are left out, by their
/// priority. A last line says what is missing and how to see it.
struct FittedTable {
  /// Nothing fits a narrower terminal.
  static let leastWidth = 24

  private let width: Int
  private let rowCount: Int
  /// Beside each other.
  private var columns: [FittedColumn]
  private var widths: [Int] = []
  /// Below their row.
  private var below: [FittedColumn] = []
  /// Above.
  private var said: [String] = []
  private var leftOut: [String] = []
  private var hasCutNames = false

  /// - Parameters:
  ///   - table: at least one column.
  ///   - width: columns of the terminal; fewer than 24 are taken for 24.
  init(_ table: Table, width: Int) {
    self.width = max(Self.leastWidth, width)
    rowCount = table.rows.count
    columns = table.columns.indices.map { FittedColumn(table, $0) }
    let steps: [(inout FittedTable) -> Void] = [
      { $0.share() }, { $0.shareSettings() }, { $0.breakHeaders() }, { $0.placeProse() },
      { $0.cut() },
    ]
    for step in steps where !fits { step(&self) }
    if widths.isEmpty { widths = columns.map(\.width) }
  }

  private var fits: Bool {
    !widths.isEmpty || Self.sum(columns.map(\.width)) <= width
  }

  /// With the gaps between them.
  private static func sum(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + Table.gap * max(0, widths.count - 1)
  }

  private mutating func share() {
    // Something must be left of every row.
    let first = columns.allSatisfy { $0.shared != nil } ? 1 : 0
    let shared = columns.dropFirst(first).filter { $0.shared != nil }
    guard !shared.isEmpty else { return }
    columns = columns.prefix(first) + columns.dropFirst(first).filter { $0.shared == nil }
    let values = shared.compactMap { column in
      column.shared.map { "\(column.header[0]) \($0.isEmpty ? "-" : $0)" }
    }
    said.append("All rows: \(values.joined(separator: ", "))")
  }

  private mutating func shareSettings() {
    for place in columns.indices { said += columns[place].shareSettings() }
  }

  private mutating func breakHeaders() {
    for place in columns.indices { columns[place].breakHeader() }
  }

  /// Breaks sentences into lines beside the other columns if all of these have room, else below.
  private mutating func placeProse() {
    let prose = columns.indices.filter { columns[$0].column.content == .prose }
    guard !prose.isEmpty else { return }
    let narrow = columns.map { $0.column.content == .prose ? $0.least : $0.width }
    if Self.sum(narrow) <= width || prose.count == columns.count {
      widths = fair(narrow)
    } else {
      below = prose.map { columns[$0] }
      columns.removeAll { $0.column.content == .prose }
    }
  }

  /// Cuts names, and leaves out columns as long as even that does not help.
  private mutating func cut() {
    var least = columns.map(\.least)
    leaveOut(below: .key, &least)
    if Self.sum(least) > width {
      least = columns.map { $0.least(names: ShortNames.narrowest) }
      leaveOut(below: nil, &least)
    }
    widths = fair(least)
    for place in columns.indices where widths[place] < columns[place].width {
      columns[place].cut(to: widths[place])
      hasCutNames = true
    }
  }

  /// Leaves out columns until the rest has room: the lowest priority first, of equal ones the last.
  private mutating func leaveOut(below limit: Table.Column.Priority?, _ least: inout [Int]) {
    while Self.sum(least) > width {
      let places = columns.indices.dropFirst().reversed().filter { place in
        limit.map { columns[place].priority < $0 } ?? true
      }
      guard let place = places.min(by: { columns[$0].priority < columns[$1].priority }) else {
        return
      }
      leftOut.append(columns[place].column.header.visible)
      columns.remove(at: place)
      least.remove(at: place)
    }
  }

  /// The widths of columns when those that can be narrower give way, the widest first.
  private func fair(_ least: [Int]) -> [Int] {
    var widths = columns.map(\.width)
    while Self.sum(widths) > width {
      let place = widths.indices.filter { widths[$0] > least[$0] }.max { widths[$0] < widths[$1] }
      guard let place else { break }
      widths[place] -= 1
    }
    return widths
  }
}

extension FittedTable {
  /// Its lines.
  func text(style: TerminalStyle) -> String {
    var text = said.map { TextLines.lines($0, to: width, breakingWords: true) }.joined()
      .map { $0 + "\n" }.joined()
    if !said.isEmpty { text += "\n" }
    for line in lines(columns.map(\.header), fromBottom: true) { text += style.bold(line) + "\n" }
    for row in 0..<rowCount {
      let cells = zip(columns, widths).map { column, width in
        column.column.content == .prose
          ? TextLines.lines(column.cells[row], to: width, breakingWords: true)
          : [column.cells[row]]
      }
      for line in lines(cells, style) { text += line + "\n" }
      for line in linesBelow(row) { text += line + "\n" }
    }
    if let note {
      text +=
        "\n"
        + TextLines.lines(note, to: width, breakingWords: true)
        .map { $0 + "\n" }.joined()
    }
    return text
  }

  /// Cells of several lines beside each other, without lines of nothing.
  private func lines(
    _ cells: [[String]], _ style: TerminalStyle = .plain, fromBottom: Bool = false
  ) -> [String] {
    let count = cells.map(\.count).max() ?? 0
    return (0..<count).map { line in
      let texts = cells.map { cell in
        let place = fromBottom ? line - (count - cell.count) : line
        return cell.indices.contains(place) ? cell[place] : ""
      }
      return Table.line(texts, columns.map(\.column), widths, style)
    }
  }

  /// The sentences of a row, each under its header where there are several.
  private func linesBelow(_ row: Int) -> [String] {
    below.filter { !$0.cells[row].isEmpty }.flatMap { column in
      let name = below.count > 1 ? "\(column.header.joined(separator: " ")): " : ""
      return TextLines.lines(name + column.cells[row], to: width - 2, breakingWords: true)
        .map { "  " + $0 }
    }
  }

  /// What is missing, and how to see it.
  private var note: String? {
    guard leftOut.isEmpty else {
      return "Left out: \(leftOut.reversed().joined(separator: ", ")). --wide shows every column."
    }
    return hasCutNames ? "Names are shortened; --wide writes them whole." : nil
  }
}
