import ScrollPages

/// Text in lines that fit.
enum TextLines {
  /// The text broken at spaces, with a line break at its end.
  ///
  /// A word that is longer than a line keeps one of its own.
  static func wrapped(_ text: String, to width: Int) -> String {
    var lines: [String] = [""]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.displayWidth + 1 + String(word).displayWidth <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
