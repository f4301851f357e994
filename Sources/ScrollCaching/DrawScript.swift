import ScrollCore

/// Draws that are dictated and noted, for whoever asks what a model that draws could have done.
///
/// A policy that follows a script takes its choices one by one and then, where the script ends,
/// draws from a seed or takes one option again and again. What was chosen, out of how many, and how
/// likely that was, is noted: with the choices of one run and another last one, a second run is the
/// first up to that draw.
///
/// `@unchecked` because a script belongs to one model, which is used inside one task.
package final class DrawScript: @unchecked Sendable {
  /// A choice that was made.
  package struct Draw: Sendable {
    package let options: Int
    package let choice: Int
    package let probability: Double
  }

  /// Everything drawn so far, in order; what has only one option is not drawn.
  package private(set) var draws: [Draw] = []
  /// The option that is taken where the script has ended, or the last one if there are fewer; nil
  /// draws it.
  package var fixed: Int?
  private let dictated: [Int]
  private var random: SeededRandom

  /// A script.
  /// - Parameters:
  ///   - choices: of the first draws.
  ///   - seed: of what is drawn after them.
  package init(_ choices: [Int] = [], seed: UInt64) {
    dictated = choices
    random = SeededRandom(seed: seed)
  }

  /// A whole number in `0 ..< bound`.
  /// - Precondition: `bound` is positive.
  func below(_ bound: Int) -> Int {
    precondition(bound > 0, "no number is below \(bound)")
    guard bound > 1 else { return 0 }
    return choose(bound, { $0.below(bound) }, probability: { _ in 1 / Double(bound) })
  }

  /// True with the given probability.
  func chance(_ probability: Double) -> Bool {
    guard probability > 0 else { return false }
    guard probability < 1 else { return true }
    let choice = choose(
      2, { $0.chance(probability) ? 1 : 0 },
      probability: { $0 == 1 ? probability : 1 - probability })
    return choice == 1
  }

  private func choose(
    _ options: Int, _ draw: (inout SeededRandom) -> Int, probability: (Int) -> Double
  ) -> Int {
    let choice: Int
    if draws.count < dictated.count {
      choice = min(dictated[draws.count], options - 1)
    } else if let fixed {
      choice = min(fixed, options - 1)
    } else {
      choice = draw(&random)
    }
    draws.append(Draw(options: options, choice: choice, probability: probability(choice)))
    return choice
  }
}
