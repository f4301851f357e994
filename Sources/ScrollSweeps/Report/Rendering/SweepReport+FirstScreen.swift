import ScrollPages

extension SweepReport {
  /// So many sentences of the answer stand on the first screen.
  private static let leading = 3

  /// What the first screen shows: the question, the answer in at most three sentences, a card for
  /// each device, one picture, the effects.
  func firstScreen(_ exhibits: [Exhibit], _ page: inout Markup) {
    page.element("header") { header in
      header.element("h1", text: title)
      header.element("p", ["class": "question"], text: question)
      header.element("div", ["class": "answer"]) { answer in
        for sentence in self.answer.prefix(Self.leading) {
          answer.element("p") { $0.append(boldFigures: sentence.visible) }
        }
      }
      header.newline()
      let cards = runCount > 0 ? cards : []
      let isFew = cards.count <= 2
      header.element("div", ["class": isFew ? "first beside" : "first"]) { first in
        first.cards(cards)
        if let picture = Self.firstPicture(exhibits) {
          first.figure(picture.drawing, picture.table)
        }
      }
      header.element("p", ["class": "tools"]) {
        $0.element("button", ["type": "button", "data-theme-choice": ""], text: "Light or dark")
      }
    }
    page.newline()
  }

  /// The sentences of the answer that the first screen leaves out, and what kind of data they
  /// rest on.
  func furtherFindings(_ page: inout Markup) {
    let rest = answer.dropFirst(Self.leading)
    page.element("section", ["id": "findings", "aria-labelledby": "findings-title"]) { section in
      section.element("h2", ["id": "findings-title"], text: "What else was found")
      if !rest.isEmpty {
        section.element("ul", ["class": "findings"]) { list in
          for sentence in rest {
            list.element("li") { $0.append(boldFigures: sentence.visible) }
          }
        }
      }
      marks(&section)
    }
    page.newline()
  }

  /// The picture of the first screen: that of all axes.
  static func firstPicture(_ exhibits: [Exhibit]) -> Exhibit.Picture? {
    exhibits.first { $0.id == "effects" }?.pictures.first
  }
}
