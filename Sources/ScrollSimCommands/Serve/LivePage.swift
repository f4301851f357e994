import ScrollPages
import ScrollSweeps

/// The page around a growing report: the progress above it, and the script that updates both.
enum LivePage {
  /// The document.
  static func html(title: String, _ progress: LiveProgress, _ snapshot: LiveReport.Snapshot)
    -> String
  {
    var content = Markup()
    content.element("div", ["class": "live", "id": "live"]) { status(progress, &$0) }
    content.newline()
    content.element("div", ["id": "report", "data-version": "\(snapshot.version)"]) {
      $0.append(snapshot.content)
    }
    content.newline()
    if !progress.isComplete {
      content.element("script") { $0.append(verbatim: LivePageScript.text) }
    }
    let title = title.isEmpty ? "A sweep of scrollsim" : title.visible
    return Page(title: title, kind: .live, content: content).html
  }

  private static func status(_ progress: LiveProgress, _ status: inout Markup) {
    status.element("p", ["id": "progress-text"], text: progress.text)
    status.element(
      "progress",
      [
        "id": "progress-bar", "max": "\(progress.total)", "value": "\(progress.done)",
        "aria-label": "Runs that are done",
      ], text: progress.text)
    // What is announced is said less often than what is shown.
    status.element(
      "p", ["id": "progress-heard", "class": "heard", "aria-live": "polite"], text: "")
    guard !progress.isComplete else { return }
    status.element("noscript") {
      $0.element("p") { $0.element("a", ["href": "/"], text: "Load the page again") }
    }
  }
}
