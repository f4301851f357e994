extension String {
  /// The number of terminal columns that the text takes.
  ///
  /// A character takes 2 columns if it is wide (East Asian letters, emoji), 0 if it is a control or
  /// combining character, and 1 otherwise. Terminals differ in rare cases.
  package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// The text with a visible symbol in place of every control character, such as `␛` for an escape.
  package var visible: String {
    guard unicodeScalars.contains(where: \.isHidden) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      let picture: Unicode.Scalar? =
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7f: "\u{2421}"
        default: scalar.isHidden ? "\u{fffd}" : scalar
        }
      if let picture { text.unicodeScalars.append(picture) }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the character is an invisible one with an effect.
  ///
  /// Such a character controls a terminal, ends a line, or reverses the order of the following
  /// text.
  package var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}

extension Character {
  /// The width of the character's widest scalar.
  ///
  /// For example, an emoji of several people is as wide as the emoji of one.
  fileprivate var displayWidth: Int {
    // A variation selector turns a character into its emoji, which is wide.
    if unicodeScalars.contains("\u{fe0f}") { return 2 }
    return unicodeScalars.reduce(0) { max($0, $1.displayWidth) }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value >= 0x20 && value < 0x7f { return 1 }
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator,
      .paragraphSeparator:
      return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The blocks that Unicode Standard Annex 11 (East Asian Width) lists as wide or fullwidth.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3,
    0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6,
    0x1f1e6...0x1f1ff, 0x20000...0x3fffd,
  ]
}
