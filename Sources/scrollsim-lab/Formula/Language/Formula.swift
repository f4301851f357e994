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
