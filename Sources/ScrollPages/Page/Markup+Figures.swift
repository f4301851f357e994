extension Markup {
  /// Appends a sentence in which figures with a unit are bold, such as `leaves **2.1 s**`.
  ///
  /// If a figure is a part of a whole, only the part is bold: `**65** of 240 s`.
  package mutating func append(boldFigures sentence: String) {
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    while index < words.count {
      if index > 0 { append(text: " ") }
      let next = index + 1 < words.count ? Self.parted(words[index + 1]) : nil
      if index + 3 < words.count, Self.isNumber(words[index][...]), words[index + 1] == "of",
        Self.isNumber(words[index + 2][...]),
        Self.units.contains(Self.parted(words[index + 3]).word)
      {
        element("strong", text: words[index])
        append(text: " of \(words[index + 2])")
        index += 3
      } else if let next, Self.isNumber(words[index].drop { $0 == "(" }),
        Self.units.contains(next.word)
      {
        let opening = words[index].prefix { $0 == "(" }
        append(text: String(opening))
        element("strong", text: "\(words[index].dropFirst(opening.count)) \(next.word)")
        append(text: next.rest)
        index += 2
      } else {
        append(text: words[index])
        index += 1
      }
    }
  }

  private static let units: Set = ["s", "ms", "%"]

  private static func isNumber(_ word: Substring) -> Bool {
    let digits = word.drop { $0 == "+" || $0 == "-" }
    return !digits.isEmpty && digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }

  /// Returns a word and the punctuation after it.
  private static func parted(_ word: String) -> (word: String, rest: String) {
    let end = word.firstIndex { ".,;:)".contains($0) } ?? word.endIndex
    return (String(word[..<end]), String(word[end...]))
  }
}
