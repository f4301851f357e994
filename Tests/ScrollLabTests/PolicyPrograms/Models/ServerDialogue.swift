import ScrollCaching
import ScrollCore
import ScrollSimCommands
import scrollsim_lab

/// A dialogue with a server of its own.
struct ServerDialogue {
  private var server: ModelServer

  init(policy: String? = nil) {
    server = ModelServer(.builtIn, standard: policy, version: "1.2.3")
  }

  /// The answer to a line, without its end.
  mutating func say(_ line: String) throws -> String {
    let answer = String(decoding: try server.answer(Array(line.utf8)), as: UTF8.self)
    return String(answer.dropLast())
  }

  /// The answers to several lines.
  mutating func say(_ lines: [String]) throws -> [String] {
    var answers: [String] = []
    for line in lines { answers.append(try say(line)) }
    return answers
  }
}
