/// One HTML file that needs nothing else: no network, no script to be complete.
///
/// The page forbids itself to load anything (Content-Security-Policy). It follows the reader's
/// choice of light or dark, fits a phone, and prints.
package struct Page: Sendable {
  /// The origin of a page, which decides what it may load.
  package enum Kind: Sendable {
    /// A file on a disk.
    case file
    /// Served by the program that fills it: it may ask that server, and no other.
    case live
    /// A file that also runs what another policy allows, and nothing that is not told by its digest.
    case sealed(ContentPolicy)
  }

  private let title: String
  private let kind: Kind
  private let content: Markup
  private let data: [(id: String, json: String)]
  private let style: String

  /// - Parameters:
  ///   - title: of the window.
  ///   - kind: whether it may ask a server.
  ///   - content: what is to be read.
  ///   - data: JSON documents for programs, each with the id of its element.
  ///   - style: rules of its own, after those of all pages.
  package init(
    title: String, kind: Kind = .file, content: Markup, data: [(id: String, json: String)] = [],
    style: String = ""
  ) {
    self.title = title
    self.kind = kind
    self.content = content
    self.data = data
    self.style = style
  }

  /// The document.
  package var html: String {
    var page = Markup()
    page.append(verbatim: "<!doctype html>\n")
    page.element("html", ["lang": "en"]) { html in
      var body = Markup()
      body.element("body") { body in
        body.element("a", ["class": "skip", "href": "#content"], text: "Skip to the content")
        body.newline()
        body.element("main", ["id": "content"]) { $0.append(content) }
        body.newline()
        for (id, json) in data {
          body.element("script", ["type": "application/json", "id": id]) {
            $0.append(verbatim: Self.embeddable(json))
          }
          body.newline()
        }
        body.element("script") { $0.append(verbatim: PageScript.text) }
      }
      var (document, rules) = (body.text, "")
      if case .sealed = kind {
        let moved = MovedStyles(document)
        (document, rules) = (moved.document, moved.rules)
      }
      html.element("head") { head(document, rules, &$0) }
      html.newline()
      html.append(verbatim: document)
    }
    page.newline()
    return page.text
  }

  private func head(_ body: String, _ rules: String, _ head: inout Markup) {
    let style = Palette.variables + "\n" + Palette.rules + PageStyle.text + style + rules
    head.newline()
    head.void("meta", ["charset": "utf-8"])
    head.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    head.void(
      "meta", ["http-equiv": "Content-Security-Policy", "content": policy(body, style)])
    head.void("meta", ["name": "color-scheme", "content": "light dark"])
    // An icon of its own keeps a browser from asking for one.
    head.void("link", ["rel": "icon", "href": "data:,"])
    head.newline()
    head.element("title", text: title)
    head.newline()
    head.element("style") { $0.append(verbatim: style) }
    head.newline()
  }

  /// What the page may do.
  private func policy(_ body: String, _ style: String) -> String {
    let inline =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
    switch kind {
    case .file: return inline
    case .live: return inline + "; connect-src 'self'"
    case .sealed(var policy):
      policy.allow(style: style)
      policy.allow(document: body)
      return policy.text
    }
  }

  /// JSON that cannot end the element it is in.
  static func embeddable(_ json: String) -> String {
    var text = ""
    text.reserveCapacity(json.utf8.count)
    for scalar in json.unicodeScalars {
      switch scalar {
      case "<": text += "\\u003c"
      case ">": text += "\\u003e"
      case "&": text += "\\u0026"
      case "\u{2028}": text += "\\u2028"
      case "\u{2029}": text += "\\u2029"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
