import Foundation
import ScrollPages
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Every chart as the file that was looked at when it was committed.
@Suite struct ChartGoldenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens")

  // One by one, which the compiler checks in less time than one list of them.
  static let drawings: [Drawing] = [
    lines, bars, heat, scatter, curve, columns,
    .rows([[curve], [columns, columns]], id: "rows", title: "Two rows"),
  ]

  private static let lines = LineChart(
    id: "lines", title: "Stalls", summary: "Two curves.",
    x: Axis(
      "budget, MiB", .logarithmic,
      ticks: [16, 32, 64].map { Axis.Tick($0, "\(Int($0))") }),
    y: .fromZero("stalls, s", covering: [4, 1]), unit: "s",
    series: [
      .init(
        name: "lru", style: 0,
        points: [.init(x: 16, y: 4, spread: 3.5...4.5), .init(x: 32, y: 2), .init(x: 64, y: 1)]),
      .init(
        name: "sieve", style: 1,
        points: [.init(x: 16, y: 3), .init(x: 32, y: .infinity), .init(x: 64, y: 1)]),
      .init(name: "others", style: nil, points: [.init(x: 16, y: 4), .init(x: 64, y: 3)]),
    ]
  ).drawing

  private static let bars = BarChart(
    id: "bars", title: "Stalls", summary: "Two bars.",
    axis: .fromZero("stalls, s", covering: [1.5, 2]),
    bars: [
      .init(name: "lru", style: 0, value: 1.5, text: "1.50 s", interval: 1.2...1.8),
      .init(name: "<fifo>", style: nil, value: 2, text: "2.00 s"),
    ]
  ).drawing

  private static let heat = HeatMap(
    id: "heat", title: "Policy by device", summary: "Four cells.", rows: ["lru", "sieve"],
    columns: ["iphone-5", "iphone-8"],
    cells: [
      [.init(shade: 0, text: "0.10"), .init(shade: 0.5, text: "0.15")],
      [.init(shade: .infinity, text: "killed"), nil],
    ]
  ).drawing

  private static let scatter = ScatterChart(
    id: "scatter", title: "Memory against stalls", summary: "Three points.",
    x: .fromZero("MiB", covering: [100]), y: .fromZero("s", covering: [3]),
    points: [
      .init(name: "lru 16MiB", style: 0, x: 40, y: 3, isOnFront: true),
      .init(name: "lru 64MiB", style: 0, x: 90, y: 1, isOnFront: true),
      .init(name: "fifo 64MiB", style: 1, x: 95, y: 2, isOnFront: false),
    ], legend: [("lru", 0), ("fifo", 1), ("others", nil)]
  ).drawing

  private static let curve = DenseCurve(
    id: "dense", title: "Offset", summary: "Up and down.",
    x: .fromZero("time, s", covering: [100]), y: .fromZero("offset, pt", covering: [500]),
    points: (0...4000).map { number in
      let height = number == 2001 ? 500 : Double(abs(number - 2000)) / 5
      return DenseCurve.Point(x: Double(number) / 40, y: height)
    }, left: DenseCurve.room(for: [.fromZero("offset, pt", covering: [500])]), width: 400,
    height: 180
  ).drawing

  private static let columns = ColumnChart(
    id: "columns", title: "Distances", summary: "Three columns.", below: "images, at most",
    y: .fromZero("requests", covering: [30]),
    columns: [
      .init(name: "1", value: 0, text: "0"), .init(name: "<2", value: 30, text: "30"),
      .init(name: "4", value: 7, text: "7"),
    ], width: 200, height: 180
  ).drawing

  @Test(arguments: drawings)
  func `a chart equals its golden file`(drawing: Drawing) throws {
    let file = Self.folder.appendingPathComponent("\(drawing.id).svg")
    if ProcessInfo.processInfo.environment["SCROLL_RECORD"] == "1" {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try drawing.file.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == drawing.file,
      "look at it, then: SCROLL_RECORD=1 swift test -c release --disable-testable-imports --filter ChartGoldenTests"
    )
  }

  @Test(arguments: drawings)
  func `a chart is well-formed XML with a title and a description`(drawing: Drawing) {
    let reader = WellFormed()
    let parser = XMLParser(data: Data(drawing.file.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(drawing.id): \(String(describing: parser.parserError))")
    #expect(reader.elements["title", default: 0] >= 1 && reader.elements["desc"] == 1)
  }
}

private final class WellFormed: NSObject, XMLParserDelegate {
  var elements: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements[name, default: 0] += 1
  }
}
