package import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A policy that a search can produce: a score, a rule for the images to store, and constants.
package struct Formula: Hashable, Sendable {
  /// The score: the image with the highest value is evicted first.
  package var score: ScoreTree
  /// The storage rule: an image is stored if this is above 0 or not a number; nil stores every
  /// image.
  package var admit: ScoreTree?
  var constants = ScoreConstants()

  /// The number of nodes of both trees.
  package var size: Int { score.size + (admit?.size ?? 0) }

  /// The variables that the formula reads.
  package var variables: Set<ScoreVariable> {
    score.variables.union(admit?.variables ?? [])
  }
}

extension Formula {
  /// Parses the text of a policy, `score: bytes / a:admit=uses - 1:a=2`; returns nil if it is no
  /// score.
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

  /// The text that `--policy` reads, which only has the values that differ from the defaults.
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

  /// Returns a number as text without a needless `.0`.
  private static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Formula {
  /// Returns the formula with its constants replaced by numbers.
  func settled() -> Formula {
    Formula(score: score.settled(constants), admit: admit?.settled(constants))
  }
}

extension ScoreTree {
  fileprivate func settled(_ constants: ScoreConstants) -> ScoreTree {
    if case .constant(let name) = self { return .number(constants[name]) }
    return rebuilt(from: parts.map { $0.settled(constants) })
  }
}
