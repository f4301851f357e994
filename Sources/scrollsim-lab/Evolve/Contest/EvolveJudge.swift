import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// Tries formulas in training scenes.
struct EvolveJudge: FormulaJudge {
  private let runs: ContestRuns
  private let arena: Arena
  /// How many runs it has asked for.
  private(set) var asked = 0

  init(_ runs: ContestRuns, _ arena: Arena) {
    self.runs = runs
    self.arena = arena
  }

  var weights: [Double] { arena.weights.shares }

  mutating func losses(
    of formulas: [Formula], inScenes scenes: Range<Int>
  ) throws -> [[Double]] {
    let policies = try formulas.map { try $0.choice }
    asked += policies.count * arena.set.runs(of: scenes).count
    return try runs.stalls(of: policies, in: arena.set, scenes: scenes).map { stalls in
      zip(scenes, stalls.seconds).map { scene, seconds in
        seconds.reduce(0, +) / Double(seconds.count) / arena.yardstick.seconds[scene]
      }
    }
  }
}

extension Formula {
  /// The policy that it is.
  /// - Throws: `ChoiceError` for one that the policy cannot be.
  var choice: Choice<PolicyDescriptor> {
    get throws(ChoiceError) { try PolicyCatalog.builtIn.choose(policy) }
  }
}
