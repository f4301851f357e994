import scrollsim_lab

/// Judges formulas by the share of pairs of residents that they rank otherwise than a target.
///
/// A scenario is a list of moments. Its loss is the share of pairs that the formula ranks otherwise
/// than the target; an equal rank counts half. The target itself has a loss of 0, and an unrelated
/// formula about a half.
struct OrderJudge: FormulaJudge {
  /// A request to the judge and its answer.
  struct Question {
    let formulas: [Formula]
    let scenes: Range<Int>
    let losses: [[Double]]
  }

  /// A pair of residents, of which the first is evicted before the second.
  private struct Pair {
    let first: Int, second: Int
  }

  private struct Scene {
    let moments: [[FormulaState]]
    let pairs: [[Pair]]
  }

  let weights: [Double]
  private let scenes: [Scene]
  /// A Boolean value that indicates whether the judge works on formulas in reverse order.
  private let isReversed: Bool
  private(set) var questions: [Question] = []

  init(_ target: Formula, scenes count: Int = 6, seed: UInt64 = 1, isReversed: Bool = false) {
    weights = Array(repeating: 1 / Double(count), count: count)
    scenes = (0..<count).map { number in
      let states = FormulaStates(moments: 10, residents: 8, seed: seed &* 100 &+ UInt64(number))
      return Scene(
        moments: states.moments, pairs: states.moments.map { Self.pairs($0, by: target) })
    }
    self.isReversed = isReversed
  }

  mutating func losses(
    of formulas: [Formula], inScenes range: Range<Int>
  ) throws -> [[Double]] {
    var losses = Array(repeating: [Double](), count: formulas.count)
    let order = isReversed ? Array(formulas.indices.reversed()) : Array(formulas.indices)
    for index in order { losses[index] = range.map { loss(of: formulas[index], in: scenes[$0]) } }
    questions.append(Question(formulas: formulas, scenes: range, losses: losses))
    return losses
  }

  /// Returns the mean loss over all scenarios.
  func loss(of formula: Formula) -> Double {
    scenes.reduce(0) { $0 + loss(of: formula, in: $1) } / Double(scenes.count)
  }

  private func loss(of formula: Formula, in scene: Scene) -> Double {
    var (wrong, count) = (0.0, 0)
    for (residents, pairs) in zip(scene.moments, scene.pairs) {
      let worths = residents.map { $0.worth(formula) }
      for pair in pairs {
        let (first, second) = (worths[pair.first], worths[pair.second])
        wrong += first > second ? 0 : first == second ? 0.5 : 1
      }
      count += pairs.count
    }
    return wrong / Double(max(1, count))
  }

  private static func pairs(_ residents: [FormulaState], by target: Formula) -> [Pair] {
    let worths = residents.map { $0.worth(target) }
    return worths.indices.flatMap { first in
      worths.indices.compactMap { second in
        worths[first] > worths[second] ? Pair(first: first, second: second) : nil
      }
    }
  }
}
