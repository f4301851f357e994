package import ScrollPages

extension SweepReport {
  /// The report as one HTML file.
  ///
  /// - Parameters:
  ///   - runs: sections on single runs.
  ///   - made: the program that made it, `scrollsim 0.1.0, model version 3`.
  /// - Returns: the page.
  package func page(runs: [Markup] = [], made: String) -> Page {
    Page(title: title, content: content(runs: runs, made: made), data: data)
  }

  /// The report as one HTML file in which a simulation can be tried.
  ///
  /// - Parameters:
  ///   - runs: sections on single runs.
  ///   - studio: the section with the simulation, whose id is `studio`.
  ///   - policy: what that may do.
  ///   - style: rules of that section.
  ///   - made: the program that made it, `scrollsim 0.1.0, model version 3`.
  /// - Returns: the page.
  package func page(
    runs: [Markup], studio: Markup, policy: ContentPolicy, style: String, made: String
  ) -> Page {
    Page(
      title: title, kind: .sealed(policy), content: content(runs: runs, studio: studio, made: made),
      data: data, style: style)
  }

  /// The content of the page, without its frame.
  package func content(
    runs: [Markup] = [], studio: Markup? = nil, made: String
  ) -> Markup {
    let exhibits = exhibits
    let provenance = provenance
    var page = Markup()
    firstScreen(exhibits, &page)
    navigation(exhibits, runs, hasStudio: studio != nil, &page)
    if let studio { page.append(studio) }
    let first = Self.firstPicture(exhibits)?.drawing.id
    for exhibit in exhibits { Self.section(exhibit, without: first, &page) }
    furtherFindings(&page)
    runSections(runs, &page)
    allRuns(&page)
    page.element("section", ["id": "provenance", "aria-labelledby": "provenance-title"]) {
      $0.element("h2", ["id": "provenance-title"], text: "Sources of the figures")
      for exhibit in provenance { Self.part(exhibit, &$0) }
      asked(&$0)
      $0.element("p", ["class": "note"], text: "Made by \(made).")
    }
    return page
  }

  /// `synthetic`, `recorded` and `estimate`, where they apply.
  func marks(_ page: inout Markup) {
    page.element("p", ["class": "note"]) { line in
      line.append(text: [names.shared, ""].filter { !$0.isEmpty }.joined())
      for kind in Set(scenes.map(\.trace.kind)).sorted() {
        line.append(text: " ")
        line.element("span", ["class": "mark"], text: "\(kind) scrolling")
      }
      if scenes.contains(where: { $0.device.estimates + $0.network.estimates > 0 }) {
        line.append(text: " ")
        line.element("span", ["class": "mark"], text: "estimate: some device figures")
      }
    }
    page.element("p", ["class": "note"], text: names.sources.visible)
  }

  private func navigation(
    _ exhibits: [Exhibit], _ runs: [Markup], hasStudio: Bool, _ page: inout Markup
  ) {
    page.element("nav", ["aria-label": "Contents"]) { nav in
      nav.element("ul") { list in
        func link(_ id: String, _ text: String) {
          list.element("li") { $0.element("a", ["href": "#\(id)"], text: text) }
        }
        if hasStudio { link("studio", "Try it") }
        for exhibit in exhibits { link(exhibit.id, exhibit.heading) }
        link("findings", "What else was found")
        if !runs.isEmpty { link("runs", "Single runs") }
        if madeCount > 0 { link("all-runs", "All runs") }
        link("provenance", "Sources of the figures")
      }
    }
    page.newline()
  }

  private static func section(
    _ exhibit: Exhibit, without picture: String?, _ page: inout Markup
  ) {
    var exhibit = exhibit
    exhibit.pictures.removeAll { $0.drawing.id == picture }
    page.element("section", ["id": exhibit.id, "aria-labelledby": "\(exhibit.id)-title"]) {
      $0.element("h2", ["id": "\(exhibit.id)-title"], text: exhibit.heading)
      exhibit.append(to: &$0)
    }
    page.newline()
  }

  private static func part(_ exhibit: Exhibit, _ page: inout Markup) {
    page.element("h3", ["id": exhibit.id], text: exhibit.heading)
    exhibit.append(to: &page)
  }

  private func runSections(_ runs: [Markup], _ page: inout Markup) {
    guard !runs.isEmpty else { return }
    page.element("section", ["id": "runs", "aria-labelledby": "runs-title"]) { section in
      section.element("h2", ["id": "runs-title"], text: "Single runs")
      section.element(
        "p", ["class": "note"],
        text: "What is recommended, in the session in which it is worst, and the same session with "
          + "what it is held against. Any other run: scrollsim report STORE --run KEY.")
    }
    for run in runs { page.append(run) }
    page.newline()
  }

  private func allRuns(_ page: inout Markup) {
    guard madeCount > 0 else { return }
    page.element("section", ["id": "all-runs", "aria-labelledby": "all-runs-title"]) { section in
      section.element("h2", ["id": "all-runs-title"], text: "All runs")
      guard !rows.isEmpty else {
        section.element(
          "p",
          text: "\(NumberText.count(madeCount)) runs are too many for a page: scrollsim report "
            + "STORE --format csv prints them, --run KEY shows one.")
        return
      }
      section.element("div", ["class": "tools"]) { tools in
        tools.element("label") {
          $0.append(text: "Only rows with ")
          $0.void("input", ["type": "search", "data-filters": "runs-table"])
        }
      }
      section.element("details", ["id": "runs-list"]) {
        $0.element("summary", text: "\(NumberText.count(rows.count)) runs")
        $0.table(runsTable, caption: "Every run with its key", id: "runs-table")
      }
    }
    page.newline()
  }

  private func asked(_ page: inout Markup) {
    page.element("h3", ["id": "asked"], text: "The sweep")
    page.element(
      "div",
      ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "The sweep as YAML"]
    ) {
      $0.element("pre") { $0.element("code", text: sweep.spec.multilineVisible) }
    }
    page.element("p", ["class": "note"], text: "Sweep \(sweep.key).")
  }
}

extension String {
  /// The text with control characters shown as their pictures, line breaks kept.
  fileprivate var multilineVisible: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
      .joined(separator: "\n")
  }
}
