import ScrollCaching

/// A broken law and the smallest case that was found to break it.
public struct LawFailure: Error, Sendable {
  public let policy: String
  public let law: Law
  /// The fault, in a sentence.
  public let finding: String
  /// The smallest case.
  public let script: Script
  /// The origin of the case, such as `case 17 of seed 1`, `a small world`, or a file of the corpus.
  public let origin: String
  /// The number of operations in the case before it was made smaller.
  public let operationsFound: Int
  /// The number of candidates that were tried to make the case smaller.
  public let attempts: Int
  /// The cache's answers to the operations of the smallest case.
  public let answers: [String]
  /// The files in which the case was kept, if any.
  public internal(set) var files: [String] = []
}

extension LawFailure: CustomStringConvertible {
  /// The law, the finding, the script, the answers, and a code snippet that repeats the case.
  public var description: String {
    var lines = [
      "'\(policy)' breaks '\(law.name)'",
      "",
      "  the law   \(law.statement)",
      "  found     \(finding)",
      "  in        \(origin), shrunk from \(operationsFound) to \(script.operations.count) "
        + "operations in \(attempts) attempts",
      "",
    ]
    lines += "\(script)".split(separator: "\n").map { "    \($0)" }
    lines.append("")
    let words = script.operations.map { Script.word(for: $0) }
    let width = words.map(\.count).max() ?? 0
    for (word, answer) in zip(words, answers) {
      lines.append("    \(word)\(String(repeating: " ", count: width - word.count))   \(answer)")
    }
    lines += ["", "  to repeat it:", "", "    \(snippet)", ""]
    for file in files { lines.append("  kept in   \(file)") }
    return lines.joined(separator: "\n")
  }

  /// Swift code that checks the law on this case alone, in one line.
  public var snippet: String {
    let reference = law.name == Law.reference.name ? ", reference: reference" : ""
    return
      #"try checkLaw("\#(law.name)", of: descriptor, on: Script("\#(script.line)")\#(reference))"#
  }
}
