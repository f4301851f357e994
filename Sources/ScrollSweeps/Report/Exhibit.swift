import ScrollCore
package import ScrollPages

/// A part of a report: a heading, notes, pictures with their figures, and a table.
///
/// Every rendering uses these parts, so that text, Markdown and HTML agree.
package struct Exhibit: Sendable {
  /// A picture with the table of its values.
  package struct Picture: Sendable {
    package var drawing: Drawing
    package var table: Table
    /// The number of bars, rows of bars or points of a line; `nil` if each row of the table has
    /// one.
    var marks: Int?

    /// A Boolean value that indicates whether the picture compares anything; with a single bar a
    /// page shows the table in its place.
    var isChart: Bool { (marks ?? table.rows.count) > 1 }
  }

  /// The id for links, of letters, digits and hyphens.
  package let id: String
  let heading: String
  /// The notes, one for each paragraph.
  package var notes: [String]
  package var pictures: [Picture]
  /// A table without a picture.
  package var table: Table?

  /// The tables, each with its id.
  ///
  /// The first table has the id of the exhibit, those of further pictures have the ids of their
  /// pictures.
  package var tables: [(id: String, table: Table)] {
    let drawn = pictures.map { (id: $0.drawing.id, table: $0.table) }
    if let table, pictures.isEmpty { return [(id, table)] }
    let rest = table.map { [(id: "\(id)-table", table: $0)] } ?? []
    return drawn.prefix(1).map { (id: id, table: $0.table) } + drawn.dropFirst() + rest
  }

  /// Returns the picture of an id; the id of the exhibit also finds the first picture.
  package func picture(_ id: String) -> Drawing? {
    (pictures.first { $0.drawing.id == id } ?? (id == self.id ? pictures.first : nil))?.drawing
  }

  /// Returns the table of an id, or of the picture with that id.
  package func table(_ id: String) -> Table? {
    tables.first { $0.id == id }?.table ?? pictures.first { $0.drawing.id == id }?.table
  }

  init(
    _ id: String, _ heading: String, notes: [String] = [], pictures: [Picture] = [],
    table: Table? = nil
  ) {
    self.id = id
    self.heading = heading
    self.notes = notes
    self.pictures = pictures
    self.table = table
  }
}

extension SweepReport {
  /// The parts of the report, the most important first.
  package var exhibits: [Exhibit] {
    guard runCount > 0 else { return [] }
    return [
      effectsExhibit, recommendationsExhibit, rankingExhibit, comparisonExhibit, budgetsExhibit,
      curvesExhibit, frontExhibit, devicesExhibit,
      absencesExhibit, waitsExhibit, timesExhibit, hitchesExhibit,
    ].compactMap { $0 } + populationExhibits
  }

  /// The largest numbers of scenarios and of devices that have pictures of their own.
  static let (drawnScenes, drawnDevices) = (6, 12)

  /// Returns the scenarios to draw: all of them, or those in which the policies differ most.
  func widest(_ scenes: [Int]) -> [Int] {
    guard scenes.count > Self.drawnScenes else { return scenes }
    let spreads = scenes.map { scene -> Double in
      let stalls = ranking(over: [scene]).filter(\.isComplete).map(\.stalls)
      return (stalls.max() ?? 0) - (stalls.min() ?? 0)
    }
    return scenes.indices.sorted { (-spreads[$0], $0) < (-spreads[$1], $1) }
      .prefix(Self.drawnScenes).map { scenes[$0] }.sorted()
  }

  /// Returns a note on the scenarios that are left out; empty if all are drawn.
  func drawnNote(of scenes: [Int]) -> [String] {
    guard scenes.count > Self.drawnScenes else { return [] }
    let others = scenes.count < self.scenes.count ? "other scenarios" : "scenarios"
    return [
      "The charts show the \(Self.drawnScenes) of \(scenes.count) \(others) in which the policies "
        + "differ most; the CSV has all."
    ]
  }

  /// Returns a budget as text.
  func text(ofBudget index: Int) -> String {
    Self.text(ofBytes: budgets[index])
  }
}

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
