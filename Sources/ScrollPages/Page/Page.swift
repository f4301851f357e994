/// An HTML file that needs no other files, no network and, for its content, no script.
///
/// The page's Content-Security-Policy forbids loading anything. The page follows the reader's
/// choice of light or dark, fits a phone, and prints.
package struct Page: Sendable {
  /// The origin of a page, which determines its permissions.
  package enum Kind: Sendable {
    /// A file on a disk.
    case file
    /// A page that a running program serves and updates. It may send requests only to this server.
    case live
    /// A file with the additional permissions of a policy. All its scripts and style sheets must be
    /// identified by their digests.
    case sealed(ContentPolicy)
  }

  private let title: String
  private let kind: Kind
  private let content: Markup
  private let data: [(id: String, json: String)]
  private let style: String

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - kind: The origin of the page.
  ///   - content: The content.
  ///   - data: JSON documents for programs, each with the id of its element.
  ///   - style: Additional rules, after those of all pages.
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
    // An embedded icon keeps a browser from requesting one.
    head.void("link", ["rel": "icon", "href": "data:,"])
    head.newline()
    head.element("title", text: title)
    head.newline()
    head.element("style") { $0.append(verbatim: style) }
    head.newline()
  }

  /// Returns the policy with the page's permissions.
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

  /// Returns JSON that cannot end its element.
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

extension Markup {
  /// Appends a table with its header, in a box that scrolls sideways if it is wider than the page.
  ///
  /// The box can have the focus, so that keys can scroll it. Its role is `group` and not `region`,
  /// because regions are landmarks, and the section around it already is one.
  ///
  /// - Parameters:
  ///   - table: The content.
  ///   - caption: The caption.
  ///   - id: The id of the table, for filters; `nil` for none.
  package mutating func table(_ table: Table, caption: String, id: String? = nil) {
    element("div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": caption]) {
      $0.append(
        verbatim: "<table class=\"\(Self.classes(of: table))\"\(id.map { " id=\"\($0)\"" } ?? "")>")
      $0.element("caption", text: caption)
      $0.element("thead") { $0.element("tr") { Self.header(table, &$0) } }
      $0.newline()
      $0.element("tbody") { for row in table.rows { Self.row(row, of: table, &$0) } }
      $0.append(verbatim: "</table>")
    }
    newline()
  }

  /// Returns the CSS classes of a table.
  ///
  /// A table with sentences is no wider than the page, any other as wide as its names need.
  private static func classes(of table: Table) -> String {
    table.columns.contains { $0.content == .prose } ? "sortable fitted" : "sortable"
  }

  private static func header(_ table: Table, _ row: inout Markup) {
    for column in table.columns {
      row.element(
        "th", column.alignment == .right ? ["scope": "col", "class": "n"] : ["scope": "col"],
        text: column.header.visible)
    }
  }

  private static func row(_ cells: [String], of table: Table, _ body: inout Markup) {
    body.element("tr") { row in
      for (cell, column) in zip(cells, table.columns) {
        switch (column.alignment, column.content) {
        case (.right, _): row.element("td", ["class": "n"], text: cell.visible)
        case (_, .prose): row.element("td", ["class": "prose"], text: cell.visible)
        default: row.element("td", text: cell.visible)
        }
      }
    }
    body.newline()
  }

  /// The width of a drawing on a page.
  package enum FigureWidth: Sendable {
    /// The width of a column.
    case column
    /// The width at which letters are as large as in drawings that fill a column.
    case natural
    /// The width of the page.
    case whole
  }

  /// Appends a drawing with its message, and a folded table of its figures.
  ///
  /// A drawing that is wider than a column scrolls if the screen is narrower.
  package mutating func figure(
    _ drawing: Drawing, _ table: Table, width: FigureWidth = .column
  ) {
    func fill(_ figure: inout Markup) {
      figure.newline()
      if case .column = width {
        figure.append(drawing.inline)
      } else {
        figure.element(
          "div",
          ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": drawing.title]
        ) { $0.append(drawing.inline) }
      }
      figure.newline()
      figure.element("figcaption", text: drawing.summary)
      figure.element("details") {
        $0.element("summary", text: "Table: \(drawing.title)")
        $0.table(table, caption: drawing.title)
      }
    }
    switch width {
    case .column: element("figure", [:], fill)
    case .natural:
      element(
        "figure",
        ["class": "natural", "style": "--width:\(NumberText.fixed(drawing.width, decimals: 0))"],
        fill)
    case .whole: element("figure", ["class": "wide"], fill)
    }
    newline()
  }
}

extension Markup {
  /// Appends a section whose content is folded under its heading.
  ///
  /// - Parameters:
  ///   - id: The id of the section, unique on the page.
  ///   - heading: The heading of the second level.
  ///   - isOpen: A Boolean value that indicates whether the section is unfolded at first.
  ///   - content: Writes the content.
  package mutating func part(
    _ id: String, _ heading: String, isOpen: Bool = false, _ content: (inout Markup) -> Void
  ) {
    element("section", ["id": id, "aria-labelledby": "\(id)-title"]) { section in
      // With an id, a page that grows finds the part again although its heading has other numbers.
      let name = "\(id)-details"
      section.element(
        "details",
        isOpen ? ["class": "part", "id": name, "open": ""] : ["class": "part", "id": name]
      ) {
        $0.element("summary") { $0.element("h2", ["id": "\(id)-title"], text: heading) }
        $0.newline()
        content(&$0)
      }
    }
    newline()
  }

  /// Appends cards side by side; nothing if there are none.
  ///
  /// Their headings are of the second level.
  package mutating func cards(_ cards: [ReportCard]) {
    guard !cards.isEmpty else { return }
    element("div", ["class": "cards"]) { grid in
      for card in cards {
        grid.newline()
        grid.element("article", ["class": "card"]) { card.append(to: &$0) }
      }
    }
    newline()
  }
}

extension ReportCard {
  fileprivate func append(to card: inout Markup) {
    card.element("h2", text: title.visible)
    if !subtitle.isEmpty { card.element("p", ["class": "note"], text: subtitle.visible) }
    card.element("table") { table in
      if !columns.isEmpty {
        table.element("thead") { head in
          head.element("tr") { row in
            row.element("td") { _ in }
            for column in columns { row.element("th", ["scope": "col"], text: column.visible) }
          }
        }
      }
      table.element("tbody") { body in
        for row in rows {
          body.element("tr") { line in
            line.element("th", ["scope": "row"], text: row.label.visible)
            for value in row.values {
              line.element("td", row.isBold ? ["class": "strong"] : [:], text: value.visible)
            }
          }
        }
      }
    }
    if !note.isEmpty { card.element("p", ["class": "note"], text: note.visible) }
  }
}

/// A document whose `style` attributes were moved to rules of a style sheet.
///
/// A policy can allow a style sheet by its digest, but attributes would need the keyword
/// `'unsafe-hashes'`. All text in the document is escaped, so text from users cannot look like an
/// attribute.
struct MovedStyles {
  /// The document, with a number in place of every style.
  let document: String
  /// The rules for these numbers.
  ///
  /// Like attributes, they override all rules for classes.
  let rules: String

  init(_ document: String) {
    var numbers: [Substring: Int] = [:]
    var rules = ""
    var moved = ""
    var rest = document[...]
    while let start = rest.firstRange(of: " style=\""),
      let end = rest[start.upperBound...].firstIndex(of: "\"")
    {
      let value = rest[start.upperBound..<end]
      let number = numbers[value] ?? numbers.count
      if numbers.updateValue(number, forKey: value) == nil {
        // No element is called `none`; a rule that names an id has a higher specificity than any
        // class.
        rules += "[data-style=\"\(number)\"]:not(#none){\(Markup.unescaped(String(value)))}\n"
      }
      moved += rest[..<start.lowerBound]
      moved += " data-style=\"\(number)\""
      rest = rest[rest.index(after: end)...]
    }
    self.document = moved + rest
    self.rules = rules
  }
}

/// The script of pages, which can sort and filter tables, and choose light or dark.
enum PageScript {
  static let text = """
    'use strict';
    document.documentElement.classList.add('scripted');
    function number(text){const n=parseFloat(text.replace(/[\\u2009\\u202f ](?=\\d{3})/g,''));return isNaN(n)?Infinity:n}
    function sortable(table){
      if(!table.tBodies[0]||table.tBodies[0].rows.length<2)return;
      [...table.tHead.rows[0].cells].forEach((head,index)=>{
        const button=document.createElement('button');
        button.type='button';button.textContent=head.textContent;
        head.textContent='';head.append(button);
        button.addEventListener('click',()=>{
          const down=head.getAttribute('aria-sort')==='ascending';
          [...table.tHead.rows[0].cells].forEach(c=>c.removeAttribute('aria-sort'));
          head.setAttribute('aria-sort',down?'descending':'ascending');
          sort(table)})})}
    function sort(table){
      const heads=[...table.tHead.rows[0].cells];
      const index=heads.findIndex(h=>h.hasAttribute('aria-sort'));
      if(index<0)return;
      const numeric=heads[index].classList.contains('n');
      const rows=[...table.tBodies[0].rows];
      const key=row=>row.cells[index].textContent;
      rows.sort((a,b)=>{
        if(!numeric)return key(a).localeCompare(key(b),'en',{numeric:true});
        const x=number(key(a)),y=number(key(b));
        return x===y?0:x<y?-1:1});
      if(heads[index].getAttribute('aria-sort')==='descending')rows.reverse();
      table.tBodies[0].append(...rows)}
    function filter(input){
      const table=document.getElementById(input.dataset.filters);
      const words=input.value.toLowerCase().split(/\\s+/).filter(w=>w);
      for(const row of table.tBodies[0].rows){
        const text=row.textContent.toLowerCase();
        row.hidden=!words.every(w=>text.includes(w))}}
    function equip(root){
      root.querySelectorAll('table.sortable').forEach(sortable);
      root.querySelectorAll('input[data-filters]').forEach(input=>
        input.addEventListener('input',()=>filter(input)));
      root.querySelectorAll('button[data-theme-choice]').forEach(button=>
        button.addEventListener('click',()=>{
          const page=document.documentElement;
          const isDark=page.dataset.theme?page.dataset.theme==='dark'
            :matchMedia('(prefers-color-scheme: dark)').matches;
          page.dataset.theme=isDark?'light':'dark'}))}
    equip(document);
    function unfold(){
      const part=location.hash&&document.getElementById(location.hash.slice(1));
      const details=part&&part.querySelector(':scope>details');
      if(details)details.open=true}
    addEventListener('hashchange',unfold);
    unfold();
    """
}
