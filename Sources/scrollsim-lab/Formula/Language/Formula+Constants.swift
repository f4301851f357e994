import ScrollCaching
import ScrollSimCommands
import ScrollTraces

extension Formula {
  /// The same with its constants as numbers.
  func settled() -> Formula {
    Formula(score: score.settled(constants), admit: admit?.settled(constants))
  }

  /// The same with its numbers as constants, which `--space` can tune: the first four of the score,
  /// and then of what is stored, that are neither 0 nor 1 nor -1, nor more than a setting may be.
  package func namingNumbers() -> Formula {
    var named = settled()
    var names = ScoreConstant.allCases[...]
    for number in named.numbers where abs(number) <= 1e6 && number != 0 && abs(number) != 1 {
      guard let name = names.popFirst() else { break }
      named.score = named.score.naming(number, name)
      named.admit = named.admit?.naming(number, name)
      named.constants[name] = number
    }
    return named
  }

  /// Its numbers from left to right, each once.
  private var numbers: [Double] {
    var numbers: [Double] = []
    for part in score.subtrees + (admit?.subtrees ?? []) {
      if case .number(let number) = part, !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}

extension ScoreTree {
  fileprivate func settled(_ constants: ScoreConstants) -> ScoreTree {
    if case .constant(let name) = self { return .number(constants[name]) }
    return rebuilt(from: parts.map { $0.settled(constants) })
  }

  fileprivate func naming(_ number: Double, _ name: ScoreConstant) -> ScoreTree {
    if self == .number(number) { return .constant(name) }
    return rebuilt(from: parts.map { $0.naming(number, name) })
  }
}
