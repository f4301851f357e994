import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollTraces

/// What a search has found for people: the verdict, the policy, and what it rests on.
struct EvolveCertificate {
  private let answer: EvolveAnswer

  init(_ answer: EvolveAnswer) { self.answer = answer }

  /// Everything, with a line break at the end.
  /// - Parameters:
  ///   - width: columns of the terminal; nil for as many as the tables take.
  ///   - style: of the terminal.
  /// - Returns: sentences and tables.
  func text(fitting width: Int?, style: TerminalStyle) -> String {
    let words = EvolveWords(answer), tables = EvolveTables(answer)
    func paragraph(_ sentences: [String?]) -> String {
      let lines = sentences.compactMap { $0 }.map { Terminal.wrapped($0, to: width) }
      return lines.joined(separator: "\n") + "\n"
    }
    func titled(_ title: String, _ table: Table) -> String {
      Terminal.wrapped(title, to: width) + "\n" + table.text(fitting: width, style: style)
    }
    let verdict = words.verdict
    let heading: String = verdict.prefix(1).uppercased() + verdict.dropFirst() + "."
    var parts = [
      paragraph([
        answer.spec.title.isEmpty ? nil : answer.spec.title, heading,
      ]),
      // As it is typed, on a line of its own.
      "  --policy '\(answer.winner.policy)'\n",
      paragraph([answer.words?.joined(separator: " "), words.gain, words.opponent, words.opening]),
    ]
    if let sealed = answer.sealed {
      parts.append(titled("What it saves, with 97.5 % at least and at most", tables.gains(sealed)))
      parts.append(paragraph([words.band, words.bound, words.laws]))
    } else {
      parts.append(paragraph([words.laws]))
    }
    parts += [
      titled(
        "The best on validation scenes, and others: stalls as shares of what lru stalls",
        tables.contenders),
      titled("What no smaller formula beats on training scenes", tables.front),
      titled("Rules of the contest", tables.rules),
      titled(
        "Headroom: the built-in policies that stall least and most in a session, in seconds",
        tables.scenes),
      paragraph([words.effort, waived]),
    ]
    return parts.joined(separator: "\n")
  }

  /// What does not hold here by intention.
  private var waived: String? {
    let names = answer.rules.filter { $0.verdict == .waived }.map(\.name.rawValue)
    return names.isEmpty ? nil : "The spec waives \(Words.list(names))."
  }
}
