/// A column of a table that is being made narrower.
struct FittedColumn {
  /// Sentences are not broken into narrower lines beside other columns.
  private static let leastProse = 18

  let column: Table.Column
  /// Lines.
  private(set) var header: [String]
  private(set) var cells: [String]

  init(_ table: Table, _ index: Int) {
    column = table.columns[index]
    header = [column.header.visible]
    cells = table.rows.map { $0[index].visible }
  }

  var priority: Table.Column.Priority { column.priority }

  /// As wide as its widest line.
  var width: Int { (header + cells).map(\.displayWidth).max() ?? 0 }

  /// As narrow as it may become.
  var least: Int { least(names: ShortNames.usual) }

  /// As narrow as it may become with names of at least so many columns.
  func least(names floor: Int) -> Int {
    switch column.content {
    case .figures, .commands: width
    case .names: max(headerWidth, min(width, ShortNames(cells).least(from: floor)))
    case .prose: min(width, max(headerWidth, Self.leastProse))
    }
  }

  private var headerWidth: Int { header.map(\.displayWidth).max() ?? 0 }

  /// What all rows say; nil if they differ.
  var shared: String? {
    cells.count > 1 && cells.allSatisfy { $0 == cells[0] } ? cells[0] : nil
  }

  /// Whether it says nothing in any row.
  var isEmpty: Bool { cells.allSatisfy { $0.isEmpty || $0 == "-" } }

  /// Breaks its header into two lines where that makes it narrower.
  mutating func breakHeader() {
    let words = header[0].split(separator: " ")
    let needed = cells.map(\.displayWidth).max() ?? 0
    guard words.count > 1, header[0].displayWidth > needed else { return }
    let halves = (1..<words.count).map { place in
      [words[..<place], words[place...]].map { $0.joined(separator: " ") }
    }
    header =
      halves.reversed().min { left, right in
        (left.map(\.displayWidth).max() ?? 0) < (right.map(\.displayWidth).max() ?? 0)
      } ?? header
  }

  /// Takes out of its names the settings that all share.
  /// - Returns: a sentence for each kind of name.
  mutating func shareSettings() -> [String] {
    guard column.content == .names else { return [] }
    let names = SettingNames(cells)
    let short = cells.map { names.short[$0] ?? $0 }
    guard Set(short).count == Set(cells).count else { return [] }
    cells = short
    return names.said
  }

  /// Cuts its names.
  mutating func cut(to width: Int) {
    guard column.content == .names, self.width > width else { return }
    let short = ShortNames(cells).fitting(max(ShortNames.narrowest, width))
    cells = cells.map { short[$0] ?? $0 }
  }
}

extension Collection<FittedColumn> {
  /// Whether rows with the same cells follow each other, two of each on average.
  func groupRows(_ count: Int) -> Bool {
    let rows = (0..<count).map { row in map { $0.cells[row] } }
    let starts = rows.indices.count { $0 == 0 || rows[$0] != rows[$0 - 1] }
    return !isEmpty && starts * 2 <= count && Set(rows).count == starts
  }
}
