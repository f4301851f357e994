import ScrollCore
import ScrollSimulation
import Testing

struct ParetoFrontTests {
  /// Returns `true` if the second point is at least as good everywhere and better somewhere.
  private static func isBeaten(_ one: [Double], by other: [Double]) -> Bool {
    one.indices.allSatisfy { other[$0] <= one[$0] } && one.indices.contains { other[$0] < one[$0] }
  }

  @Test(arguments: 0..<300)
  func `the front contains exactly the points that no other beats`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let figures = random.within(1...4)
    let range = random.within(1...20)
    let points = (0..<random.within(0...60)).map { _ in
      (0..<figures).map { _ in random.chance(0.05) ? .infinity : Double(random.below(range)) }
    }
    let expected = points.indices.filter { place in
      !points.contains { Self.isBeaten(points[place], by: $0) }
    }
    #expect(ParetoFront.places(of: points) == expected, "seed \(seed)")
  }

  @Test func `equal points are all on the front or none`() {
    #expect(ParetoFront.places(of: [[1, 2], [1, 2], [2, 2], [2, 2]]) == [0, 1])
  }

  @Test func `NaN is worse than infinity`() {
    #expect(ParetoFront.places(of: [[.nan, 1], [3, 1], [.infinity, 0]]) == [1, 2])
  }
}
