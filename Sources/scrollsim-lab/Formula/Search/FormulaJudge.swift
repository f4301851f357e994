import ScrollSimCommands
import ScrollTraces

/// Says how good formulas are.
///
/// A search hands over all that it wants to know at once, so that a judge may work on it in any
/// order and with as many threads as it likes. It must answer the same whenever it is asked.
package protocol FormulaJudge {
  /// What each scene weighs, in the order in which scenes are raced; the sum is 1.
  var weights: [Double] { get }
  /// The loss of each formula in each of these scenes: its stall as a share of a yardstick's there,
  /// less is better.
  mutating func losses(of formulas: [Formula], inScenes scenes: Range<Int>) throws -> [[Double]]
}
