import Foundation

extension SourceFile {
  /// All Swift files of the package.
  static func swift() throws -> [SourceFile] {
    try ["Sources", "Tests", "Notebooks"].flatMap { try all(in: $0, endingIn: ".swift") }
  }

  /// All scripts of the studio's page.
  static func scripts() throws -> [SourceFile] {
    try all(in: "Sources/CResources/Page", endingIn: ".js")
  }

  /// All Markdown pages of the package.
  static func pages() throws -> [SourceFile] {
    try ["Sources", "Tests", "Notebooks", "Traces", ""].flatMap { try all(in: $0, endingIn: ".md") }
  }

  /// The lines without blanks at their ends.
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// The first lines of the documentation comments, with their numbers; of a script, those of all
  /// comments.
  var documentation: [(line: Int, text: String)] {
    let marks = name.hasSuffix(".js") ? ["// ", "/** ", "* "] : ["///"]
    var found: [(line: Int, text: String)] = []
    var isInside = false
    for (index, line) in lines.enumerated() {
      let mark = marks.first { line.hasPrefix($0) }
      if let mark, !isInside {
        found.append((index + 1, line.dropFirst(mark.count).trimmingCharacters(in: .whitespaces)))
      }
      isInside = mark != nil
    }
    return found
  }

  /// The string literals; those that are joined with `+` are one.
  var literals: [Literal] {
    var parser = LiteralParser(text: Array(text.utf8))
    return parser.literals()
  }

  /// A text in a source file.
  struct Literal {
    var line: Int
    /// The text; `{}` replaces each interpolation.
    var text: String

    /// A Boolean value that indicates whether the text is code of another language.
    var isCode: Bool {
      ["/// ", "=>", "var(--", "SELECT ", "CREATE "].contains { text.contains($0) }
    }

    /// The words of each sentence, without examples, which are indented.
    var sentences: [[Substring]] {
      text.replacing("\\n", with: "\n").split(separator: /\n{2,}/).flatMap { paragraph in
        paragraph.split(separator: "\n").filter { !$0.hasPrefix("  ") }.joined(separator: " ")
          .split(separator: #/[.?!:]+ /#)
          .map { sentence in
            sentence.split(separator: " ").filter {
              $0.contains { $0.isLetter || $0.isNumber || $0 == "{" }
            }
          }
      }
    }
  }
}

/// A parser for the string literals of a Swift file.
private struct LiteralParser {
  let text: [UInt8]
  var index = 0
  var line = 1

  init(text: [UInt8]) {
    self.text = text
  }

  private func hasPrefix(_ prefix: String) -> Bool {
    text[index...].starts(with: prefix.utf8)
  }

  private mutating func skip(_ count: Int = 1) {
    for _ in 0..<count where index < text.count {
      if text[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  private mutating func skip(behind end: String) {
    while index < text.count, !hasPrefix(end) { skip() }
    skip(end.utf8.count)
  }

  mutating func literals() -> [SourceFile.Literal] {
    var found: [SourceFile.Literal] = []
    var isJoined = false
    while index < text.count {
      if hasPrefix("//") {
        skip(behind: "\n")
      } else if hasPrefix("`") {
        skip()
        skip(behind: "`")
        isJoined = false
      } else if let start = quote {
        let first = line
        let literal = self.literal(start)
        if isJoined, let last = found.last {
          found[found.count - 1].text = last.text + literal
        } else {
          found.append(SourceFile.Literal(line: first, text: literal))
        }
        // A following + joins the next literal.
        while index < text.count, " \n".utf8.contains(text[index]) { skip() }
        isJoined = index < text.count && text[index] == UInt8(ascii: "+")
        if isJoined { skip() }
      } else {
        if !" \n".utf8.contains(text[index]) { isJoined = false }
        skip()
      }
    }
    return found
  }

  /// The opening quotation mark at the index, with its number signs.
  private var quote: (signs: Int, isLong: Bool)? {
    let signs = text[index...].prefix { $0 == UInt8(ascii: "#") }.count
    guard index + signs < text.count, text[index + signs] == UInt8(ascii: "\"") else { return nil }
    return (signs, text[(index + signs)...].starts(with: "\"\"\"".utf8))
  }

  /// Reads a literal from its opening quotation mark on.
  private mutating func literal(_ start: (signs: Int, isLong: Bool)) -> String {
    let signs = String(repeating: "#", count: start.signs)
    let end = (start.isLong ? "\"\"\"" : "\"") + signs
    let escape = "\\" + signs
    skip(end.utf8.count)
    var content: [UInt8] = []
    while index < text.count, !hasPrefix(end) {
      if hasPrefix(escape + "(") {
        skip(escape.utf8.count + 1)
        skipInterpolation()
        content += Array("{}".utf8)
      } else if hasPrefix(escape + "\n") {
        // The text continues in the next line.
        skip(escape.utf8.count + 1)
        while index < text.count, text[index] == UInt8(ascii: " ") { skip() }
      } else if hasPrefix(escape) {
        content += text[index..<min(text.count, index + escape.utf8.count + 1)]
        skip(escape.utf8.count + 1)
      } else {
        content.append(text[index])
        skip()
      }
    }
    skip(end.utf8.count)
    let read = String(decoding: content, as: UTF8.self)
    return start.isLong ? Self.unindented(read) : read
  }

  private mutating func skipInterpolation() {
    var depth = 1
    while index < text.count, depth > 0 {
      if let start = quote {
        _ = literal(start)
      } else {
        if text[index] == UInt8(ascii: "(") { depth += 1 }
        if text[index] == UInt8(ascii: ")") { depth -= 1 }
        skip()
      }
    }
  }

  /// Returns the lines without the indentation that all of them have.
  private static func unindented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let least =
      lines.filter { !$0.allSatisfy { $0 == " " } }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(least) }.joined(separator: "\n")
  }
}
