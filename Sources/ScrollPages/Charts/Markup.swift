/// A writer of SVG or HTML that escapes all text.
///
///     var page = Markup()
///     page.element("p", ["class": "note"], text: "a < b")
///     print(page.text)  // <p class="note">a &lt; b</p>
///
/// Names of elements and attributes come from the caller and are not checked.
package struct Markup: Sendable, Equatable {
  package private(set) var text = ""

  package init() {}

  /// Appends an element without content, closed as XML requires and HTML allows in SVG.
  package mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    open(name, attributes, end: "/>")
  }

  /// Appends an element that contains text.
  package mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text content: String
  ) {
    open(name, attributes, end: ">")
    append(text: content)
    text += "</\(name)>"
  }

  /// Appends an element that contains others.
  package mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ content: (inout Markup) throws -> Void
  ) rethrows {
    open(name, attributes, end: ">")
    try content(&self)
    text += "</\(name)>"
  }

  /// Appends an HTML element that never has content and is not closed, like `meta`.
  package mutating func void(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    open(name, attributes, end: ">")
  }

  /// Appends text, which is escaped.
  package mutating func append(text content: String) { text += Self.escaped(content) }

  /// Appends markup.
  package mutating func append(_ other: Markup) { text += other.text }

  /// Appends text that is not escaped: style sheets, scripts, document types.
  package mutating func append(verbatim content: String) { text += content }

  /// Appends a line break, so that files can be compared line by line.
  package mutating func newline() { text += "\n" }

  private mutating func open(
    _ name: String, _ attributes: KeyValuePairs<String, String>, end: String
  ) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
    text += end
  }

  /// Returns text escaped for use between tags and in quoted attributes.
  ///
  /// Characters that XML cannot contain, like escape, become U+FFFD, and so do those that reverse
  /// the order of the following text.
  ///
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

  /// Returns the text before it was escaped; replaced characters stay U+FFFD.
  package static func unescaped(_ content: String) -> String {
    guard content.contains("&") else { return content }
    return content.replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
      .replacing("&gt;", with: ">").replacing("&lt;", with: "<").replacing("&amp;", with: "&")
  }
}
