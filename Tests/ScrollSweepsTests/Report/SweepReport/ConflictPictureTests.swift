import ScrollPages
import ScrollSweeps
import Testing

/// The picture of a lever whose best level depends on another axis.
@Suite struct ConflictPictureTests {
  private typealias Figures = SampleRows.Figures

  private func pictures(_ stalls: [String: [String: Double]]) throws -> [Exhibit.Picture] {
    var rows = SampleRows()
    for (trace, levels) in stalls.sorted(by: { $0.key < $1.key }) {
      for (prefetcher, stall) in levels.sorted(by: { $0.key < $1.key }) {
        rows.add(
          "lru", trace: "Traces/\(trace).scroll", prefetcher: prefetcher, Figures(stalls: stall))
      }
    }
    let exhibit = try #require(rows.report().exhibits.first { $0.id == "effects" })
    return exhibit.pictures.filter { $0.drawing.id.hasPrefix("conflict-") }
  }

  @Test func `only the best level for each trace is bold`() throws {
    let pictures = try pictures([
      "feed": ["none": 4.11, "ring": 1.22], "grid": ["none": 2.33, "ring": 3.44],
    ])
    #expect(pictures.count == 1)
    let drawing = pictures[0].drawing.file
    for (text, isStrong) in [
      ("4.11 s", false), ("1.22 s", true), ("2.33 s", true), ("3.44 s", false),
    ] {
      let label = try #require(
        drawing.firstMatch(
          of: try Regex("<text([^>]*)>\(text)</text>", as: (Substring, Substring).self)))
      #expect(label.1.contains("strong") == isStrong, "\(text): \(label.0)")
    }
    #expect(pictures[0].table.rows == [["none", "4.110", "2.330"], ["ring", "1.220", "3.440"]])
  }

  @Test func `a level that is best everywhere has no picture`() throws {
    let pictures = try pictures([
      "feed": ["none": 4.11, "ring": 1.22], "grid": ["none": 3.44, "ring": 2.33],
    ])
    #expect(pictures.isEmpty)
  }
}
