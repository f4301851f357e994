extension SweepSpec {
  /// The spec as YAML, the same for the same question however it was written.
  package var text: String {
    var lines: [String] = []
    if !title.isEmpty { lines.append("title: \(Self.quoted(title))") }
    lines.append("axes:")
    lines += Self.lines(base).map { "  \($0)" }
    for (name, grids) in [("exclude", exclude), ("include", include)] where !grids.isEmpty {
      lines.append("\(name):")
      for grid in grids {
        for (index, line) in Self.lines(grid).enumerated() {
          lines.append((index == 0 ? "  - " : "    ") + line)
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ grid: SweepGrid) -> [String] {
    var lines: [String] = []
    for axis in SweepAxis.allCases {
      guard let values = grid.axes[axis] else { continue }
      lines.append("\(axis.rawValue): \(list(values))")
    }
    guard !grid.settings.isEmpty else { return lines }
    lines.append("set:")
    for axis in grid.settings { lines.append("  \(axis.name): \(list(axis.values))") }
    return lines
  }

  private static func list(_ values: [SweepValue]) -> String {
    "[" + values.map { quoted($0.text) }.joined(separator: ", ") + "]"
  }

  /// In double quotes unless it is plain in YAML wherever it stands.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      text.first.map { $0.isLetter || $0.isNumber } ?? false
      && text.allSatisfy { $0.isLetter || $0.isNumber || "._-/".contains($0) }
    guard !isPlain else { return text }
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value):
        quoted += "\\x" + hexadecimal(scalar.value)
      case "\u{2028}", "\u{2029}": quoted += "\\u" + hexadecimal(scalar.value)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }
}
