/// An estimate of the average width of text in the fonts of drawings.
///
/// The estimate is rather too wide than too narrow. A Latin letter counts as 0.63 of the font size,
/// a sign of comparison as 0.86. The widest letters, percent signs, East Asian scripts and emoji
/// count as the whole size. The figures are from DejaVu Sans, the widest of the common fonts.
package enum TextWidth {
  /// Returns the width of a line of text, in the units of its size.
  package static func estimate(_ text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + share(of: $1) } * size
  }

  private static func share(of letter: Unicode.Scalar) -> Double {
    switch letter {
    case "%", "W", "@": 1
    case "<", ">", "=", "+", "~", "M": 0.86
    default: letter.value < 0x1100 ? 0.63 : 1
    }
  }

  /// Returns the text, or its beginning and an ellipsis if it is wider.
  package static func shortened(_ text: String, to width: Double, size: Double) -> String {
    guard estimate(text, size: size) > width else { return text }
    var (end, sum) = (text.startIndex, 0.0)
    for place in text.indices {
      sum = text[place].unicodeScalars.reduce(sum) { $0 + share(of: $1) }
      guard (sum + share(of: "…")) * size <= width else { break }
      end = text.index(after: place)
    }
    return text[..<end] + "…"
  }
}

extension TextWidth {
  /// Returns the text in lines, broken between words.
  ///
  /// Text that does not fit into the last line is cut off.
  /// - Parameters:
  ///   - text: Words between single spaces.
  ///   - width: The width of a line, in the units of the size.
  ///   - size: The size of the letters.
  ///   - limit: The largest number of lines.
  /// - Returns: The lines; none for a text without words.
  package static func wrapped(
    _ text: String, to width: Double, size: Double, limit: Int
  ) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      // Words after a line that is too wide are cut off.
      if lines.count == limit, let last = lines.last, estimate(last, size: size) > width { break }
      if let last = lines.last,
        lines.count == limit || estimate("\(last) \(word)", size: size) <= width
      {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { shortened($0, to: width, size: size) }
  }
}
