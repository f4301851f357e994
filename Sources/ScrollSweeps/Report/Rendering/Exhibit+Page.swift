import ScrollPages

extension Exhibit {
  /// The largest width at which a drawing fills a column; a wider one keeps its own width.
  private static let narrow = 480.0
  /// A Boolean value that indicates whether there is one picture without a table; its notes are
  /// placed next to it.
  private var isAlone: Bool { pictures.count == 1 && table == nil }

  /// Writes the notes, pictures and table.
  func append(to section: inout Markup) {
    guard !isAlone else {
      section.element("div", ["class": "beside-figure"]) { pair in
        append(pictures, to: &pair)
        pair.element("div") { appendNotes(to: &$0) }
      }
      return
    }
    appendNotes(to: &section)
    if !pictures.isEmpty {
      let isNatural = pictures.contains { $0.drawing.width > Self.narrow }
      let kind = isNatural ? "charts natural" : pictures.count == 2 ? "charts few" : "charts"
      section.element("div", ["class": kind]) { charts in
        append(pictures, to: &charts)
        // One picture leaves room for the table next to it.
        guard pictures.count == 1, let table else { return }
        charts.table(table, caption: heading)
      }
    }
    if let table, pictures.count != 1 { section.table(table, caption: heading) }
  }

  private func appendNotes(to section: inout Markup) {
    for note in notes { section.element("p", ["class": "note"], text: note.visible) }
  }

  private func append(_ pictures: [Picture], to charts: inout Markup) {
    for picture in pictures {
      let isNatural = picture.drawing.width > Self.narrow
      if isNatural {
        charts.element(
          "p", ["class": "note narrow"],
          text: "The next picture is wider than this screen; scroll to see all of it.")
      }
      charts.figure(picture.drawing, picture.table, width: isNatural ? .natural : .column)
    }
  }
}
