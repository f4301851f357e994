extension Table {
  /// Comma-separated values as in RFC 4180, but with line feeds alone between the lines.
  ///
  /// A cell with a comma, a quote or a line break stands in quotes, its quotes doubled.
  package func csv() -> String {
    ([columns.map(\.header)] + rows).map(Self.csvLine).joined()
  }

  /// One line of comma-separated values, for those who print more rows than a table holds.
  package static func csvLine(_ cells: [String]) -> String {
    cells.map(csvField).joined(separator: ",") + "\n"
  }

  private static func csvField(_ cell: String) -> String {
    let special = cell.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    guard special || cell.first == " " || cell.last == " " else { return cell }
    var quoted = ""
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return "\"\(quoted)\""
  }
}
