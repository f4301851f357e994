import ScrollCaching

/// A broken law and the smallest case that was found to break it.
public struct LawFailure: Error, Sendable {
  public let policy: String
  public let law: Law
  /// What is wrong, in a sentence.
  public let finding: String
  /// The smallest case.
  public let script: Script
  /// How it came about: `case 17 of seed 1`, `a small world`, a file of the corpus.
  public let origin: String
  /// Operations of the case as it was found.
  public let operationsFound: Int
  /// Candidates that were tried to make it smaller.
  public let attempts: Int
  /// What the cache answered to each operation of the smallest case.
  public let answers: [String]
  /// Where the case was kept, if anywhere.
  public internal(set) var files: [String] = []
}

extension LawFailure: CustomStringConvertible {
  /// The law, what was found, the picture, what happened, a snippet that repeats it.
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

  /// Swift that checks the law on this case alone, in one line.
  public var snippet: String {
    let reference = law.name == Law.reference.name ? ", reference: reference" : ""
    return
      #"try checkLaw("\#(law.name)", of: descriptor, on: Script("\#(script.line)")\#(reference))"#
  }
}
