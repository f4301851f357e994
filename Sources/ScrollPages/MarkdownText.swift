/// Text for GitHub's Markdown.
package enum MarkdownText {
  /// The text as a paragraph in which nothing is markup.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.visible {
      if "\\`*_{}[]<>#|&".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
