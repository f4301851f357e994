/// The names above the columns of a grid: broken into lines, all of which end at one height.
///
/// A name breaks between words and after hyphens, so that `iphone-13-pro` stands on two lines over
/// a narrow column and beside its neighbors, not above or below them.
package struct ColumnHeads: Sendable {
  private static let size = 11.0, lineHeight = 13.0
  private static let mostLines = 4

  private let lines: [[String]]

  /// Names over columns of a width, in the units of the drawing.
  package init(_ names: [String], over width: Double) {
    lines = names.map { Self.lines($0, width: width) }
  }

  /// The least width at which no part of a name is cut.
  package static func leastWidth(_ names: [String]) -> Double {
    names.flatMap(pieces).map { TextWidth.estimate(trimmed($0), size: size) }.max() ?? 0
  }

  /// The height that they take.
  package var height: Double { Double(lines.map(\.count).max() ?? 0) * Self.lineHeight }

  /// Draws the name of a column so that its last line ends at a height.
  package func draw(
    _ column: Int, x: Double, bottom: Double, anchor: Anchor, _ svg: inout Markup
  ) {
    let texts = lines[column]
    for (index, text) in texts.enumerated() {
      let y = bottom - Double(texts.count - 1 - index) * Self.lineHeight
      svg.label(text, x: x, y: y, anchor: anchor, classes: "faint")
    }
  }

  private static func lines(_ name: String, width: Double) -> [String] {
    var lines: [String] = []
    for piece in pieces(name) {
      if let last = lines.last,
        lines.count == mostLines || TextWidth.estimate(trimmed(last + piece), size: size) <= width
      {
        lines[lines.count - 1] = last + piece
      } else {
        lines.append(piece)
      }
    }
    return lines.map { TextWidth.shortened(trimmed($0), to: width, size: size) }
  }

  /// The name in the pieces between which it may break, each with the space or hyphen it ends in.
  private static func pieces(_ name: String) -> [String] {
    var pieces = [""]
    for character in name {
      pieces[pieces.count - 1].append(character)
      if character == " " || character == "-" { pieces.append("") }
    }
    return pieces.filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: String) -> String {
    text.last == " " ? String(text.dropLast()) : text
  }
}
