import ScrollCore

/// Why a program that is a policy cannot be asked any more; the description is the sentence.
package struct ProgramFailure: Error, Equatable {
  /// What was the matter.
  package enum Cause: Equatable, Sendable {
    case notStarted(reason: String)
    case ended(how: String, asked: String)
    case silent(asked: String, seconds: Double)
    /// It takes no more lines.
    case deaf(seconds: Double)
    case malformed(answer: String, asked: String, expected: String)
    case absent(victim: Int, residents: Int)
    case pinned(victim: Int)
    case noVictim(candidates: Int)
    /// It states something else of itself than it did before.
    case changed(from: String, to: String)
  }

  /// Its command line.
  package let command: String
  package let cause: Cause

  /// Whether it has answered, and wrongly.
  package var isBadAnswer: Bool {
    switch cause {
    case .notStarted, .ended, .silent, .deaf: false
    case .malformed, .absent, .pinned, .noVictim, .changed: true
    }
  }
}

extension ProgramFailure: CustomStringConvertible {
  package var description: String { "policy 'exec: \(command)': \(cause)" }
}

extension ProgramFailure.Cause: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notStarted(let reason): "the program cannot be started: \(reason)"
    case .ended(let how, let asked):
      "the program \(how) instead of answering to '\(asked)'; expected it to go on to the end of "
        + "its input"
    case .silent(let asked, let seconds):
      "the program has not answered to '\(asked)' for \(Self.text(seconds)) s; expected a line"
    case .deaf(let seconds):
      "the program has read nothing for \(Self.text(seconds)) s; expected it to read every line"
    case .malformed(let answer, let asked, let expected):
      "the program answered '\(answer)' to '\(asked)'; expected \(expected)"
    case .absent(let victim, let residents):
      "the program named \(victim) as a victim, which is not in the cache; expected one of the "
        + "\(Words.count(residents, "image")) in it"
    case .pinned(let victim):
      "the program named \(victim) as a victim, which is pinned; expected one that is not"
    case .noVictim(let candidates):
      "the program named no victim; expected one of the \(Words.count(candidates, "image")) that "
        + "are in the cache and not pinned"
    case .changed(let from, let to):
      "the program stated \(from) of itself at first, and now \(to); expected it to stay the same"
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}
