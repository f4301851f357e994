import Foundation

/// Rows of text under a header, for people, spreadsheets and Markdown.
///
///     var table = Table([.left("policy"), .right("hits")])
///     table.append(["lru", "81.2 %"])
///     print(table.text())
///
/// Cells are text, already rounded. Every rendering ends with a line break.
package struct Table: Sendable, Equatable {
  package let columns: [Column]
  package private(set) var rows: [[String]] = []

  /// Creates a table without rows.
  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row.
  /// - Precondition: The row has a cell for every column.
  package mutating func append(_ row: [String]) {
    precondition(row.count == columns.count, "\(row.count) cells for \(columns.count) columns")
    rows.append(row)
  }
}

/// A column of a table with the text of each row, so that a header always matches its cells.
///
///     let columns: [Column<Standing>] = [
///       Column(.left("policy")) { $0.name },
///       Column(.right("runs")) { "\($0.runs)" },
///     ]
///     print(Table(columns, of: standings).text())
package struct Column<Row> {
  let head: Table.Column
  let cell: (Row) -> String

  /// Creates a column.
  /// - Parameters:
  ///   - head: The header and the alignment.
  ///   - cell: Returns the text of a row.
  package init(_ head: Table.Column, _ cell: @escaping (Row) -> String) {
    self.head = head
    self.cell = cell
  }
}

extension Table {
  /// Creates a table with a row for each element.
  /// - Complexity: O(rows x columns).
  package init<Row>(_ columns: [ScrollPages.Column<Row>], of elements: some Sequence<Row>) {
    self.init(columns.map(\.head))
    rows = elements.map { element in columns.map { $0.cell(element) } }
  }
}

extension Table {
  /// Returns comma-separated values as in RFC 4180, but with only line feeds between the lines.
  ///
  /// A cell with a comma, a quote or a line break is in quotes, with its quotes doubled. A text
  /// that a spreadsheet would take for a formula has an apostrophe in front.
  package func csv() -> String {
    ([columns.map(\.header)] + rows).map(Self.csvLine).joined()
  }

  /// Returns one line of comma-separated values, for output that is too long to be collected in a
  /// table.
  package static func csvLine(_ cells: [String]) -> String {
    cells.map(csvField).joined(separator: ",") + "\n"
  }

  private static func csvField(_ text: String) -> String {
    let cell = isFormula(text) ? "'\(text)" : text
    let special = cell.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    guard special || cell.first == " " || cell.last == " " else { return cell }
    var quoted = ""
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return "\"\(quoted)\""
  }

  /// Returns `true` for a text that a spreadsheet may run as a formula.
  ///
  /// Figures such as -1.5 or +3.2 % are none.
  private static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.unicodeScalars.first else { return false }
    if ["=", "@", "\t", "\r"].contains(first) { return true }
    guard first == "+" || first == "-" else { return false }
    let rest = cell.unicodeScalars.dropFirst()
    guard let second = rest.first else { return false }
    let isFigure = "0"..."9" ~= second || [".", " ", "∞"].contains(second)
    return !isFigure || rest.contains { "=@|!()'\":\t\r\n".unicodeScalars.contains($0) }
  }
}

extension Table {
  /// A column: its header, its alignment, and the way in which it gets narrower if the table is
  /// wider than the terminal.
  package struct Column: Sendable, Equatable {
    enum Alignment: Sendable { case left, right }

    /// The kind of the cells, which decides how they may be made narrower.
    enum Content: Sendable {
      /// Figures, which are never cut, because a part of a figure is another figure.
      case figures
      /// Names, which are cut in the middle.
      case names
      /// Sentences, which are broken into lines, if necessary below the row.
      case prose
      /// Commands, which are never cut, because a part of a command is useless. If they do not fit,
      /// they are printed below the row.
      case commands
    }

    /// The priority of a column if not all columns fit.
    ///
    /// Among columns with equal priority, the last is left out first.
    package enum Priority: Int, Sendable, Comparable {
      case detail, usual, key

      package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package let header: String
    let alignment: Alignment
    let content: Content
    private(set) var priority = Priority.usual
    /// The words that have a color on a terminal.
    private(set) var tones: [String: TerminalStyle.Tone] = [:]

    /// Returns a column of words.
    package static func left(_ header: String) -> Column {
      Column(header: header, alignment: .left, content: .names)
    }

    /// Returns a column of figures.
    package static func right(_ header: String) -> Column {
      Column(header: header, alignment: .right, content: .figures)
    }

    /// Returns a column of sentences.
    package static func prose(_ header: String) -> Column {
      Column(header: header, alignment: .left, content: .prose)
    }

    /// Returns a column of commands or options, to be typed as they are.
    package static func command(_ header: String) -> Column {
      Column(header: header, alignment: .left, content: .commands)
    }

    /// Returns the same column with another priority.
    package func keeping(_ priority: Priority) -> Column {
      var column = self
      column.priority = priority
      return column
    }

    /// Returns the same column with colors for some words.
    package func toned(_ tones: [String: TerminalStyle.Tone]) -> Column {
      var column = self
      column.tones = tones
      return column
    }
  }
}

extension Table {
  /// Returns a table in GitHub's Markdown, with its columns aligned in the source, too.
  ///
  /// Characters that would be markup in a cell, such as bars and tags, are escaped. Line breaks and
  /// other control characters become spaces.
  package func markdown() -> String {
    let header = columns.map { Self.markdownCell($0.header) }
    let cells = rows.map { $0.map(Self.markdownCell) }
    let widths = columns.indices.map { column in
      max(3, ([header] + cells).map { $0[column].displayWidth }.max() ?? 0)
    }
    let rule = zip(columns, widths).map { column, width in
      column.alignment == .left
        ? String(repeating: "-", count: width)
        : String(repeating: "-", count: width - 1) + ":"
    }
    return ([header, rule] + cells).map { row in
      "| "
        + columns.indices.map { pad(row[$0], column: $0, to: widths[$0]) }
        .joined(separator: " | ") + " |\n"
    }.joined()
  }

  private func pad(_ cell: String, column: Int, to width: Int) -> String {
    let padding = String(repeating: " ", count: width - cell.displayWidth)
    return columns[column].alignment == .left ? cell + padding : padding + cell
  }

  private static func markdownCell(_ cell: String) -> String {
    var escaped = ""
    for scalar in cell.unicodeScalars {
      switch scalar {
      case "|", "\\", "<", "&", "`", "*", "[": escaped += "\\\(scalar)"
      case _ where scalar.isHidden: escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Table {
  /// Returns aligned text, with two spaces between columns and none at the end of a line.
  ///
  /// Control characters in a cell, such as a line break or an escape, are replaced by visible
  /// symbols. So no cell can break the table or control the terminal.
  ///
  /// - Parameter style: The style, which determines whether the header is bold and words have
  ///   colors.
  /// - Returns: One line for the header and one per row.
  package func text(style: TerminalStyle = .plain) -> String {
    let header = columns.map { $0.header.visible }
    let cells = rows.map { $0.map(\.visible) }
    let widths = columns.indices.map { column in
      ([header] + cells).map { $0[column].displayWidth }.max() ?? 0
    }
    var text = style.bold(Self.line(header, columns, widths)) + "\n"
    for row in cells { text += Self.line(row, columns, widths, style) + "\n" }
    return text
  }

  /// Returns aligned text for a terminal, in which no line is longer than the terminal is wide.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the terminal; `nil` if the width is not limited.
  ///   - style: The style, which determines whether the header is bold and words have colors.
  /// - Returns: The lines of the table if it fits, else those of `FittedTable`.
  package func text(fitting width: Int?, style: TerminalStyle = .plain) -> String {
    guard let width, self.width > width else { return text(style: style) }
    return FittedTable(self, width: width).text(style: style)
  }

  /// The number of terminal columns that the table's text takes.
  package var width: Int {
    let widths = columns.indices.map { column in
      ([columns[column].header.visible] + rows.map { $0[column].visible })
        .map(\.displayWidth).max() ?? 0
    }
    return widths.reduce(0, +) + Self.gap * max(0, columns.count - 1)
  }

  /// The number of spaces between columns.
  static let gap = 2

  /// Returns one line of aligned cells.
  static func line(
    _ cells: [String], _ columns: [Column], _ widths: [Int], _ style: TerminalStyle = .plain
  ) -> String {
    var line = ""
    // Spaces are pending until another cell follows, so no line ends in them.
    var owed = 0
    for (column, cell) in cells.enumerated() {
      let padding = max(0, widths[column] - cell.displayWidth)
      if column > 0 { owed += gap }
      if columns[column].alignment == .right { owed += padding }
      if !cell.isEmpty {
        line += String(repeating: " ", count: owed)
        line += columns[column].tones[cell].map { style.colored(cell, $0) } ?? cell
        owed = 0
      }
      if columns[column].alignment == .left { owed += padding }
    }
    return line
  }
}

/// The use of ANSI escapes in output.
package struct TerminalStyle: Sendable, Equatable {
  package let isStyled: Bool

  package static let plain = TerminalStyle(isStyled: false)
  package static let styled = TerminalStyle(isStyled: true)

  /// The style of standard output.
  ///
  /// It is plain unless standard output is a terminal, `NO_COLOR` is unset or empty (no-color.org)
  /// and `TERM` is not `dumb`.
  package static var standardOutput: TerminalStyle {
    fitting(
      isTerminal: isatty(STDOUT_FILENO) != 0,
      environment: ProcessInfo.processInfo.environment)
  }

  /// Returns the style for an output.
  package static func fitting(
    isTerminal: Bool, environment: [String: String]
  ) -> TerminalStyle {
    guard isTerminal, environment["NO_COLOR", default: ""].isEmpty,
      environment["TERM"] != "dumb"
    else { return .plain }
    return .styled
  }

  package func bold(_ text: String) -> String { wrapped(text, "1") }

  /// Returns a text in the color of a rating.
  func colored(_ text: String, _ tone: Tone) -> String { wrapped(text, tone.code) }

  /// The escape codes that the style adds to texts.
  package var codes: [String] {
    isStyled ? (["1"] + Tone.allCases.map(\.code) + [Self.end]).map(Self.escape) : []
  }

  private static let end = "0"

  private static func escape(_ code: String) -> String { "\u{1b}[\(code)m" }

  private func wrapped(_ text: String, _ code: String) -> String {
    isStyled && !text.isEmpty ? Self.escape(code) + text + Self.escape(Self.end) : text
  }
}

extension TerminalStyle {
  /// The rating of a word, which is shown as a color.
  ///
  /// The colors are from the fixed part of the 256 terminal colors, which themes do not change.
  /// They have a medium lightness, with a contrast of at least 3.9:1 to black and to white. A
  /// reader who sees no colors finds the same meaning in the word.
  package enum Tone: Sendable, CaseIterable {
    case good, warning, critical

    /// The parameters of the escape: #008700, #af5f00, and #d70000 in bold.
    var code: String {
      switch self {
      case .good: "38;5;28"
      case .warning: "38;5;130"
      case .critical: "1;38;5;160"
      }
    }
  }
}
