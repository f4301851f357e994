extension Generator {
  /// A small value for which something fails; nil if none of the random ones does.
  ///
  /// Values grow in size over the first hundred; the first one that fails is shrunk. For
  /// properties of your own, of anything that can be generated:
  ///
  ///     let heights = Generator<Int>.integers(in: 0...4000).list(count: 0...50)
  ///     heights.counterExample { $0.contains { $0 >= 1000 } }  // [1000]
  ///
  /// - Parameters:
  ///   - cases: how many values are drawn at most.
  ///   - seed: what they are drawn from.
  ///   - fails: whether a value is a counter-example.
  /// - Returns: the smallest value found; the same for the same arguments.
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
