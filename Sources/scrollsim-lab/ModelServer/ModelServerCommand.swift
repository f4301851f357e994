import ArgumentParser
import Foundation
import ScrollSimCommands
import ScrollTraces

/// Our models as a second opinion: a dialogue over standard input and output.
struct ModelServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model-server",
    abstract: "Answers for the models, line by line, so that any cache can be held against them.",
    discussion: #"""
      Lines of JSON on standard input, in the words of a cache's log (`scrollsim identify`); each \#
      has one answer on standard output, before the next is read. The first names the version of \#
      the format and may open a cache. The others are open, get, set, remove, clear, limits, \#
      warning, background, wait, use, release, viewport, stats, close and quit; with an id they \#
      ask one of several caches. What is wrong with a line is its answer, and the server goes on.

      Example:
        printf '%s\n' '{"scrollsim-cache-log":1,"policy":"lru","count":1}' \
          '{"op":"set","key":"a"}' '{"op":"set","key":"b"}' | scrollsim model-server
      """#)

  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...] of caches that are opened without a policy.", valueName: "policy"),
    completion: .policies)
  var policy: String?
  @Option(
    parsing: .unconditional,
    help: "Of caches that are opened without a seed, for policies that draw.",
    transform: Seed.parse)
  var seed: UInt64 = 0

  func run() throws {
    var server = ModelServer(
      ScrollSim.policies, standard: policy, seed: seed, version: ScrollSim.version)
    var input = LineInput(STDIN_FILENO)
    var hasBegun = false
    while !server.isOver, let lines = try input.nextLines() {
      // What came together is answered together: a dialogue of many lines needs few changes
      // between processes.
      var answers: [UInt8] = []
      for line in lines where !server.isOver {
        do { answers += try server.answer(line) } catch {
          throw CommandError(.badData, "standard input, \(error)")
        }
        hasBegun = true
      }
      try Output.writeData(answers)
    }
    guard hasBegun else {
      throw CommandError(
        .badData, "standard input is empty; expected a first line like {\"scrollsim-cache-log\":1}")
    }
  }
}
