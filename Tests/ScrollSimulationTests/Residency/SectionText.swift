import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The section of a run on a page, as text.
enum SectionText {
  static func section(
    _ log: RunLog, _ prepared: PreparedScenario, _ report: RunReport, id: String,
    title: String = "A run"
  ) -> String {
    let facts = RunFacts(
      title: title, figures: Table([.left("figure")]), facts: [RunFacts.Fact("trace", title)])
    var markup = Markup()
    RunSection(facts, RunPicture(log, of: prepared), report).append(to: &markup, id: id)
    return markup.text
  }
}
