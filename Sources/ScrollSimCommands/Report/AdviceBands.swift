import ScrollSimulation
import ScrollSweeps

/// How far a report's advice holds: its runs are made again, in draws of what the figures of their
/// devices may truly be.
struct AdviceBands {
  private struct Item {
    let question: Int, draw: Int
  }

  private let plan: SweepPlan

  init(_ plan: SweepPlan) { self.plan = plan }

  /// The bands of a report from the spec of its sweep; none, and a note, where nothing is advised.
  /// - Throws: `CommandError` if its runs cannot be made again.
  static func bands(of report: SweepReport) throws(CommandError) -> [AdviceBand] {
    let questions = report.adviceQuestions
    guard !questions.isEmpty else {
      Output.say("note: there is no band: nothing is advised")
      return []
    }
    let plan: SweepPlan
    do { plan = try RunDetails(report.sweep).plan() } catch {
      throw CommandError(
        .badData, "the runs of the advice cannot be made again: \(error.sentence)")
    }
    return AdviceBands(plan).bands(of: questions)
  }

  /// One band for each question.
  /// - Parameter questions: of a report on the plan's sweep.
  /// - Returns: the bands, in the same order.
  /// - Complexity: that of 64 times their runs.
  func bands(of questions: [AdviceQuestion]) -> [AdviceBand] {
    let planned = Dictionary(
      plan.runs.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let runs = questions.map { $0.runs.compactMap { planned[$0] } }
    let items = questions.indices.flatMap { question in
      (0..<ScenarioDraw.count).map { Item(question: question, draw: $0) }
    }
    let drawn = ParallelMap.run(items, progress: "draw") { item in
      let drawn = DrawnStalls(item.draw, of: runs[item.question], in: plan)
      return AdviceBand.Draw(drawn.stalls, causes: drawn.causes)
    }
    return questions.enumerated().map { index, question in
      let start = index * ScenarioDraw.count
      return AdviceBand(question, Array(drawn[start..<start + ScenarioDraw.count]))
    }
  }
}
