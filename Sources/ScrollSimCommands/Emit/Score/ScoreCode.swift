import ScrollCaching
import ScrollCore

/// A score as a Swift file: a policy that makes the same evictions.
///
/// Of what `score` keeps about images and the viewport it keeps what the formula asks for. It uses
/// what ScrollCaching and ScrollCore have for everybody; what they keep to themselves stands in
/// the file.
struct ScoreCode {
  let name: ScoreCodeName
  let score: ScoreTree
  /// An image is stored where this is above 0; nil where every image is.
  let admit: ScoreTree?
  let constants: ScoreConstants
  /// Those of both formulas.
  let variables: Set<ScoreVariable>

  /// - Parameters:
  ///   - settings: of the policy `score`, checked.
  ///   - name: of the new policy.
  init(_ settings: SettingValues, name: ScoreCodeName) {
    self.name = name
    score = Self.tree(settings["expression"])
    let admit = Self.tree(settings["admit"])
    if case .number(let number) = admit, number > 0 {
      self.admit = nil
    } else {
      self.admit = admit
    }
    var constants = ScoreConstants()
    for constant in ScoreConstant.allCases {
      constants[constant] = settings.number(constant.rawValue)
    }
    self.constants = constants
    variables = score.variables.union(self.admit?.variables ?? [])
  }

  private static func tree(_ text: String) -> ScoreTree {
    // The setting was checked when it was read.
    guard let tree = try? ScoreTree(parsing: text) else {
      preconditionFailure("'\(text)' is no formula")
    }
    return tree
  }

  /// Whether a formula asks for any of these.
  func asks(_ any: ScoreVariable...) -> Bool { any.contains { variables.contains($0) } }

  /// The lines of the file that follow its imports.
  var lines: [String] {
    let members = [
      namedConstants, record, state, start, surroundings, requests, admission, eviction, changes,
      reuse, evaluation, figures,
    ]
    let policy =
      documentation + ["public struct \(name.type): EvictionPolicy, ~Copyable {"]
      + Self.apart(members).map { $0.isEmpty ? "" : "  \($0)" } + ["}"]
    return Self.apart([policy, descriptor, arrivals, useCounts])
  }

  /// The words of the code, none of which a type in it may be called.
  var words: Set<String> {
    Set(
      lines.filter { !$0.contains("///") }.joined(separator: "\n")
        .split { !($0.isLetter || $0.isNumber) }.map(String.init))
  }

  /// Those parts that there are, with a line between each two.
  static func apart(_ parts: [[String]]) -> [String] {
    Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }
}
