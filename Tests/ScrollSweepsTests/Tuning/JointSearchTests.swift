import ScrollCore
import ScrollSweeps
import Testing

struct JointSearchTests {
  /// Returns every combination of these numbers of values.
  private static func grid(_ counts: [Int]) -> [[Int]] {
    counts.reduce([[]]) { points, count in
      points.flatMap { point in (0..<count).map { point + [$0] } }
    }
  }

  private static func searched(
    _ points: [[Int]], most: Int, seed: UInt64 = 0, score: (Int) -> Double
  ) -> JointSearch<Double> {
    var search = JointSearch<Double>(points, most: most, seed: seed) { $0 < $1 }
    while !search.next.isEmpty { search.hear(search.next.map(score)) }
    return search
  }

  @Test(arguments: 0..<200)
  func `an unlimited search finds the best point of a brute-force search`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let points = Self.grid((0..<4).map { _ in random.within(1...5) })
    let scores = points.map { _ in Double(random.below(40)) }
    let search = Self.searched(points, most: points.count) { scores[$0] }
    #expect(search.isExhaustive)
    #expect(search.scores.count == points.count)
    #expect(search.best == scores.indices.min { (scores[$0], $0) < (scores[$1], $1) })
  }

  /// The effect of each choice is independent: a line in each direction finds the best.
  @Test(arguments: 0..<200)
  func `the search finds the best of independent choices in few trials`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    let counts = [7, 9, 11, 8]
    let points = Self.grid(counts)
    let parts = counts.map { count in (0..<count).map { _ in random.unit() } }
    func score(_ place: Int) -> Double {
      zip(parts, points[place]).reduce(0) { $0 + $1.0[$1.1] }
    }
    let search = Self.searched(points, most: 400, seed: seed, score: score)
    #expect(!search.isExhaustive)
    #expect(search.scores.count <= 400)
    #expect(search.best == points.indices.min { score($0) < score($1) })
  }

  @Test(arguments: 0..<100)
  func `no single change improves the result if the search has enough trials`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let points = Self.grid([6, 6, 6, 6])
    let scores = points.map { _ in random.unit() }
    let search = Self.searched(points, most: 1000, seed: seed) { scores[$0] }
    guard let best = search.best, search.scores.count < 1000 else {
      Issue.record("seed \(seed) found nothing")
      return
    }
    for (place, point) in points.enumerated()
    where zip(point, points[best]).count(where: { $0 != $1 }) == 1 {
      #expect(scores[best] <= scores[place])
    }
  }

  @Test(arguments: [1, 2, 10, 63])
  func `the search makes at most the allowed trials and repeats none`(most: Int) {
    let points = Self.grid([4, 4, 4])
    var search = JointSearch<Int>(points, most: most, seed: 1) { $0 < $1 }
    var tried: [Int] = []
    while !search.next.isEmpty {
      tried += search.next
      search.hear(search.next)
    }
    #expect(tried.count <= most)
    #expect(Set(tried).count == tried.count)
  }

  /// A loader without a cache has neither policy nor budget, so no point differs from it in one
  /// choice alone.
  @Test func `the search includes points that lack a choice`() {
    let points =
      Self.grid([2, 3, 3, 3]).map { point in
        [point[0], point[1], point[2] + 1, point[3] + 1]
      } + [[2, 0, 0, 0]]
    let search = Self.searched(points, most: points.count - 1) {
      $0 == points.count - 1 ? 0 : Double($0 + 1)
    }
    #expect(search.best == points.count - 1)
  }

  @Test func `equal seeds try equal points, other seeds do not`() {
    let points = Self.grid([9, 9, 9])
    func score(_ place: Int) -> Double {
      Double((place &* 2_654_435_761) % 1009)
    }
    let first = Self.searched(points, most: 300, seed: 5, score: score)
    let second = Self.searched(points, most: 300, seed: 5, score: score)
    let other = Self.searched(points, most: 300, seed: 6, score: score)
    #expect(first.scores == second.scores)
    #expect(first.scores != other.scores)
  }
}
