import ArgumentParser
import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollTraces

/// The scroll that is worst for a policy.
struct HuntCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunt",
    abstract: "Finds the scroll that is worst for a policy, draws and explains it.",
    discussion: #"""
      Breeds sessions (flicks, drags, taps on the status bar, looks, memory warnings, trips to \#
      the background, turns; images and layout; the budget, unless there is one) that make the \#
      policy as bad as possible, compared with the built-in policy that does best in the \#
      session, with another, or with what no cache can do better. The worst is made as small as \#
      it can be and still as bad.

      A thumb flicks at 8000 pt/s at most, four times a second at most, and is off the glass for \#
      0.1 s at least. At most 2000 images, of sizes that stand in the committed traces; three \#
      screens of them fit into the budget.

      With --requests a stream of requests for equal images is hunted instead, of which --images \#
      fit into the cache: only misses count.

      Example:
        scrollsim hunt --policy lru --runs 600 --output worst.scroll
        scrollsim hunt --policy fifo --metric misses --loader nuke \
          --budget 64MiB --runs 600
        scrollsim hunt --policy lru --against bound --requests --images 4 \
          --runs 2000
      """#)

  @OptionGroup var question: HuntQuestion
  @OptionGroup(title: "How the app loads") var setting: HuntSetting
  @OptionGroup(title: "The search") var search: HuntSearchOptions
  @Option(help: "How to print: text or json.") var format = HuntFormat.text
  @Option(
    help: ArgumentHelp(
      "Also write the session as a trace (.scroll), or the requests as numbers (.txt).",
      valueName: "file"), completion: .file(extensions: ["scroll", "txt"]))
  var output: String?

  enum HuntFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  func run() throws {
    if let output {
      try OutputCheck(reading: [setting.app.device, setting.app.network]).require(
        "--output", output)
      try Output.requireRoom(for: output)
    }
    if question.requests { try huntRequests() } else { try huntSessions() }
  }

  private func huntSessions() throws {
    let scene = try setting.scene(question, search)
    let hunt = Hunt(scene, seed: search.seed, runs: search.runs, jobs: search.jobCount)
    let progress = HuntProgress(runs: search.runs)
    let found = hunt.run { progress.update($0) }
    progress.finish()
    guard let answer = found else {
      throw CommandError(
        .gateSaidNo,
        "in \(Words.count(search.runs, "run")) no session is worse for '\(scene.policy.text)'; "
          + "expected a larger --runs, or another --seed, --budget or --against")
    }
    if let output { try Output.write(TraceFile.bytes(of: answer.trace), to: output) }
    let words = HuntWords(answer, scene, file: output)
    switch format {
    case .text: try Output.print(words.text(fitting: Terminal.width))
    case .json:
      try Output.print(JSONDocument.text(HuntDocument(answer, scene, words, seed: search.seed)))
    }
  }

  private func huntRequests() throws {
    let scene = try setting.requestScene(question, search)
    let hunt = RequestHunt(scene, seed: search.seed, runs: search.runs, jobs: search.jobCount)
    let progress = HuntProgress(runs: search.runs)
    let found = hunt.run { progress.update($0) }
    progress.finish()
    guard let answer = found else {
      throw CommandError(
        .gateSaidNo,
        "in \(Words.count(search.runs, "replay")) no stream is worse for '\(scene.policy.text)'; "
          + "expected a larger --runs, or another --seed, --images or --against")
    }
    if let output { try Output.write(Array(answer.text.utf8), to: output) }
    let words = RequestWords(answer, file: output)
    switch format {
    case .text: try Output.print(words.text(fitting: Terminal.width))
    case .json:
      try Output.print(
        JSONDocument.text(RequestHuntDocument(answer, words, seed: search.seed)))
    }
  }
}
