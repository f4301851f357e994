import ScrollCharts
import ScrollPages
import ScrollRunStories
import ScrollSimulation

/// One run as a page of its own.
struct RunPage {
  private let asked: RunRequest
  private let row: RunRow
  private let picture: RunPicture

  init(_ asked: RunRequest, _ row: RunRow, _ picture: RunPicture) {
    self.asked = asked
    self.row = row
    self.picture = picture
  }

  /// The document.
  var html: String {
    let facts = RunFacts(asked, row)
    var content = Markup()
    content.element("h1", text: "A run of scrollsim")
    content.newline()
    content.element("div", ["class": "tools"]) {
      $0.element(
        "button", ["type": "button", "data-theme-choice": ""], text: "Light or dark")
    }
    content.newline()
    RunSection(facts, picture, row.report).append(to: &content, id: "run")
    return Page(title: "scrollsim run: \(facts.title.visible)", content: content).html
  }
}
