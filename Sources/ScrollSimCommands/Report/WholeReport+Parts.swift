import ScrollPages
import ScrollSweeps

// Parts of the report alone.

extension WholeReport {
  /// Writes one picture of the page as a file of its own.
  /// - Throws: `CommandError` if the page has no such picture.
  func draw(_ id: String, to place: ReportPlace) throws {
    let exhibits = try report().exhibits
    guard let drawing = exhibits.lazy.compactMap({ $0.picture(id) }).first else {
      let known = exhibits.flatMap { $0.pictures.map(\.drawing.id) }
      throw CommandError.usage("the page has no picture '\(id)'; \(Self.expected(known))")
    }
    try place.write { try $0(drawing.file) }
  }

  /// Writes one table of the report.
  /// - Throws: `CommandError` if the report has no such table, and for a format without tables.
  func writeTable(_ id: String, _ format: ReportFormat, to place: ReportPlace) throws {
    let exhibits = try report().exhibits
    guard let found = exhibits.lazy.compactMap({ $0.table(id) }).first else {
      let known = exhibits.flatMap { $0.tables.map(\.id) }
      throw CommandError.usage("the report has no table '\(id)'; \(Self.expected(known))")
    }
    let text: String
    switch format {
    case .text: text = found.text(fitting: place.tableWidth, style: place.style)
    case .markdown: text = found.markdown()
    case .csv: text = found.csv()
    case .html, .json:
      throw CommandError.usage(
        "--table is written as text, markdown or csv; expected one of them, not "
          + "\(format.rawValue)")
    }
    try place.write(isData: format == .csv) { try $0(text) }
  }

  private static func expected(_ ids: [String]) -> String {
    ids.isEmpty ? "without a run there is none" : "expected one of \(ids.joined(separator: ", "))"
  }
}
