extension Markup {
  /// Cards side by side; nothing if there are none.
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
    card.element("dl") { list in
      for row in rows {
        list.element("div") { pair in
          pair.element("dt", text: row.label.visible)
          pair.element("dd") { value in
            if row.isBold {
              value.element("strong", text: row.value.visible)
            } else {
              value.append(text: row.value.visible)
            }
          }
        }
      }
    }
    if !note.isEmpty { card.element("p", ["class": "note"], text: note.visible) }
  }
}
