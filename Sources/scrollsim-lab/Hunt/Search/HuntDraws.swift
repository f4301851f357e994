import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// The draws of a hunt, all from one seed.
///
/// Whole numbers and choices only: no last bit of a logarithm decides what is found.
package struct HuntDraws: Sendable {
  private var random: SeededRandom

  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// One of some values, each as likely as any other.
  /// - Precondition: there are some.
  package mutating func one<Value>(of values: [Value]) -> Value {
    values[random.below(values.count)]
  }

  package mutating func within(_ range: ClosedRange<Int>) -> Int { random.within(range) }

  package mutating func chance(_ probability: Double) -> Bool { random.chance(probability) }

  /// Draws so many percent of a number, rounded down and kept within bounds.
  package mutating func part(
    of number: Int, percent: ClosedRange<Int>, within bounds: ClosedRange<Int>
  ) -> Int {
    min(max(number * random.within(percent) / 100, bounds.lowerBound), bounds.upperBound)
  }
}
