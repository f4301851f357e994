import ScrollCore
import ScrollLayout
import ScrollTraces
import Testing

struct PaceTests {
  private static func motion(_ samples: [(Double, Double)]) -> ScrollMotion {
    ScrollMotion(
      times: samples.map { SimTime(milliseconds: $0.0) }, offsets: samples.map(\.1),
      phases: samples.map { _ in .tracking })
  }

  @Test func `percentiles weigh speeds by their time`() {
    // 100 ms at 1000, 300 ms at 200, 100 ms backward at 3000 pt/s.
    let pace = Pace(Self.motion([(0, 0), (100, 100), (400, 160), (500, -140)]))
    #expect(pace.speed(percentile: 50) == 200)
    #expect(pace.speed(percentile: 60) == 200)
    #expect(pace.speed(percentile: 80) == 1000)
    #expect(pace.speed(percentile: 90) == 3000)
    #expect(pace.looks.values.isEmpty)
  }

  @Test func `a look is slow and lasts a quarter of a second, across samples`() {
    // 59 pt/s is slow, 61 is not.
    let pace = Pace(
      Self.motion([
        (0, 0), (200, 11.8), (300, 11.8), (400, 100), (640, 100), (650, 200), (1650, 259),
        (2650, 320), (5650, 320),
      ]))
    #expect(pace.looks.values.map(\.milliseconds) == [300, 1000, 3000])
    #expect(pace.looks.percentile(50)?.milliseconds == 1000)
  }

  @Test func `a motion at rest is one look without a speed`() {
    let pace = Pace(Self.motion([(0, 7), (9000, 7)]))
    #expect(pace.speed(percentile: 50) == nil)
    #expect(pace.looks.values.map(\.seconds) == [9])
    #expect(Pace(Self.motion([(0, 7)])).looks.percentile(50) == nil)
  }
}
