import ScrollSimulation
import ScrollSweeps
import Testing

/// One catalog of figures: every name once, and the columns of the store.
struct FigureCatalogTests {
  @Test func `stored figures are the last columns of a run, with their order and types`() throws {
    let folder = try TemporaryFolder()
    let store = try ResultStore(path: folder.file("results.sqlite"))
    try store.close()
    let columns = try Database(path: store.path)
      .rows("SELECT name, type, \"notnull\" FROM pragma_table_info('run')").map(\.values)
    let last = columns.suffix(FigureCatalog.stored.count)
    #expect(last.map { $0[0] } == FigureCatalog.stored.map { .text($0.column) })
    #expect(columns.dropLast(last.count).last?[0] == .text("killed_ms"))
    for (column, figure) in zip(last, FigureCatalog.stored) {
      let value = figure.value(of: RunReport())
      let fits =
        switch value {
        case .integer: column[1] == .text("INTEGER")
        case .real: column[1] == .text("REAL")
        case .text: column[1] == .text("TEXT")
        case .null: column[1] == .text("REAL") && column[2] == .integer(0)
        }
      #expect(fits, "\(figure.name) is \(value), its column \(column)")
    }
  }

  @Test func `no two figures share a name, a column or a header`() {
    for names in [
      FigureCatalog.all.map { $0.name }, FigureCatalog.all.map { $0.column },
      FigureCatalog.all.map { $0.header },
    ] {
      let twice = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys
      #expect(twice.isEmpty, "\(twice)")
    }
  }

  @Test func `names and headers end with the unit`() {
    for figure in FigureCatalog.all {
      switch figure.unit {
      case .seconds: #expect(figure.name.hasSuffix("Seconds") && figure.header.hasSuffix(" s"))
      case .milliseconds:
        #expect(figure.name.hasSuffix("Milliseconds") && figure.header.hasSuffix(" ms"))
      case .bytes: #expect(figure.header.hasSuffix(" MiB"), "\(figure.name)")
      case .ratio: #expect(figure.header.hasSuffix("%"), "\(figure.name)")
      case .millisecondsPerSecond: #expect(figure.header.hasSuffix(" ms/s"))
      case .count, .word: #expect(!figure.header.hasSuffix(" s"), "\(figure.name)")
      }
    }
  }

  @Test(arguments: [
    ("stallSeconds", "stall_s"), ("p50Milliseconds", "p50_ms"), ("hitRate", "hit_rate"),
    ("footprintPeakBytes", "footprint_peak_bytes"), ("regretMisses", "regret_misses"),
  ])
  func `the column of a figure is its name in lower case with a short unit`(
    name: String, column: String
  ) {
    #expect(FigureCatalog[name].column == column)
  }

  @Test func `a record finds a figure by its name`() {
    let run = Samples.run(1, regret: Samples.regret(1))
    for (figure, value) in zip(FigureCatalog.stored, run.figures) {
      #expect(run.value(figure) == value)
    }
    #expect(run.value(.regret) == StoredValue(run.regret?.misses))
    #expect(Samples.run(2).value(.regret) == nil)
    #expect(run.value(FigureCatalog["wrongDisplays"]) == nil)
  }
}
