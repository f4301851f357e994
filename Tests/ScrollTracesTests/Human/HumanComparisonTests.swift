import ScrollCore
import ScrollLayout
import ScrollTraces
import Testing

@Suite struct HumanComparisonTests {
  /// Returns a comparison of drags of some length and travel, with some time between them.
  private static func comparison(
    of count: Int, gap: Double, length: Double, travel: Double
  ) throws -> HumanComparison {
    let header = TraceHeader(
      title: "By hand", provenance: "a test", kind: .synthetic,
      viewport: ViewportSize(width: 390, height: 844), layout: try Layout(parsing: "list"))
    let catalog = TraceCatalog(try CatalogRecipe(parsing: "items=300 size=400x400"))
    let drag = Gesture.drag(by: travel, over: SimTime(seconds: length), release: 0)
    let trace = try ScrollTrace(
      content: TraceContent(header: header, catalog: catalog),
      movement: .gestures(
        GestureScript(
          (0..<count).map {
            TimedGesture(at: SimTime(seconds: Double($0) * (gap + length)), drag)
          })))
    return HumanComparison(trace)
  }

  private static func verdicts(
    _ comparison: HumanComparison, _ name: String
  ) -> [HumanComparison.Verdict] {
    comparison.rows.filter { $0.statistic.name == name && $0.statistic.unit != "px" }
      .map(\.verdict)
  }

  @Test(arguments: [(0.25, "below"), (1.0, "in"), (10.0, "above")])
  func `a median is below, in or above the published range`(gap: Double, word: String) throws {
    let comparison = try Self.comparison(of: 60, gap: gap, length: 0.5, travel: 60)
    #expect(Self.verdicts(comparison, "gap between gestures").map(\.word) == [word, word])
    #expect(Self.verdicts(comparison, "gesture length") == [.inside, .inside])
    #expect(Self.verdicts(comparison, "gesture travel") == [.inside])
  }

  @Test func `fewer than twenty measurements are not compared`() throws {
    let few = try Self.comparison(of: 20, gap: 1, length: 0.5, travel: 60)
    #expect(
      Self.verdicts(few, "gap between gestures").first
        == .notMeasurable(reason: "19 gaps; at least 20 are needed"))
    #expect(Self.verdicts(few, "gesture length") == [.inside, .inside])
    #expect(
      Self.verdicts(few, "release speed")
        == [.notMeasurable(reason: "0 flings; at least 20 are needed")])
  }

  @Test func `every statistic has a source with a year and a link`() {
    for statistic in PublishedStatistic.all {
      #expect(statistic.source.link.hasPrefix("https://"), "\(statistic.name)")
      #expect(2000...2026 ~= statistic.source.year, "\(statistic.name)")
      #expect(statistic.range.contains(statistic.value), "\(statistic.name)")
    }
  }
}
