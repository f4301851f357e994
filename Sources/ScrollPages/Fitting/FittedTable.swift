/// A table that is wider than the terminal, made to fit.
///
/// In this order, until it fits: columns without a word are dropped; what all rows share is said
/// once above, and so are settings that all names share; headers take two lines; sentences are
/// broken into lines, beside the other columns or below their row; commands stand below their row;
/// names that several rows in turn share stand above these; names are cut in the middle; columns are
/// left out, by their priority. A last line says what is missing and how to see it.
struct FittedTable {
  /// Nothing fits a narrower terminal.
  static let leastWidth = 24

  let width: Int
  let rowCount: Int
  /// Beside each other.
  private(set) var columns: [FittedColumn]
  private(set) var widths: [Int] = []
  /// Above the rows that share their cells.
  private(set) var heads: [FittedColumn] = []
  /// Below their row.
  private(set) var below: [FittedColumn] = []
  /// Above, what all rows share: columns with their values.
  private(set) var shared: [(column: Table.Column, value: String)] = []
  /// Above, settings that all names share.
  private(set) var said: [String] = []
  private(set) var leftOut: [String] = []
  private(set) var hasCutNames = false

  /// - Parameters:
  ///   - table: at least one column.
  ///   - width: columns of the terminal; fewer than 24 are taken for 24.
  init(_ table: Table, width: Int) {
    self.width = max(Self.leastWidth, width)
    rowCount = table.rows.count
    columns = table.columns.indices.map { FittedColumn(table, $0) }
    let steps: [(inout FittedTable) -> Void] = [
      { $0.dropEmpty() }, { $0.share() }, { $0.shareSettings() }, { $0.breakHeaders() },
      { $0.placeProse() }, { $0.placeCommands() }, { $0.group() }, { $0.cut() },
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

  private mutating func dropEmpty() {
    columns = columns.prefix(1) + columns.dropFirst().filter { !$0.isEmpty }
  }

  /// Says once what all rows share, but for the figures that a table is made for.
  private mutating func share() {
    func isShared(_ column: FittedColumn) -> Bool {
      column.shared != nil && !(column.column.content == .figures && column.priority == .key)
    }
    // Something must be left of every row.
    let first = columns.allSatisfy(isShared) ? 1 : 0
    shared = columns.dropFirst(first).filter(isShared).map { ($0.column, $0.cells[0]) }
    columns = columns.prefix(first) + columns.dropFirst(first).filter { !isShared($0) }
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
      placeBelow { $0.content == .prose }
    }
  }

  /// Commands stand below their row before a name is cut.
  private mutating func placeCommands() { placeBelow { $0.content == .commands } }

  /// Takes columns out from beside the others, all but the first.
  private mutating func placeBelow(_ isBelow: (Table.Column) -> Bool) {
    below += columns.dropFirst().filter { isBelow($0.column) }
    columns = columns.prefix(1) + columns.dropFirst().filter { !isBelow($0.column) }
  }

  /// Takes the first names out from beside the others where rows in turn share them, before a column
  /// would be left out.
  private mutating func group() {
    guard Self.sum(columns.map(\.least)) > width else { return }
    let names = columns.prefix { $0.column.content == .names && $0.column.tones.isEmpty }
    let counts = (0...names.count).prefix { $0 < columns.count }
    guard let count = counts.last(where: { names.prefix($0).groupRows(rowCount) }) else { return }
    heads = Array(columns.prefix(count))
    columns.removeFirst(count)
  }

  /// Cuts names, and leaves out columns as long as even that does not help.
  ///
  /// Of those that are to be kept names stay longer than figures, and the first figure as long as
  /// the first name.
  private mutating func cut() {
    var least = columns.map(\.least)
    leaveOut(&least) { columns in
      let places = columns.indices.dropFirst().reversed().filter { columns[$0].priority < .key }
      return places.min { columns[$0].priority < columns[$1].priority }
    }
    if Self.sum(least) > width { least = columns.map { $0.least(names: ShortNames.narrowest) } }
    leaveOut(&least) { columns in
      let figures = columns.indices.filter { columns[$0].column.content == .figures }
      let names = columns.indices.filter { columns[$0].column.content != .figures }
      return figures.dropFirst().last ?? names.dropFirst().last ?? columns.indices.dropFirst().last
    }
    widths = fair(least)
    for place in columns.indices where widths[place] < columns[place].width {
      columns[place].cut(to: widths[place])
      hasCutNames = true
    }
  }

  /// Leaves out columns until the rest has room, or none may go.
  private mutating func leaveOut(_ least: inout [Int], _ next: ([FittedColumn]) -> Int?) {
    while Self.sum(least) > width {
      guard let place = next(columns) else { return }
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
