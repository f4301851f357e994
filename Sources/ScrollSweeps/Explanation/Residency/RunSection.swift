import ScrollCore
package import ScrollPages
package import ScrollSimulation

/// One run on a page: its answer in a sentence, its map, its worst stalls, its configuration.
///
///     RunSection(facts, picture, report).append(to: &page, id: "worst-run")
///
/// Every id in it begins with the caller's, so that a page can hold several.
package struct RunSection {
  /// The most stalls, and the most late frames, that are explained.
  private static let (mostStalls, mostHitches) = (8, 3)

  private let facts: RunFacts
  private let picture: RunPicture
  private let report: RunReport

  /// - Parameters:
  ///   - facts: the run's configuration and figures.
  ///   - picture: of the run's log.
  ///   - report: of the same run.
  package init(_ facts: RunFacts, _ picture: RunPicture, _ report: RunReport) {
    self.facts = facts
    self.picture = picture
    self.report = report
  }

  /// Writes the section: a heading of the second level, its parts of the third.
  /// - Parameters:
  ///   - markup: the page.
  ///   - id: of the section, unlike any other on the page; letters, digits and hyphens.
  package func append(to markup: inout Markup, id: String) {
    markup.element("section", ["id": id, "aria-labelledby": "\(id)-heading"]) { section in
      section.newline()
      section.element("h2", ["id": "\(id)-heading"], text: facts.title.visible)
      section.newline()
      section.element("p", ["class": "answer"], text: answer)
      section.newline()
      let (drawing, place) = picture.placed(id: "\(id)-map")
      appendMap(drawing, at: place, &section)
      appendStory(id, place, &section)
      section.element("div", ["class": "pair"]) { pair in
        appendFigures(&pair)
        appendFacts(&pair)
      }
      section.element("script") { $0.append(verbatim: MapScript.text) }
    }
    markup.newline()
  }

  /// The stalls and hitches of the run in a sentence.
  package var answer: String {
    let (stalls, hitches) = (report.stalls, report.hitches)
    var text =
      report.death.map {
        "The app was killed at \(NumberText.fixed($0.time.seconds, decimals: 1)) s: "
          + "\($0.reason). Until then "
      } ?? ""
    let lateCount = stalls.late + stalls.neverShown + stalls.unfinished
    let images =
      lateCount == 0
      ? report.withoutWaits
      : "\(NumberText.count(lateCount)) of \(Words.count(stalls.appearances, "appearance")) "
        + "waited for \(lateCount == 1 ? "its image" : "their images") "
        + "(blank: \(NumberText.fixed(stalls.blankAreaSeconds, decimals: 2)) s of a full screen)"
    let frames =
      hitches.count == 0
      ? report.withoutHitches
      : "\(NumberText.count(hitches.count)) of \(Words.count(report.frames, "frame")) "
        + "\(hitches.count == 1 ? "was" : "were") late by "
        + "\(StoryText.span(hitches.time)) in all"
    text += "\(images), and \(frames)"
    text = Self.capitalized(text)
    guard report.requests.count > 0, picture.story.scenario.loader.cache else {
      return text + "."
    }
    return text + "; \(NumberText.percent(report.requests.hitRate)) of the requests hit."
  }

  private func appendMap(_ drawing: Drawing, at place: MapPlace, _ section: inout Markup) {
    section.element("h3", text: "Map of the run")
    section.newline()
    place.append(to: &section) { $0.figure(drawing, picture.table, width: .whole) }
    guard picture.table.rows.count < picture.itemCount else { return }
    section.element(
      "p", ["class": "note"],
      text: "The table has the \(picture.table.rows.count) worst of "
        + "\(NumberText.count(picture.itemCount)) items.")
    section.newline()
  }

  /// The longest waits, a sentence each, the worst first.
  package var waits: [String] { stalls.map { $0.link + $0.text } }

  private var stalls: [PlacedSentence] {
    picture.story.worstAppearances(atMost: Self.mostStalls).map { explanation in
      let start = explanation.presented ?? explanation.appeared
      let end = explanation.shown ?? explanation.left ?? picture.map.end
      return PlacedSentence(
        link: "at \(StoryText.moment(explanation.appeared))",
        text: ", \(explanation.explanation.sentence)", from: start.seconds,
        to: max(start, end).seconds, item: explanation.item)
    }
  }

  /// The latest frames; those that begin a launch come last, and say so.
  private var hitches: [PlacedSentence] {
    picture.story.worstHitches(atMost: Self.mostHitches).map { frame in
      let (about, end) = (frame.explanation.about, frame.presented ?? picture.map.end)
      return PlacedSentence(
        link: frame.beginsLaunch ? "at the start, \(about)" : about,
        text: String(frame.explanation.sentence.dropFirst(about.count)),
        from: frame.start.seconds, to: max(frame.start, end).seconds, item: nil)
    }
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func sentence(_ text: String) -> String { capitalized(text) + "." }

  private func appendStory(_ id: String, _ map: MapPlace, _ section: inout Markup) {
    section.element("h3", text: "Why it stalled")
    section.newline()
    let bars = StallCharts(report)
    let charts = [
      bars.absences(id: "\(id)-absences"), bars.waits(id: "\(id)-waits"),
    ].compactMap { $0 }
    section.element("div", ["class": charts.isEmpty ? "" : "why"]) { why in
      why.element("div") { lists in
        append(
          stalls, "The longest waits, the worst first", none: Self.sentence(report.withoutWaits),
          map, &lists)
        append(
          hitches, "The latest frames, the worst first",
          none: Self.sentence(report.withoutHitches), map, &lists)
      }
      guard !charts.isEmpty else { return }
      why.element("div") { box in
        for chart in charts { box.figure(chart.drawing, chart.table) }
      }
    }
    section.newline()
  }

  private func append(
    _ sentences: [PlacedSentence], _ caption: String, none: String, _ map: MapPlace,
    _ section: inout Markup
  ) {
    guard !sentences.isEmpty else {
      section.element("p", text: none)
      section.newline()
      return
    }
    section.element("p", text: "\(caption):")
    section.element("ol") { list in
      for sentence in sentences {
        list.newline()
        sentence.append(to: &list, map: map)
      }
    }
    section.newline()
  }

  private func appendFigures(_ section: inout Markup) {
    section.element("div") { figures in
      figures.element("h3", text: "Figures")
      figures.newline()
      figures.table(facts.figures, caption: "Of the whole run")
    }
  }

  private func appendFacts(_ section: inout Markup) {
    section.element("div") { settings in
      settings.element("h3", text: "Configuration")
      settings.newline()
      settings.table(
        Self.table(facts.facts), caption: "What differs from the defaults, and sources")
      guard !facts.standards.isEmpty else { return }
      settings.element("details") {
        $0.element("summary", text: "\(facts.standards.count) settings with their defaults")
        $0.table(Self.table(facts.standards), caption: "Settings with their defaults")
      }
    }
  }

  private static func table(_ facts: [RunFacts.Fact]) -> Table {
    var table = Table([.left("setting"), .prose("value")])
    for fact in facts { table.append([fact.name, fact.value]) }
    return table
  }
}
