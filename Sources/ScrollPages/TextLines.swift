/// Text in lines of a limited width.
package enum TextLines {
  /// Returns the text broken at spaces, with a line break at its end.
  ///
  /// A word that is longer than a line gets its own line.
  package static func wrapped(_ text: String, to width: Int) -> String {
    lines(text, to: width).joined(separator: "\n") + "\n"
  }

  /// Returns the lines of a text broken at spaces.
  ///
  /// - Parameters:
  ///   - text: The text, without line breaks.
  ///   - width: The number of columns of a terminal.
  ///   - breakingWords: `true` to also break words that are longer than a line.
  /// - Returns: At least one line.
  package static func lines(_ text: String, to width: Int, breakingWords: Bool = false) -> [String]
  {
    var lines: [String] = [""]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      for piece in breakingWords ? pieces(word, of: width) : [word] {
        let line = lines[lines.count - 1]
        if line.isEmpty {
          lines[lines.count - 1] = String(piece)
        } else if line.displayWidth + 1 + String(piece).displayWidth <= width {
          lines[lines.count - 1] += " " + piece
        } else {
          lines.append(String(piece))
        }
      }
    }
    return lines
  }

  /// Returns the pieces of a word, each no longer than a line.
  private static func pieces(_ word: Substring, of width: Int) -> [Substring] {
    guard String(word).displayWidth > width else { return [word] }
    var (pieces, room) = ([Substring](), 0)
    for index in word.indices {
      let next = String(word[index]).displayWidth
      if pieces.isEmpty || next > room {
        pieces.append(word[index..<word.index(after: index)])
        room = width - next
      } else {
        pieces[pieces.count - 1] = word[pieces[pieces.count - 1].startIndex...index]
        room -= next
      }
    }
    return pieces
  }
}
