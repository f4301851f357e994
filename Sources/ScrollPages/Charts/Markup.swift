/// SVG or HTML that is being written: whatever is not markup is escaped.
///
///     var page = Markup()
///     page.element("p", ["class": "note"], text: "a < b")
///     print(page.text)  // <p class="note">a &lt; b</p>
///
/// Names of elements and attributes are the caller's own and are not checked.
package struct Markup: Sendable, Equatable {
  package private(set) var text = ""

  package init() {}

  /// An element without content, closed as XML asks for and HTML allows in SVG.
  package mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    open(name, attributes, end: "/>")
  }

  /// An element that holds text.
  package mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text content: String
  ) {
    open(name, attributes, end: ">")
    append(text: content)
    text += "</\(name)>"
  }

  /// An element that holds others.
  package mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ content: (inout Markup) throws -> Void
  ) rethrows {
    open(name, attributes, end: ">")
    try content(&self)
    text += "</\(name)>"
  }

  /// An HTML element that never has content and is not closed, like `meta`.
  package mutating func void(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    open(name, attributes, end: ">")
  }

  /// Text.
  package mutating func append(text content: String) { text += Self.escaped(content) }

  /// Appends text that is markup already.
  package mutating func append(_ other: Markup) { text += other.text }

  /// Appends text that is not escaped: style sheets, scripts, document types.
  package mutating func append(verbatim content: String) { text += content }

  /// A line break, so that files can be compared line by line.
  package mutating func newline() { text += "\n" }

  private mutating func open(
    _ name: String, _ attributes: KeyValuePairs<String, String>, end: String
  ) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
    text += end
  }

  /// Text as it may stand between tags and in quoted attributes.
  ///
  /// Characters that XML cannot hold at all, like escape, become U+FFFD, and so do those that turn
  /// around the order of what follows.
  /// - Complexity: O(*n*) in the text.
  package static func escaped(_ content: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(content.utf8.count)
    for scalar in content.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}",
        "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}":
        escaped.unicodeScalars.append("\u{fffd}")
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Text as it was before it was escaped, without what cannot be told any more.
  package static func unescaped(_ content: String) -> String {
    guard content.contains("&") else { return content }
    return content.replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
      .replacing("&gt;", with: ">").replacing("&lt;", with: "<").replacing("&amp;", with: "&")
  }
}
