import ScrollPages
import ScrollSweeps
import Testing

/// The counts of runs by band.
@Suite struct BandTests {
  private typealias Figures = SampleRows.Figures

  @Test func `the report counts runs by band`() throws {
    var rows = SampleRows()
    rows.add("lru", seed: 0, Figures(band: "good"))
    rows.add("lru", seed: 1, Figures(band: "warning"))
    rows.add("lru", seed: 2, Figures(band: "critical"))
    rows.add("lru", seed: 3, Figures(band: "good"))
    rows.add("lru", seed: 4, Figures(band: "critical"))
    let exhibit = try #require(rows.report().exhibits.first { $0.id == "hitches" })
    let picture = try #require(exhibit.pictures.first)
    #expect(picture.drawing.title == "Runs by band")
    #expect(picture.drawing.summary.hasSuffix("2 of 5 runs are good."))
    #expect(picture.table.rows == [["lru", "2", "1", "2", "0.00"]])
    #expect(exhibit.notes.count == 1)
  }

  @Test func `the header of a worst figure over budgets contains worst`() {
    var rows = SampleRows()
    for budget in [64, 128] { rows.add("lru", budget: budget) }
    let table = rows.report().summaryTable(regret: false).text()
    #expect(table.contains("worst frozen s") && table.contains("worst hitch ms/s"), "\(table)")
    #expect(!table.contains("most "), "\(table)")
  }
}
