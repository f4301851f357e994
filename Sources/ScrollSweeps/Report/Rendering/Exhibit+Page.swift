import ScrollPages

extension Exhibit {
  /// The largest width at which a drawing fills a column; a wider one keeps its own width.
  private static let narrow = 480.0

  /// Writes the notes, pictures and table.
  ///
  /// A picture with a single bar has its table in its place.
  func append(to section: inout Markup) {
    let charts = pictures.filter(\.isChart)
    let others = table == nil ? pictures.filter { !$0.isChart } : []
    // The notes of a single picture without a table are placed next to it.
    guard charts.count != 1 || table != nil || !others.isEmpty else {
      section.element("div", ["class": "beside-figure"]) { pair in
        append(charts, to: &pair)
        pair.element("div") { appendNotes(to: &$0) }
      }
      return
    }
    appendNotes(to: &section)
    for picture in others { section.table(picture.table, caption: picture.drawing.title) }
    if !charts.isEmpty {
      let isNatural = charts.contains { $0.drawing.width > Self.narrow }
      let kind = isNatural ? "charts natural" : charts.count == 2 ? "charts few" : "charts"
      section.element("div", ["class": kind]) { box in
        append(charts, to: &box)
        // One picture leaves room for the table next to it.
        guard charts.count == 1, let table else { return }
        box.table(table, caption: heading)
      }
    }
    if let table, charts.count != 1 { section.table(table, caption: heading) }
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
