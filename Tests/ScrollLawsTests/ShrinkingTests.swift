import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Tests that shrinking is repeatable, never returns a passing case, never grows, and ends.
struct ShrinkingTests {
  /// A generator of values, some of which fail.
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var generator: Generator<[Int]>
    var fails: @Sendable ([Int]) -> Bool
    /// Returns `true` if no value that is one step simpler fails.
    var isSmallest: @Sendable ([Int]) -> Bool
  }

  static let digits = Generator.integers(in: 0...9)

  static let examples = [
    Example(
      testDescription: "a sum above 50",
      generator: Generator.integers(in: 0...30).list(count: 0...20),
      fails: { $0.reduce(0, +) > 50 },
      isSmallest: { $0.reduce(0, +) == 51 && !$0.contains(0) }),
    Example(
      testDescription: "7 or more before a smaller one", generator: digits.list(count: 0...20),
      fails: { zip($0, $0.dropFirst()).contains { $0 >= 7 && $1 < $0 } },
      isSmallest: { $0 == [7, 0] }),
    Example(
      testDescription: "twice the same, which only shrinks together",
      generator: digits.list(count: 0...20),
      fails: { zip($0, $0.dropFirst()).contains { $0 >= 3 && $1 == $0 } },
      isSmallest: { $0 == [3, 3] }),
    Example(
      testDescription: "more than five", generator: digits.list(count: 0...20),
      fails: { $0.count > 5 }, isSmallest: { $0 == [0, 0, 0, 0, 0, 0] }),
    Example(
      testDescription: "a number from 1000 on",
      generator: Generator.integers(in: 0...5000).list(count: 0...30),
      fails: { $0.contains { $0 >= 1000 } }, isSmallest: { $0 == [1000] }),
    Example(
      testDescription: "never shorter than three", generator: digits.list(count: 3...12),
      fails: { $0.contains(9) }, isSmallest: { $0.sorted() == [0, 0, 9] }),
    Example(
      testDescription: "a list as long as a number before it says",
      generator: Generator.integers(in: 1...10).flatMap { digits.list(count: $0...$0) },
      fails: { $0.contains(9) },
      isSmallest: { $0.last == 9 && $0.dropLast().allSatisfy { $0 == 0 } }),
    Example(
      testDescription: "three different values, of three kinds of lists",
      generator: .oneOf([
        (1, .always([])), (2, digits.map { [$0] }), (6, digits.list(count: 0...15)),
      ]),
      fails: { Set($0).count >= 3 }, isSmallest: { $0.sorted() == [0, 1, 2] }),
    Example(
      testDescription: "a list in a list",
      generator: digits.list(count: 0...6).list(count: 0...6).map { lists in
        lists.flatMap { $0 + [10] }
      },
      fails: { $0.count(where: { $0 == 10 }) >= 2 && $0.contains(5) },
      isSmallest: { $0.sorted() == [5, 10, 10] }),
    Example(
      testDescription: "everything", generator: digits.list(count: 0...20),
      fails: { _ in true }, isSmallest: \.isEmpty),
  ]

  /// Returns failing cases of the first seeds, at growing sizes.
  static func failures(
    of example: Example, seeds: Range<UInt64> = 0..<300
  ) -> [(seed: UInt64, choices: Choices, value: [Int])] {
    seeds.compactMap { seed in
      var choices = Choices(seed: seed, size: min(1, 0.1 + Double(seed) / 100))
      let value = example.generator.draw(&choices)
      return example.fails(value) ? (seed, choices, value) : nil
    }
  }

  @Test(arguments: examples)
  func `a shrunk case fails, is no larger, and repeats`(
    example: Example
  ) {
    let failures = Self.failures(of: example)
    #expect(failures.count >= 30)
    for (seed, choices, value) in failures {
      var shrinker = Shrinker(
        example.generator, failing: choices, value, fails: example.fails)
      shrinker.run()
      var again = Shrinker(example.generator, failing: choices, value, fails: example.fails)
      again.run()
      let (small, large) = (shrinker.best.record, choices.record)
      #expect(example.fails(shrinker.bestValue), "\(value) from seed \(seed)")
      #expect(small == large || Shrinker<[Int]>.isSmaller(small, than: large), "seed \(seed)")
      #expect(again.bestValue == shrinker.bestValue && again.best.record == small, "seed \(seed)")
      #expect(again.attempts == shrinker.attempts, "seed \(seed)")
    }
  }

  @Test(arguments: examples)
  func `a shrunk case has no simpler failing case`(example: Example) {
    for (seed, choices, value) in Self.failures(of: example) {
      var shrinker = Shrinker(
        example.generator, failing: choices, value, fails: example.fails)
      shrinker.run()
      #expect(
        example.isSmallest(shrinker.bestValue), "\(shrinker.bestValue), \(value), seed \(seed)")

      var idle = Shrinker(
        example.generator, failing: shrinker.best, shrinker.bestValue, fails: example.fails)
      idle.run()
      #expect(idle.best.record == shrinker.best.record, "seed \(seed)")
    }
  }

  @Test(arguments: examples)
  func `the shrinker accepts only failing cases, each smaller than the one before`(
    example: Example
  ) {
    for (seed, choices, value) in Self.failures(of: example, seeds: 0..<60) {
      var accepted: [[Int]] = [value]
      var shrinker = Shrinker(example.generator, failing: choices, value) { candidate in
        let fails = example.fails(candidate)
        if fails { accepted.append(candidate) }
        return fails
      }
      shrinker.run()
      #expect(accepted.last == shrinker.bestValue, "seed \(seed)")
    }
  }

  @Test(arguments: [0, 1, 10, 100])
  func `shrinking ends after the allowed number of attempts`(most: Int) {
    for example in Self.examples {
      for (seed, choices, value) in Self.failures(of: example, seeds: 200..<220) {
        var asked = 0
        var shrinker = Shrinker(example.generator, failing: choices, value) {
          asked += 1
          return example.fails($0)
        }
        shrinker.mostAttempts = most
        shrinker.run()
        #expect(shrinker.attempts <= most && asked <= most, "\(example), seed \(seed)")
        #expect(example.fails(shrinker.bestValue), "\(example), seed \(seed)")
      }
    }
  }

  @Test func `a generator that spoils every candidate keeps the original case`() {
    // The value depends on more than its choices, so no candidate fails again.
    var choices = Choices(seed: 3)
    let value = Self.digits.list(count: 5...10).draw(&choices)
    var shrinker = Shrinker(
      Self.digits.list(count: 5...10), failing: choices, value, fails: { _ in false })
    shrinker.run()
    #expect(shrinker.bestValue == value && shrinker.best.record == choices.record)
    #expect(shrinker.attempts < shrinker.mostAttempts)
  }

  @Test func `sequences are compared by length, then by their first difference`() {
    let rising = [[], [0], [5], [0, 0], [0, 9], [1, 0], [0, 0, 0]]
    for (place, left) in rising.enumerated() {
      for (other, right) in rising.enumerated() {
        #expect(Shrinker<Int>.isSmaller(left, than: right) == (place < other))
      }
    }
  }

  @Test(arguments: [
    "lru forgets to forget", "cache evicts the pinned", "distance leads on the wrong side",
  ])
  func `scripts that break a law shrink to scripts that break the same law`(name: String) throws {
    let sabotage = try #require(Sabotage.all.first { $0.name == name })
    let report = LawCheck(of: sabotage.descriptor, plan: LawPlan(smallWorlds: false)).run()
    let law = try #require(report.failure).law
    let check = LawCheck(of: sabotage.descriptor)
    let generator = ScriptGenerators.arena(law.arena, for: sabotage.descriptor)
    func breaks(_ script: Script) -> Bool {
      do { try check.check(law.name, on: script) } catch { return error is LawFailure }
      return false
    }
    var found = 0
    for seed in UInt64(0)..<400 where found < 8 {
      var choices = Choices(seed: seed)
      let script = generator.draw(&choices)
      guard breaks(script) else { continue }
      found += 1
      var (one, other) = (
        Shrinker(generator, failing: choices, script, fails: breaks),
        Shrinker(generator, failing: choices, script, fails: breaks)
      )
      one.run()
      other.run()
      #expect(one.bestValue == other.bestValue, "seed \(seed)")
      #expect(breaks(one.bestValue), "\(one.bestValue), seed \(seed)")
      #expect(one.bestValue.operations.count <= script.operations.count, "seed \(seed)")
      let isSmaller = Shrinker<Script>.isSmaller(one.best.record, than: choices.record)
      #expect(isSmaller, "\(script), seed \(seed)")
      #expect(one.attempts <= one.mostAttempts)
    }
    #expect(found > 0)
  }

  @Test(arguments: [
    "lru forgets to forget", "cache evicts the pinned", "distance leads on the wrong side",
    "clock evicts pins without a chance", "cache holds one image too many",
    "lru promotes on a miss",
  ])
  func `a reported case needs each of its operations`(name: String) throws {
    let sabotage = try #require(Sabotage.all.first { $0.name == name })
    let check = LawCheck(of: sabotage.descriptor)
    for seed in UInt64(1)...3 {
      let report = LawCheck(
        of: sabotage.descriptor, plan: LawPlan(seed: seed, smallWorlds: false)
      ).run()
      let failure = try #require(report.failure)
      for place in failure.script.operations.indices {
        var shorter = failure.script
        shorter.operations.remove(at: place)
        guard shorter.suits(failure.law.arena) else { continue }
        #expect(throws: Never.self, "without operation \(place + 1) of:\n\(failure)") {
          try check.check(failure.law.name, on: shorter)
        }
      }
    }
  }
}
