import ScrollCore
import ScrollPages
import ScrollSweeps

/// An advice as a small page.
struct AdvisePage {
  private let advice: AdviseDocument

  init(_ advice: AdviseDocument) { self.advice = advice }

  /// The HTML document.
  var html: String {
    var content = Markup()
    content.element("header") { header in
      header.element("h1", text: advice.sentence.visible)
      if let read = advice.read { header.element("p", text: read.visible) }
      header.element("p", text: certainty)
      if let warning = advice.warning { header.element("p", text: warning.visible) }
      header.element("div", ["class": "tools"]) {
        $0.element("button", ["type": "button", "data-theme-choice": ""], text: "Light or dark")
      }
    }
    content.newline()
    content.cards([card])
    if !advice.changes.isEmpty {
      content.table(changes, caption: "The changes, the most valuable first")
    }
    if !advice.noVisibleDifference.isEmpty {
      content.element(
        "p",
        text: "No visible difference: \(advice.noVisibleDifference.joined(separator: ", ")).")
    }
    content.element("h2", text: "Runs")
    content.table(sessions, caption: "Each run with the advised settings")
    content.element("h2", text: "Commands")
    let runs = advice.advised.runs.map { ["scrollsim"] + $0.command }
    for command in [advice.writeCommand] + runs {
      content.element("pre") {
        $0.element("code", text: command.map(ShellWord.quoted).joined(separator: " ").visible)
      }
    }
    content.element(
      "p", ["class": "note"], text: "Rule: \(advice.rule). Made by \(WholeReport.made).")
    return Page(title: "scrollsim advise: \(advice.scroll.visible)", content: content).html
  }

  private var certainty: String {
    let runs = Phrase.count(advice.sessions.count, "run")
    let tried = "\(Phrase.count(advice.tried, "setting")) tried in \(runs) of one scroll."
    return advice.keepsAll
      ? tried
      : "Better in \(advice.preferredInDraws) of \(advice.draws) repetitions with errors in the "
        + "figures of device and network. \(tried)"
  }

  /// The present and the advised settings side by side.
  private var card: ReportCard {
    let settings = advice.keepsAll ? [advice.now] : [advice.now, advice.advised]
    func row(
      _ label: String, _ figure: KeyPath<AdviseDocument.Figures, AdviseDocument.Spread>,
      unit: Int = 1
    ) -> ReportCard.Row {
      ReportCard.Row(
        label,
        settings.map { AdviseCell($0.figures[keyPath: figure], unit: unit).text }, isBold: true)
    }
    return ReportCard(
      title: advice.figureText,
      columns: Array(["you have", "advised"].prefix(settings.count)),
      rows: [
        row("blank s", \.blankSeconds), row("hitch ms/s", \.hitchRatio),
        row("peak MiB", \.footprintPeakBytes, unit: 1 << 20),
        ReportCard.Row(
          "killed", settings.map { "\($0.figures.killedSessions) of \($0.runs.count)" }),
      ])
  }

  private var changes: Table {
    var table = Table([.left("change"), .prose("alone"), .prose("with the others")])
    for change in advice.changes {
      let cells = [change.differences, change.differencesWithOthers].map {
        $0.isEmpty ? "no visible difference" : $0.joined(separator: ", ")
      }
      table.append([change.text] + cells)
    }
    return table
  }

  private var sessions: Table {
    var table = Table([
      .left("device"), .left("network"), .right("share"), .right("blank s"), .right("hitch ms/s"),
      .right("memory MiB"), .left("killed"),
    ])
    for (session, run) in zip(advice.sessions, advice.advised.runs) {
      table.append([
        run.device, run.network, NumberText.percent(session.share, decimals: 0),
        NumberText.fixed(run.blankSeconds, decimals: 2),
        NumberText.fixed(run.hitchRatio, decimals: 2),
        NumberText.fixed(ByteCount(run.footprintPeakBytes).mebibytes, decimals: 0),
        run.killed ?? "no",
      ])
    }
    return table
  }
}
