import Foundation
import ScrollSimulation
import Testing

struct FigurePageTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/ScrollSimCommands/ScrollSimCommands.docc/Figures.md")
    .standardizedFileURL

  @Test func `the page about figures equals the catalog`() throws {
    if ProcessInfo.processInfo.environment["SCROLL_RECORD"] == "1" {
      try Self.markdown().write(to: Self.page, atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(
      committed == Self.markdown(),
      "SCROLL_RECORD=1 swift test -c release --disable-testable-imports --filter FigurePageTests writes it anew"
    )
  }

  private static func markdown() -> String {
    let rows = FigureCatalog.all.map { figure in
      [
        "`\(figure.name)`", figure.isStored ? "`\(figure.column)`" : "", figure.header,
        unit(figure.unit), better(figure.better), figure.summary,
      ]
    }
    let header = ["name", "column", "in tables", "unit", "better", "what it is"]
    let lines = [header, header.map { _ in "---" }] + rows
    return introduction + lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private static let introduction = """
    # The figures of a run

    Every figure of a run, with its name in JSON, CSV, limits, tables and the store.

    ## Overview

    `stallSeconds` is the figure that ranks runs: the seconds for which the user did not see what
    should be on screen, weighted by the share of the screen that is missing (<doc:Glossary>). The
    table lists all figures.

    - **name** is the key in JSON. `--limit` and the files of `check` use it too.
    - **column** is the name in the table `run` of a store, and in CSV. Only `run` prints figures
      without a column.
    - **in tables** is the header in printed tables, which show MiB for bytes and percent for ratios.
      JSON, CSV and the store have exact values, and nothing (`null`, an empty cell) for a time that
      never came.

    Figures of regret, the distance from the best possible run, need `--regret`.


    """

  private static func unit(_ unit: Figure.Unit) -> String {
    switch unit {
    case .count: "count"
    case .bytes: "bytes"
    case .milliseconds: "ms"
    case .seconds: "s"
    case .millisecondsPerSecond: "ms/s"
    case .ratio: "0 to 1"
    case .word: "word"
    }
  }

  private static func better(_ better: Figure.Better) -> String {
    switch better {
    case .less: "less"
    case .more: "more"
    case .neither: ""
    }
  }
}
