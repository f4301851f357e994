import ScrollSimCommands
import ScrollTraces

/// A judge of formulas.
///
/// A search passes all formulas of a step at once, so that a judge may evaluate them in any order
/// and on any number of threads. The same formulas must always have the same losses.
package protocol FormulaJudge {
  /// The weight of each scenario, in the order in which scenarios are raced; the sum is 1.
  var weights: [Double] { get }
  /// Returns the loss of each formula in each of these scenarios.
  ///
  /// The loss is the stall time as a share of the reference's; a smaller one is better.
  mutating func losses(of formulas: [Formula], inScenes scenes: Range<Int>) throws -> [[Double]]
}
