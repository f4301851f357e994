import ScrollCore
import Testing

struct RankedTests {
  @Test func `percentiles use the nearest rank`() {
    // The example of the usual definition.
    let ranked = Ranked([50, 15, 40, 20, 35])
    #expect(ranked.values == [15, 20, 35, 40, 50])
    #expect([5, 30, 40, 50, 100].map { ranked.percentile($0) } == [15, 20, 20, 35, 50])
    #expect(ranked.percentile(0) == 15)
    #expect(Ranked([Int]()).percentile(50) == nil)
  }
}
