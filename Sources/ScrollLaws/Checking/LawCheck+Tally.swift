extension LawCheck {
  /// A random case, and what it was drawn with.
  struct DrawnCase {
    let generator: Generator<Script>
    let choices: Choices
    let script: Script
  }

  /// Draws a case for the laws of an arena: from the same numbers, whichever laws are checked.
  func drawnCase(_ number: Int, in arena: Arena) -> DrawnCase {
    let place = Arena.allCases.firstIndex(of: arena) ?? 0
    let seed = plan.seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(number * 3 + place)
    let generator = Worlds.arena(arena, for: subject.descriptor)
    var choices = Choices(seed: seed, size: min(1, 0.1 + Double(number) / 100))
    let script = generator.draw(&choices)
    return DrawnCase(generator: generator, choices: choices, script: script)
  }

  /// Tries every law on all random cases, also after another one was broken.
  ///
  /// For a policy of which nobody claims anything: no case is made smaller, and neither the corpus
  /// nor small worlds are tried.
  ///
  /// - Returns: the laws that a case exercised, in the order of all laws, and whether none broke
  ///   them.
  package func tally() -> [(law: String, isKept: Bool)] {
    var kept: [String: Bool] = [:]
    for number in 0..<plan.cases {
      for arena in Arena.allCases {
        // What was broken once stays broken.
        let rest = laws.filter { $0.arena == arena && kept[$0.name] != false }
        guard !rest.isEmpty else { continue }
        let trial = Trial(subject, drawnCase(number, in: arena).script)
        for law in rest {
          switch law.check(trial) {
          case .idle: break
          case .holds: kept[law.name] = true
          case .broken: kept[law.name] = false
          }
        }
      }
    }
    return laws.compactMap { law in kept[law.name].map { (law: law.name, isKept: $0) } }
  }
}
