import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The `explain` command: the chain of events behind one stall or hitch of a run.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a stall or hitch by the events behind it.",
    discussion: #"""
      Makes one run with the options of `scrollsim run`, and explains why images and frames were \#
      late. The list of a load's steps begins with the request of its image. Its last line, \#
      'waited for', splits the time without the image into the kinds of work that it waited \#
      for.

      Without --item and --frame it adds up the stall (missing screen over time) by cause. Then \#
      it prints the longest wait, the worst hitch, and the changes that help most, as in \#
      `scrollsim doctor`.

      Example:
        scrollsim explain Traces/photo-grid.scroll --policy lru --budget 32MiB \
          --device iphone-5 --worst
        scrollsim explain Traces/photo-grid.scroll --item 30 --format json
        scrollsim explain Traces/photo-grid.scroll --frame 120
      """#)

  @OptionGroup var options: RunOptions
  @Option(
    parsing: .unconditional,
    help: "Every appearance of this item, counted from 0 in scroll order.")
  var item: Int?
  @Option(
    parsing: .unconditional, help: "The work and content of this frame, counted from 0.")
  var frame: Int?
  @Flag(help: "The longest wait and the worst hitch (the default).")
  var worst = false
  @OptionGroup var output: FormatOption

  func run() throws {
    let question = try ExplainQuestion(item: item, frame: frame, worst: worst)
    let asked = try options.load()
    try asked.requireOneRun(orElse: "explain", "explains one run")
    let job = SweepJob(try asked.plan(seed: options.seed), jobs: 1)
    let log = RunLog()
    let made = job.made(0, log: log)
    let prepared = job.prepared(job.plan.runs[0])
    try log.requireWhole(of: asked.path)
    let answer: ExplainAnswer
    do {
      answer = try ExplainAnswer(question, StallExplainer(log, of: prepared), of: made.report)
    } catch {
      throw CommandError.usage("\(question.option): \(error)")
    }
    let diagnosis = question == .worst ? try RunCase(asked, options).diagnosed() : nil
    if let diagnosis, output.format == .table {
      let text = WorstText(answer, diagnosis).text(fitting: output.width)
      return try Output.print("\(Terminal.wrapped(asked.caption, to: output.width))\n\n\(text)")
    }
    try output.print(
      answer.table, ExplainDocument(asked, made, question, answer, diagnosis),
      caption: "\(asked.caption)\n\n\(answer.sentences)")
  }
}

/// The worst of a run as text: the seconds of stall by cause, the worst chain of events, and
/// changes that would help.
final class WorstText {
  private let answer: ExplainAnswer
  private let diagnosis: Diagnosis

  init(_ answer: ExplainAnswer, _ diagnosis: Diagnosis) {
    self.answer = answer
    self.diagnosis = diagnosis
  }

  /// Returns the whole text.
  /// - Parameter width: The width of a terminal; `nil` for the full width of the tables.
  /// - Returns: lines, with a line break at the end.
  func text(fitting width: Int?) -> String {
    func wrapped(_ text: String) -> String { Terminal.wrapped(text, to: width) + "\n" }
    func rows(_ table: Table) -> String { table.text(fitting: width, style: .standardOutput) }
    let (stalls, tables) = (diagnosis.report.stalls, DoctorTable(diagnosis))
    var parts: [String] = []
    if let death = answer.death { parts.append(wrapped("the app was \(death.text)")) }
    if stalls.seconds > 0 {
      parts.append(
        wrapped(
          "\(SecondsText.text(stalls.seconds)) s of stall in "
            + "\(SecondsText.text(diagnosis.report.duration.seconds)) s"))
      parts.append(DoctorCauses(diagnosis: diagnosis).text(fitting: width))
    }
    let worst = answer.explanations.isEmpty ? "" : rows(answer.table)
    parts.append(wrapped(answer.summary ?? "The worst") + worst)
    let levers = Array(diagnosis.bestLevers.prefix(3))
    if levers.isEmpty {
      parts.append(wrapped("What to change: \(diagnosis.withoutLever)"))
    } else {
      parts.append(wrapped("What to change") + rows(tables.table(of: levers)))
    }
    return parts.joined(separator: "\n")
  }
}

extension Diagnosis {
  /// A clause that explains why no change helps.
  fileprivate var withoutLever: String {
    isCalm ? "the missing part of the screen is too small to see" : "no change that was tried helps"
  }
}
