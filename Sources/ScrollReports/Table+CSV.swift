extension Table {
  /// Comma-separated values as in RFC 4180, but with line feeds alone between the lines.
  ///
  /// A cell with a comma, a quote or a line break stands in quotes, its quotes doubled.
  public func csv() -> String {
    ([columns.map(\.header)] + rows)
      .map { $0.map(Self.csvField).joined(separator: ",") + "\n" }.joined()
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
