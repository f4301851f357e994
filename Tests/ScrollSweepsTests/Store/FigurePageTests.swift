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
      "SCROLL_RECORD=1 swift test -c release --filter FigurePageTests writes it anew")
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

    Every figure, under the one name that JSON, CSV, limits, tables and the store have for it.

    ## Overview

    The name is the key in JSON and what `--limit` and files of `check` take; the column is that of
    table `run` of a store and of CSV. A figure without a column is printed by `run` alone. Tables
    show MiB for bytes and percent for ratios; JSON, CSV and the store have exact values, and
    nothing (`null`, an empty cell) for a time that never came. Those of regret are there where
    `--regret` was given.


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
