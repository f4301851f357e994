/// A generator of values from choices.
///
/// Generators are composed. `Generator { ... }` draws values from choices directly, `map` and
/// `flatMap` build on another generator, and `oneOf` and `list` combine several. All values can be
/// shrunk; see `Choices`.
///
///     let heights = Generator.integers(in: 40...400).list(count: 1...20)
///     var choices = Choices(seed: 7)
///     heights.draw(&choices)
public struct Generator<Value>: Sendable {
  public let draw: @Sendable (inout Choices) -> Value

  /// Creates a generator that draws values from choices with a closure.
  public init(_ draw: @escaping @Sendable (inout Choices) -> Value) {
    self.draw = draw
  }

  public func map<Result>(
    _ transform: @escaping @Sendable (Value) -> Result
  ) -> Generator<Result> {
    Generator<Result> { transform(draw(&$0)) }
  }

  /// Returns a generator that depends on the value of this one.
  public func flatMap<Result>(
    _ next: @escaping @Sendable (Value) -> Generator<Result>
  ) -> Generator<Result> {
    Generator<Result> { choices in next(draw(&choices)).draw(&choices) }
  }

  /// Returns a generator of values of one of several generators; the first is the simplest.
  /// - Precondition: There is at least one generator, and the weights' sum is positive.
  public static func oneOf(_ weighted: [(weight: Int, Generator<Value>)]) -> Generator {
    Generator { choices in
      let place = choices.weighted(weighted.map(\.weight))
      return weighted[place].1.draw(&choices)
    }
  }

  /// Returns a generator of lists, whose length grows with the size of the choices.
  ///
  /// At size 0 lists are short, and at size 1 they have any number of elements up to the upper
  /// bound. Shrinking removes elements one by one.
  public func list(count: ClosedRange<Int>) -> Generator<[Value]> {
    Generator<[Value]> { choices in
      let spread = Double(count.upperBound - count.lowerBound) * choices.size
      let longest = count.lowerBound + Int(spread.rounded())
      var values: [Value] = []
      // Adds an element with a probability that makes all lengths up to the longest about equally
      // likely.
      while true {
        let rest = Double(longest - values.count)
        let value: Value? = choices.group { choices in
          let isNeeded = values.count < count.lowerBound
          let goesOn =
            isNeeded || (rest > 0 ? choices.chance(rest / (rest + 1)) : choices.below(1) > 0)
          return goesOn ? draw(&choices) : nil
        }
        guard let value else { break }
        values.append(value)
      }
      return values
    }
  }
}

extension Generator where Value: Sendable {
  /// Returns a generator of one constant value.
  public static func always(_ value: Value) -> Generator { Generator { _ in value } }

  /// Returns a generator of one of some values; the first is the simplest.
  /// - Precondition: There is at least one value.
  public static func oneOf(_ values: [Value]) -> Generator { Generator { $0.pick(values) } }
}

extension Generator where Value == Int {
  /// Returns a generator of numbers in a range; its lower bound is the simplest.
  public static func integers(in range: ClosedRange<Int>) -> Generator {
    Generator { $0.within(range) }
  }
}

extension Generator {
  /// Returns a small value for which a property fails; `nil` if it holds for all random values.
  ///
  /// The size of values grows over the first hundred cases. The first value that fails is shrunk.
  /// Use the method for custom properties of any values that can be generated:
  ///
  ///     let heights = Generator<Int>.integers(in: 0...4000).list(count: 0...50)
  ///     heights.counterExample { $0.contains { $0 >= 1000 } }  // [1000]
  ///
  /// - Parameters:
  ///   - cases: The largest number of values that are drawn.
  ///   - seed: The seed from which they are drawn.
  ///   - fails: Returns whether a value is a counter-example.
  /// - Returns: The smallest value found. The same arguments give the same value.
  public func counterExample(
    cases: Int = 1000, seed: UInt64 = 1, where fails: @escaping (Value) -> Bool
  ) -> Value? {
    for number in 0..<cases {
      var choices = Choices(
        seed: seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(number),
        size: min(1, 0.1 + Double(number) / 100))
      let value = draw(&choices)
      guard fails(value) else { continue }
      var shrinker = Shrinker(self, failing: choices, value, fails: fails)
      shrinker.run()
      return shrinker.bestValue
    }
    return nil
  }
}
