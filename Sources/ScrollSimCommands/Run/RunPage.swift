import ScrollCharts
import ScrollPages
import ScrollReports
import ScrollResults
import ScrollRunStories
import ScrollSimulation
import ScrollSweeps

/// One run as a page of its own, whether it was made just now or stands in a store.
struct RunPage {
  private let section: RunSection
  private let title: String

  /// - Parameters:
  ///   - run: that the page shows.
  ///   - picture: of its log.
  init(_ run: MadeRun, _ picture: RunPicture) {
    section = Self.section(run, picture)
    title = CheckTable.name(run.row)
  }

  /// The section of a run, on a page of its own or among others.
  static func section(_ run: MadeRun, _ picture: RunPicture) -> RunSection {
    RunSection(
      RunFacts(
        title: CheckTable.name(run.row), figures: SweepReport.figures(of: run.row.run),
        facts: SweepReport.facts(of: run.row), standards: SweepReport.standards(of: run.row)),
      picture, run.report)
  }

  /// The document.
  var html: String {
    var content = Markup()
    content.element("h1", text: "A run of scrollsim")
    content.newline()
    content.element("div", ["class": "tools"]) {
      $0.element(
        "button", ["type": "button", "data-theme-choice": ""], text: "Light or dark")
    }
    content.newline()
    section.append(to: &content, id: "run")
    content.element("p", ["class": "note"], text: "Made by \(WholeReport.made).")
    return Page(title: "scrollsim run: \(title.visible)", content: content).html
  }
}
