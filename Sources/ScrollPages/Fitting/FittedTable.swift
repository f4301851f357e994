/// A table that is wider than the terminal, narrowed until it fits.
///
/// These steps follow each other until the table fits:
///
/// 1. Empty columns are removed.
/// 2. Cells and settings that all rows share are printed once above the table.
/// 3. Headers take two lines.
/// 4. Sentences are broken into lines, beside the other columns or below their row.
/// 5. Commands move below their row.
/// 6. Names that consecutive rows share move above these rows.
/// 7. Columns are left out by their priority, and names are cut in the middle.
///
/// A last line names the missing parts and the option that shows them.
struct FittedTable {
  /// The least width of a fitted table.
  ///
  /// A narrower terminal counts as this wide.
  static let leastWidth = 24

  let width: Int
  let rowCount: Int
  /// The columns beside each other.
  private(set) var columns: [FittedColumn]
  private(set) var widths: [Int] = []
  /// The columns whose cells are printed above the rows that share them.
  private(set) var heads: [FittedColumn] = []
  /// The columns whose cells are printed below their row.
  private(set) var below: [FittedColumn] = []
  /// The cells that all rows share, printed above: columns with their values.
  private(set) var shared: [(column: Table.Column, value: String)] = []
  /// The settings that all names share, printed above.
  private(set) var said: [String] = []
  private(set) var leftOut: [String] = []
  private(set) var hasCutNames = false

  /// Creates a fitted table.
  ///
  /// - Parameters:
  ///   - table: A table with at least one column.
  ///   - width: The number of columns of the terminal; fewer than 24 count as 24.
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

  /// Returns the total width of columns, with the gaps between them.
  private static func sum(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + Table.gap * max(0, widths.count - 1)
  }

  private mutating func dropEmpty() {
    columns = columns.prefix(1) + columns.dropFirst().filter { !$0.isEmpty }
  }

  /// Moves the cells that all rows share above the table, except for the key figures.
  private mutating func share() {
    func isShared(_ column: FittedColumn) -> Bool {
      column.shared != nil && !(column.column.content == .figures && column.priority == .key)
    }
    // At least one column must remain for every row.
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

  /// Breaks sentences into lines.
  ///
  /// The lines are beside the other columns if all of these fit, otherwise below their row.
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

  /// Moves commands below their row.
  ///
  /// This step comes before names are cut.
  private mutating func placeCommands() { placeBelow { $0.content == .commands } }

  /// Moves some columns below their row, but not the first column of the table.
  private mutating func placeBelow(_ isBelow: (Table.Column) -> Bool) {
    below += columns.dropFirst().filter { isBelow($0.column) }
    columns = columns.prefix(1) + columns.dropFirst().filter { !isBelow($0.column) }
  }

  /// Moves the first columns of names above consecutive rows that share the names, if otherwise a
  /// column would be left out.
  private mutating func group() {
    guard Self.sum(columns.map(\.least)) > width else { return }
    let names = columns.prefix { $0.column.content == .names && $0.column.tones.isEmpty }
    let counts = (0...names.count).prefix { $0 < columns.count }
    guard let count = counts.last(where: { names.prefix($0).groupRows(rowCount) }) else { return }
    heads = Array(columns.prefix(count))
    columns.removeFirst(count)
  }

  /// Cuts names, and leaves out columns if cutting names is not enough.
  ///
  /// Columns with the highest priority are left out last. Among them, figures are left out before
  /// names, and the first name and the first figure stay.
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

  /// Leaves out columns until the others fit, or until none may be left out.
  private mutating func leaveOut(_ least: inout [Int], _ next: ([FittedColumn]) -> Int?) {
    while Self.sum(least) > width {
      guard let place = next(columns) else { return }
      leftOut.append(columns[place].column.header.visible)
      columns.remove(at: place)
      least.remove(at: place)
    }
  }

  /// Returns the widths of the columns that fit the table.
  ///
  /// The widest column shrinks first, and no column shrinks below its least width.
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
  /// Returns the lines of the table.
  func text(style: TerminalStyle) -> String {
    var text = sharedLines(style)
    text += said.map { TextLines.lines($0, to: width, breakingWords: true) }.joined()
      .map { $0 + "\n" }.joined()
    if !text.isEmpty { text += "\n" }
    for line in lines(columns.map(\.header), fromBottom: true) { text += style.bold(line) + "\n" }
    for row in 0..<rowCount {
      text += headLines(row, style)
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

  /// Returns lines with the cells that all rows share.
  ///
  /// Words have the same colors as in the table.
  private func sharedLines(_ style: TerminalStyle) -> String {
    guard !shared.isEmpty else { return "" }
    // A word that has a color stays on the line of its header.
    let parts = shared.map { column, value in
      let isToned = column.tones[value] != nil
      return "\(column.header.visible)\(isToned ? Self.bound : " ")\(value)"
    }
    let lines = TextLines.lines(
      "All rows: \(parts.joined(separator: ", "))", to: width, breakingWords: true)
    return lines.map { line in
      shared.reduce(line) { line, part in
        guard let tone = part.column.tones[part.value] else { return line }
        return line.replacing(Self.bound + part.value, with: " \(style.colored(part.value, tone))")
      } + "\n"
    }.joined()
  }

  /// A space at which lines do not break.
  private static let bound = "\u{a0}"

  /// Returns the lines of a row whose cells have several lines each.
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

  /// Returns the heading with the names that consecutive rows share, if a row is the first of these
  /// rows.
  private func headLines(_ row: Int, _ style: TerminalStyle) -> String {
    guard row == 0 || heads.contains(where: { $0.cells[row] != $0.cells[row - 1] }) else {
      return ""
    }
    let names = heads.map { "\($0.header.joined(separator: " ")) \($0.cells[row])" }
    guard !names.isEmpty else { return "" }
    let lines = TextLines.lines(
      names.joined(separator: ", "), to: width, breakingWords: true)
    return (row == 0 ? "" : "\n") + lines.map { style.bold($0) + "\n" }.joined()
  }

  /// Returns the sentences and commands below a row.
  ///
  /// If several columns are below the row, sentences begin with the header of their column.
  private func linesBelow(_ row: Int) -> [String] {
    below.filter { !$0.cells[row].isEmpty && $0.cells[row] != "-" }.flatMap { column in
      let isCommand = column.column.content == .commands
      let name =
        below.count > 1 && !isCommand ? "\(column.header.joined(separator: " ")): " : ""
      return TextLines.lines(
        name + column.cells[row], to: width - 2, breakingWords: !isCommand
      ).map { "  " + $0 }
    }
  }

  /// A note that names the missing parts and the option that shows them; `nil` if nothing is
  /// missing.
  private var note: String? {
    guard leftOut.isEmpty else {
      return "Left out: \(leftOut.reversed().joined(separator: ", ")). --wide shows every column."
    }
    return hasCutNames ? "Names are shortened; --wide shows them in full." : nil
  }
}

/// One column of a table while the table is narrowed to fit the terminal.
struct FittedColumn {
  /// The least width of sentences beside other columns.
  private static let leastProse = 18

  let column: Table.Column
  /// The lines of the header.
  private(set) var header: [String]
  private(set) var cells: [String]

  init(_ table: Table, _ index: Int) {
    column = table.columns[index]
    header = [column.header.visible]
    cells = table.rows.map { $0[index].visible }
  }

  var priority: Table.Column.Priority { column.priority }

  /// The width of the column's widest line.
  var width: Int { (header + cells).map(\.displayWidth).max() ?? 0 }

  /// The least width to which the column can shrink.
  var least: Int { least(names: ShortNames.usual) }

  /// Returns the least width to which the column can shrink if names need at least the given width.
  func least(names floor: Int) -> Int {
    switch column.content {
    case .figures, .commands: width
    case .names: max(headerWidth, min(width, ShortNames(cells).least(from: floor)))
    case .prose: min(width, max(headerWidth, Self.leastProse))
    }
  }

  private var headerWidth: Int { header.map(\.displayWidth).max() ?? 0 }

  /// The cell that all rows share; `nil` if they differ.
  var shared: String? {
    cells.count > 1 && cells.allSatisfy { $0 == cells[0] } ? cells[0] : nil
  }

  /// A Boolean value that indicates whether all cells are empty.
  var isEmpty: Bool { cells.allSatisfy { $0.isEmpty || $0 == "-" } }

  /// Breaks the header into two lines if that makes the column narrower.
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

  /// Removes the settings that all names share from the names.
  /// - Returns: A sentence for each kind of name.
  mutating func shareSettings() -> [String] {
    guard column.content == .names else { return [] }
    let names = SettingNames(cells)
    let short = cells.map { names.short[$0] ?? $0 }
    guard Set(short).count == Set(cells).count else { return [] }
    cells = short
    return names.said
  }

  /// Cuts the names.
  mutating func cut(to width: Int) {
    guard column.content == .names, self.width > width else { return }
    let short = ShortNames(cells).fitting(max(ShortNames.narrowest, width))
    cells = cells.map { short[$0] ?? $0 }
  }
}

extension Collection<FittedColumn> {
  /// Returns whether rows with equal cells are always consecutive, and groups have two rows or more
  /// on average.
  func groupRows(_ count: Int) -> Bool {
    let rows = (0..<count).map { row in map { $0.cells[row] } }
    let starts = rows.indices.count { $0 == 0 || rows[$0] != rows[$0 - 1] }
    return !isEmpty && starts * 2 <= count && Set(rows).count == starts
  }
}

/// Names that are shortened to fit a column.
///
/// The parts in which they differ and the values of settings are kept.
///
/// Two names never become equal: if cutting alone would make them equal, each gets a number.
package struct ShortNames {
  /// The usual least width of a shortened name.
  ///
  /// Narrower names are hard to recognize.
  static let usual = 12
  /// The least possible width of a shortened name.
  ///
  /// Narrower names cannot be recognized.
  static let narrowest = 8
  /// The width at which equal names get numbers instead of a wider column.
  private static let most = 24
  /// The number of neighbors with which a name is compared.
  ///
  /// Neighbors are adjacent in the alphabetical order of the names, or of the reversed names.
  private static let neighbors = 16

  /// The names without repetitions.
  private let names: [[Character]]
  /// The range in which each name differs from the most similar names.
  private let telling: [Range<Int>]

  package init(_ names: [String]) {
    let names = Set(names).sorted().map(Array.init)
    self.names = names
    let backward = names.indices.sorted {
      String(names[$0].reversed()) < String(names[$1].reversed())
    }
    var telling = [Range<Int>?](repeating: nil, count: names.count)
    for order in [Array(names.indices), backward] {
      for (place, index) in order.enumerated() {
        for other in order[max(0, place - Self.neighbors)..<place] {
          for (one, two) in [(index, other), (other, index)] {
            guard let part = Self.difference(names[one], from: names[two]) else { continue }
            telling[one] =
              telling[one].map {
                min($0.lowerBound, part.lowerBound)..<max($0.upperBound, part.upperBound)
              } ?? part
          }
        }
      }
    }
    self.telling = zip(names, telling).map { $1 ?? 0..<$0.count }
  }

  /// Returns the smallest width at which the names differ without numbers, limited to a useful
  /// maximum.
  ///
  /// The values of settings fit into this width, unless `floor` is less than the usual width.
  func least(from floor: Int) -> Int {
    let widest = names.map { String($0).displayWidth }.max() ?? 0
    guard widest > floor else { return widest }
    let values =
      floor < Self.usual
      ? floor : names.compactMap { CutSettings(String($0))?.least }.max() ?? floor
    let widths = max(floor, min(values, Self.most))...max(floor, min(widest, Self.most))
    return widths.first { Set(cut($0)).count == names.count } ?? widths.upperBound
  }

  /// Returns the shortened names by their full names, each no wider than a width.
  /// - Precondition: The width is at least `narrowest`.
  /// - Complexity: O(*n* · *l*) for *n* names of *l* characters, and the time to sort them.
  package func fitting(_ width: Int) -> [String: String] {
    precondition(width >= Self.narrowest, "no name fits into \(width) columns")
    var short = cut(width)
    if Set(short).count < short.count {
      let digits = "\(names.count)".count
      let all = names.map { String($0) }
      short = cut(max(1, width - 1 - digits)).enumerated().map { place, text in
        all[place].displayWidth <= width ? all[place] : "\(text)~\(place + 1)"
      }
    }
    return Dictionary(zip(names.map { String($0) }, short), uniquingKeysWith: { $1 })
  }

  private func cut(_ width: Int) -> [String] {
    names.indices.map { place in
      var room = width
      // Wide characters take more than one column each.
      while room > 1 {
        let text = cut(place, to: room)
        if text.displayWidth <= width { return text }
        room -= 1
      }
      return "…"
    }
  }

  /// Returns a name cut to a number of characters: its beginning, and the part that distinguishes
  /// it from others.
  private func cut(_ place: Int, to width: Int) -> String {
    let (name, part) = (names[place], telling[place])
    guard name.count > width else { return String(name) }
    if let settings = CutSettings(String(name))?.text(width) { return settings }
    let room = width - part.count
    // The end is kept like the part before it if it costs no more than its ellipsis.
    let end = name.count - part.upperBound <= 1 ? name.count : part.upperBound
    if room < 2 || part.lowerBound == 0 && end == name.count {
      // The whole difference does not fit, so the beginning and the end are kept.
      let head = (width - 1) / 2
      return String(name.prefix(head) + "…" + name.suffix(width - 1 - head))
    }
    if end == name.count {
      let tail = name.count - part.lowerBound
      guard width > tail else { return "…" + String(name.suffix(width - 1)) }
      return String(name.prefix(width - 1 - tail) + "…" + name.suffix(tail))
    }
    guard part.lowerBound > room - 2 else { return String(name.prefix(width - 1)) + "…" }
    return String(name.prefix(room - 2) + "…" + name[part] + "…")
  }

  /// Returns the range in which a name differs from another one; `nil` if the two have little in
  /// common.
  private static func difference(_ name: [Character], from other: [Character]) -> Range<Int>? {
    let common = zip(name, other).prefix { $0 == $1 }.count
    let rest = zip(name.dropFirst(common).reversed(), other.dropFirst(common).reversed())
    let end = rest.prefix { $0 == $1 }.count
    guard 2 * (common + end) >= name.count else { return nil }
    return common..<name.count - end
  }
}

/// A name with settings that is made narrower.
///
/// The names of its settings are cut, and their values are kept.
///
/// `ring:ahead=0.5:behind=1` becomes `ring:ah…=0.5:be…=1`.
struct CutSettings {
  private let kind: String
  private let settings: [(name: String, value: String)]

  /// Creates the parts of a name; `nil` for a name without settings.
  init?(_ name: String) {
    guard let parts = SettingNames.parts(name), parts.count > 1 else { return nil }
    kind = parts[0]
    settings = parts.dropFirst().map { part in
      let name = part.prefix { $0 != "=" }
      return (String(name), String(part.dropFirst(name.count + 1)))
    }
  }

  /// The least width, with one letter of each setting's name.
  var least: Int { text(keeping: 1).displayWidth }

  /// Returns the text with as many letters of the settings' names as fit; `nil` if not even one
  /// letter fits.
  func text(_ width: Int) -> String? {
    let longest = settings.map(\.name.count).max() ?? 0
    return (1...max(1, longest)).reversed().lazy.map { text(keeping: $0) }
      .first { $0.displayWidth <= width }
  }

  private func text(keeping count: Int) -> String {
    let parts = settings.map { name, value in
      // An ellipsis is as wide as the letter that it replaces.
      "\(name.count > count + 1 ? name.prefix(count) + "…" : name)=\(value)"
    }
    return ([kind] + parts).joined(separator: ":")
  }
}

/// Names with settings, such as `ring:ahead=2:behind=1`, without the settings that all names of a
/// kind share.
///
/// Settings that have their default in all rows are left out, too.
struct SettingNames {
  /// The short form of each name.
  let short: [String: String]
  /// A sentence for each kind, such as `ring: behind=1, cancelOnReversal=false`.
  let said: [String]

  init(_ names: [String]) {
    var (short, said) = ([String: String](), [String]())
    let parsed = Set(names).sorted().compactMap { name in Self.parts(name).map { (name, $0) } }
    for (kind, members) in Dictionary(grouping: parsed, by: { $0.1[0] }).sorted(by: {
      $0.key < $1.key
    }) {
      let first = members[0].1.dropFirst()
      let shared = first.filter { setting in members.allSatisfy { $0.1.contains(setting) } }
      guard members.count > 1, !shared.isEmpty else { continue }
      said.append("\(kind): \(shared.joined(separator: ", "))")
      for (name, parts) in members {
        short[name] = parts.filter { !shared.contains($0) }.joined(separator: ":")
      }
    }
    self.short = short
    self.said = said
  }

  /// Returns the kind of a name and its settings; `nil` for a name without settings, or in another
  /// format.
  static func parts(_ name: String) -> [String]? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard !name.contains(" "), !parts[0].contains("="),
      parts.dropFirst().allSatisfy({ $0.contains("=") })
    else { return nil }
    return parts
  }
}
