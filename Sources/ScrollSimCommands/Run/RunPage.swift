import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// A page about one run: the verdict, then the events.
///
/// The run was just made, or was repeated from a store.
final class RunPage {
  private let section: RunSection
  private let title: String
  private let verdict: RunVerdict

  /// Creates a page.
  /// - Parameters:
  ///   - run: The run that the page shows.
  ///   - picture: The picture of its log.
  ///   - diagnosis: The diagnosis of the same run.
  init(_ run: CompletedRun, _ picture: RunPicture, _ diagnosis: Diagnosis) {
    section = Self.section(run, picture)
    title = CheckTable.name(run.row)
    verdict = RunVerdict(diagnosis)
  }

  /// Returns the section of a run, for a page about this run or about several.
  static func section(_ run: CompletedRun, _ picture: RunPicture) -> RunSection {
    RunSection(
      RunFacts(
        title: name(run.row), figures: SweepReport.figures(of: run.row.run),
        facts: SweepReport.facts(of: run.row), standards: SweepReport.standards(of: run.row)),
      picture, run.report)
  }

  /// Returns the name that distinguishes a run from others: `tall-feed, iphone-5, wifi, nuke,
  /// ring:ahead=2, lru, 16MiB`.
  private static func name(_ row: RunRow) -> String {
    let scenario = row.scenario
    let loading = [scenario.loader] + (scenario.prefetcher == "none" ? [] : [scenario.prefetcher])
    return
      ([scenario.trace.name, scenario.device.name, scenario.network.name] + loading
      + CheckTable.cache(row)).joined(separator: ", ")
  }

  /// The HTML document.
  var html: String {
    var content = Markup()
    content.element("header") { header in
      header.element("h1", text: verdict.headline.visible)
      header.element("div", ["class": "answer"]) { answer in
        answer.element("p", text: verdict.sentence.visible)
      }
      header.newline()
      header.element("div", ["class": "first beside"]) { first in
        first.cards(verdict.cards)
        first.figure(verdict.memory.drawing, verdict.memory.table)
      }
      header.element("div", ["class": "tools"]) {
        $0.element(
          "button", ["type": "button", "data-theme-choice": ""], text: "Light or dark")
      }
    }
    content.newline()
    section.append(to: &content, id: "run")
    content.element("p", ["class": "note"], text: "Made by \(WholeReport.made).")
    return Page(title: "scrollsim run: \(title.visible)", content: content).html
  }
}
