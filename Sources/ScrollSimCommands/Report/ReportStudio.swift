import ScrollCore
import ScrollPages
import ScrollSweeps

/// The studio on the page of a report: scrolls of the sweep, each as the advice has it.
struct ReportStudio {
  /// One scroll of the sweep, and what it begins with.
  private struct Scene {
    /// What tells it from the others.
    let name: String
    /// What it begins with.
    let beginning: String
    let packed: PackedScene
  }

  /// How many scrolls a page has at most, and how long their texts are together.
  private static let mostScenes = 4, longest = 600_000

  private let scenes: [Scene]
  /// How many scrolls the sweep has.
  private let count: Int
  private let page = StudioPage()

  /// - Parameters:
  ///   - report: what is advised.
  ///   - sweep: whose traces are read once more.
  /// - Throws: `CommandError` if they cannot be had, and where no page could show them.
  init(_ report: SweepReport, _ sweep: SweepRecord) throws(CommandError) {
    let plan: SweepPlan
    do { plan = try RunDetails(sweep).plan() } catch {
      throw CommandError(.badData, "no simulation can be put into the page: \(error.sentence)")
    }
    let advised = report.tellingRuns(atMost: 16).map { plan.runs[$0.position] }
    let starts = StudioStart.starts(of: plan, preferring: advised)
    guard !starts.isEmpty else {
      throw CommandError(
        .badData,
        "no simulation can be put into the page: every loader, prefetcher or policy of "
          + "the sweep is one that is not built in, and a page has no other")
    }
    count = starts.count
    var scenes: [Scene] = []
    var length = 0
    for start in starts.prefix(Self.mostScenes) {
      let packed = PackedScene(start.scene, beside: start.other)
      length += packed.text.utf8.count
      guard scenes.isEmpty || length <= Self.longest else { break }
      scenes.append(Scene(name: start.name, beginning: start.beginning, packed: packed))
    }
    self.scenes = scenes
  }

  /// What the page may do besides what stands on it.
  var policy: ContentPolicy { page.policy }

  static let style = """
    #studio iframe{width:100%;height:min(64rem,94vh);border:1px solid var(--grid)}
    @media print{#studio{display:none}}

    """

  /// The section: a button that opens the studio, and what it needs as blocks of data.
  var section: Markup {
    var markup = Markup()
    markup.element("section", ["id": "studio", "aria-labelledby": "studio-title"]) { section in
      section.element("h2", ["id": "studio-title"], text: "Try it")
      section.element("p", text: introduction.visible)
      section.element("noscript") { $0.element("p", text: "It needs scripts.") }
      section.element("div", ["class": "tools"]) { tools in
        if scenes.count > 1 { choice(&tools) }
        tools.element("button", ["type": "button", "id": "studio-open"], text: "Open the studio")
      }
      section.element("div", ["id": "studio-place"]) { _ in }
      section.newline()
      block("studio-page", page.packedTemplate, &section)
      block("studio-module", page.module, &section)
      for (index, scene) in scenes.enumerated() {
        block("studio-scene-\(index)", scene.packed.text, &section)
      }
      section.element("script") { $0.append(verbatim: ReportStudioScript.text) }
    }
    markup.newline()
    return markup
  }

  private var introduction: String {
    let what =
      "The simulator itself, in this page: move the budget, choose other policies, devices and "
      + "networks, or scroll yourself."
    guard let first = scenes.first else { return what }
    guard scenes.count > 1 else {
      let others =
        count > 1
        ? " It is one of \(Words.count(count, "scroll")) of the sweep; `scrollsim studio` makes "
          + "pages of the others." : ""
      return "\(what) It begins with \(first.name): \(first.beginning).\(others)"
    }
    let rest =
      count > scenes.count
      ? " They are \(scenes.count) of \(count); `scrollsim studio` makes pages of the others." : ""
    return "\(what) Each scroll begins as the advice has it.\(rest)"
  }

  private func choice(_ tools: inout Markup) {
    tools.element("label") { label in
      label.append(text: "Scroll ")
      label.element("select", ["id": "studio-choice"]) { select in
        for (index, scene) in scenes.enumerated() {
          select.element(
            "option", ["value": "\(index)"], text: "\(scene.name): \(scene.beginning)".visible)
        }
      }
    }
  }

  private func block(_ id: String, _ data: String, _ section: inout Markup) {
    section.element("script", ["type": "text/plain", "id": id]) { $0.append(verbatim: data) }
    section.newline()
  }
}
