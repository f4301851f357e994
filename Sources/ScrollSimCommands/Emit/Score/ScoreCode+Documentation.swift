import ScrollCaching
import ScrollCore
import ScrollPages

/// What the policy says of itself.
extension ScoreCode {
  /// What it decides, by which formula, and what an app must supply for it.
  var documentation: [String] {
    var lines = [
      "Evicts the image with the highest score, of equal ones the one stored first.", "",
    ]
    lines += Self.formula(score) + ["", "A score that is no number counts as the lowest."]
    if let admit {
      lines += ["", "An image is stored where this is above 0, or no number:", ""]
      lines += Self.formula(admit)
    }
    let asked = ScoreVariable.allCases.filter { variables.contains($0) }
    if !asked.isEmpty { lines += ["", "What it asks for, and what an app must supply for that:"] }
    for variable in asked {
      lines += Self.item("`\(variable.rawValue)`: \(variable.summary). Supply \(variable.supply).")
    }
    lines.append("")
    lines += Self.item("Complexity: O(residents) per eviction: each of them is evaluated.")
    return lines.map { $0.isEmpty ? "///" : "/// \($0)" }
  }

  /// A formula, as code in a comment.
  private static func formula(_ tree: ScoreTree) -> [String] {
    TextLines.lines("\(tree)", to: 88).map { "    \($0)" }
  }

  /// An item of a list.
  private static func item(_ text: String) -> [String] {
    TextLines.lines(text, to: 92).enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
  }

  /// The constants of the formulas.
  var namedConstants: [String] {
    assignments.map { "private static let \($0)" }
  }

  private var assignments: [String] {
    let used = score.constants.union(admit?.constants ?? [])
    return ScoreConstant.allCases.filter { used.contains($0) }
      .map { "\($0.rawValue) = \(constants[$0])" }
  }

  /// Which images are never stored: where a formula decides, that is not known beforehand.
  private static let refusal = """
          refusal: RefusalRule("refuses what does not fit, or is not admitted") { cost, capacity in
            cost > capacity ? true : nil
          },
    """

  /// What a catalog lists.
  var descriptor: [String] {
    let rule = admit.map { "; stored where \($0) is above 0, or no number" } ?? ""
    let values = assignments.map { "; \($0)" }.joined()
    let text = TextLines.lines("The score: \(score)\(rule)\(values).", to: 86)
    let discussion = text.enumerated().map { place, line in
      "        \(line)\(place + 1 < text.count ? " \\" : "")"
    }
    let refusal = admit == nil ? [] : Self.refusal.split(separator: "\n").map(String.init)
    var lines = [
      "extension \(name.type) {",
      "  /// For a catalog: `PolicyCatalog.builtIn.adding(\(name.type).descriptor)`.",
      "  public static let descriptor = PolicyDescriptor(",
      "    \"\(name.policy)\", \"Evicts the image with the highest score by a fixed formula.\",",
      "    facts: PolicyDescriptor.Facts(",
      "      discussion: \"\"\"",
    ]
    lines += discussion + ["        \"\"\","] + refusal
    lines += [
      "      claims: PolicyClaims.standard.subtracting(.scales).union(.reusesIDs))",
      "  ) { \(name.type)($0) }",
      "}",
    ]
    return lines
  }
}
