import ScrollPages

/// Swift that sets a library up, with comments on what it cannot set.
struct EmittedCode {
  private(set) var modules: [String]
  private var lines: [String] = []
  private var missing: [String] = []
  private var notes: [String] = []

  /// - Parameter modules: to import.
  init(importing modules: [String]) { self.modules = modules }

  /// Whether there is code.
  var hasLines: Bool { !lines.isEmpty }

  /// Adds a line of code, or of a comment.
  mutating func add(_ line: String) { lines.append(line) }

  /// Adds what the library cannot do: a clause.
  mutating func lacks(_ clause: String) { missing.append(clause) }

  /// Adds a sentence at the end.
  mutating func note(_ sentence: String) { notes.append(sentence) }

  /// Adds what the library cannot do of settings: each by its name.
  mutating func lacks(_ settings: [(name: String, value: String)], of owner: String) {
    for setting in settings { lacks("\(owner): \(setting.name)=\(setting.value)") }
  }

  /// The file's text.
  ///
  /// - Parameter title: what it is the setting of, for the first line.
  /// - Returns: lines; comments are of at most 100 columns where no name is longer.
  func text(title: String) -> String {
    let imports = modules.map { "import \($0)\n" }.joined()
    let comments = missing.map { "Not expressible here: \($0)." } + notes
    return Self.comment(title) + imports + "\n"
      + lines.map { $0.hasPrefix("// ") ? Self.comment(String($0.dropFirst(3))) : $0 + "\n" }
      .joined()
      + (comments.isEmpty
        ? "" : "\n" + comments.map(Self.comment).joined())
  }

  /// A text as comment lines.
  private static func comment(_ text: String) -> String {
    var lines = [""]
    for word in text.visible.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count > 97 {
        lines.append("  " + word)
      } else {
        lines[lines.count - 1] = last + " " + word
      }
    }
    return lines.map { "// \($0)\n" }.joined()
  }
}
