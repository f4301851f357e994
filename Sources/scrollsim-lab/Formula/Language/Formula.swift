package import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A policy that a search can ask for: a score, what is stored at all, and its constants.
package struct Formula: Hashable, Sendable {
  /// The image with the highest value leaves first.
  package var score: ScoreTree
  /// An image is stored where this is above 0 or no number; nil stores every image.
  package var admit: ScoreTree?
  package var constants: ScoreConstants

  package init(
    score: ScoreTree, admit: ScoreTree? = nil, constants: ScoreConstants = ScoreConstants()
  ) {
    self.score = score
    self.admit = admit
    self.constants = constants
  }

  /// Nodes of both trees.
  package var size: Int { score.size + (admit?.size ?? 0) }

  /// What it looks at.
  package var variables: Set<ScoreVariable> {
    score.variables.union(admit?.variables ?? [])
  }
}

extension Formula {
  /// Reads the text of a policy, `score: bytes / a:admit=uses - 1:a=2`; nil where it is no score.
  package init?(policy text: String) {
    guard let choice = try? PolicyCatalog.builtIn.choose(text), choice.entry.name == "score",
      let score = try? ScoreTree(parsing: choice.settings["expression"]),
      let admit = try? ScoreTree(parsing: choice.settings["admit"])
    else { return nil }
    self.init(score: score, admit: admit == .number(1) ? nil : admit)
    for constant in ScoreConstant.allCases {
      constants[constant] = choice.settings.number(constant.rawValue)
    }
  }

  /// The text that `--policy` reads: only what differs from the defaults.
  package var policy: String {
    var text = "score: \(score)"
    if let admit, admit != .number(1) { text += ":admit=\(admit)" }
    let used = score.constants.union(admit?.constants ?? [])
    for constant in ScoreConstant.allCases
    where used.contains(constant) && constants[constant] != 1 {
      text += ":\(constant.rawValue)=\(Self.text(constants[constant]))"
    }
    return text
  }

  /// A number without a needless `.0`.
  private static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

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
