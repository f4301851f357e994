import ScrollLaws
import Testing

/// Choices and the generators made of them.
struct GeneratorTests {
  /// A generator of each kind, each for numbers that can be compared.
  static let generators: [Generator<[Int]>] = [
    Generator.integers(in: -5...5).map { [$0] },
    Generator.integers(in: 0...9).list(count: 0...12),
    Generator.integers(in: 0...9).list(count: 4...12),
    Generator.integers(in: 1...6).flatMap { Generator.integers(in: 0...99).list(count: $0...$0) },
    .oneOf([(1, .always([])), (5, Generator.integers(in: 0...3).list(count: 1...3))]),
    .oneOf([[3, 1], [], [7]]),
    Generator { choices in
      let isLong = choices.chance(0.3)
      return choices.group { choices in
        (0..<(isLong ? 8 : 2)).map { _ in choices.pick([0, 10, 100]) }
      } + [choices.weighted([0, 5, 1])]
    },
  ]

  @Test func `a false property of any generator has a small counterexample`() {
    let heights = Generator.integers(in: 0...4000).list(count: 0...50)
    #expect(heights.counterExample { $0.contains { $0 >= 1000 } } == [1000])
    #expect(heights.counterExample { $0.count > 3 } == [0, 0, 0, 0])
    #expect(heights.counterExample { $0.contains { $0 > 4000 } } == nil)
  }

  @Test(arguments: generators.indices)
  func `equal seeds draw equal values`(place: Int) {
    let generator = Self.generators[place]
    var values: Set<[Int]> = []
    for seed in UInt64(0)..<500 {
      var one = Choices(seed: seed), other = Choices(seed: seed)
      let value = generator.draw(&one)
      #expect(value == generator.draw(&other), "seed \(seed)")
      #expect(one.record == other.record, "seed \(seed)")
      values.insert(value)
    }
    #expect(values.count >= 3, "seeds hardly change what is drawn")
  }

  @Test(arguments: generators.indices)
  func `recorded choices repeat a value`(place: Int) {
    let generator = Self.generators[place]
    for seed in UInt64(0)..<500 {
      var drawn = Choices(seed: seed, size: Double(seed % 5) / 4)
      let value = generator.draw(&drawn)
      var replayed = Choices(replaying: drawn.record, size: drawn.size)
      #expect(generator.draw(&replayed) == value, "seed \(seed)")
      #expect(replayed.record == drawn.record, "seed \(seed)")
    }
  }

  @Test(arguments: generators.indices)
  func `any numbers are valid choices after they are lowered to the bounds`(place: Int) {
    let generator = Self.generators[place]
    for seed in UInt64(0)..<200 {
      var source = Choices(seed: seed)
      let given = (0..<source.below(30)).map { _ in source.below(1000) }
      var replayed = Choices(replaying: given, size: 1)
      let value = generator.draw(&replayed)
      // Now they are in bounds: nothing is lowered any more.
      var again = Choices(replaying: replayed.record, size: 1)
      #expect(generator.draw(&again) == value, "\(given), seed \(seed)")
      #expect(again.record == replayed.record, "\(given), seed \(seed)")
    }
  }

  @Test func `generators without choices draw their simplest values`() {
    let simplest = Self.generators.map { generator in
      var choices = Choices(replaying: [], size: 1)
      return generator.draw(&choices)
    }
    #expect(simplest == [[-5], [], [0, 0, 0, 0], [0], [], [3, 1], [0, 0, 0]])
  }

  @Test func `lists are short at size 0 and have every length at size 1`() {
    let list = Generator.integers(in: 0...9).list(count: 2...12)
    func lengths(size: Double) -> [Int: Int] {
      var lengths: [Int: Int] = [:]
      for seed in UInt64(0)..<4000 {
        var choices = Choices(seed: seed, size: size)
        lengths[list.draw(&choices).count, default: 0] += 1
      }
      return lengths
    }
    #expect(lengths(size: 0) == [2: 4000])
    #expect(lengths(size: 0.5).keys.max() == 7)
    let long = lengths(size: 1)
    #expect(long.keys.sorted() == Array(2...12))
    // Each of 11 lengths about 364 times.
    #expect(long.values.allSatisfy { (260...470).contains($0) }, "\(long)")
  }

  @Test func `a list shrinks to the elements that cause the failure`() {
    let list = Generator.integers(in: 0...99).list(count: 0...40)
    for seed in UInt64(0)..<200 {
      var choices = Choices(seed: seed)
      let value = list.draw(&choices)
      guard value.contains(where: { $0 > 90 }), value.contains(where: { $0 < 10 }) else { continue }
      var shrinker = Shrinker(list, failing: choices, value) { candidate in
        candidate.contains { $0 > 90 } && candidate.contains { $0 < 10 }
      }
      shrinker.run()
      #expect(shrinker.bestValue.sorted() == [0, 91], "\(value), seed \(seed)")
    }
  }

  @Test func `choices stay below their bounds and reach them`() {
    var choices = Choices(seed: 11)
    var below = Set<Int>(), within = Set<Int>(), weighted = [0, 0, 0]
    var heads = 0
    for _ in 0..<3000 {
      below.insert(choices.below(5))
      within.insert(choices.within(-2...2))
      weighted[choices.weighted([0, 9, 1])] += 1
      heads += choices.chance(0.25) ? 1 : 0
    }
    #expect(below.sorted() == [0, 1, 2, 3, 4])
    #expect(within.sorted() == [-2, -1, 0, 1, 2])
    #expect(weighted[0] == 0 && (2550...2850).contains(weighted[1]))
    #expect((650...850).contains(heads))
  }
}
