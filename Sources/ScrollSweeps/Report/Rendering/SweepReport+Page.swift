import Foundation
import ScrollCore
package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// Returns the report as one HTML file.
  ///
  /// - Parameters:
  ///   - runs: sections on single runs.
  ///   - made: the program that made the page, `scrollsim 0.1.0, model version 3`.
  /// - Returns: the page.
  package func page(runs: [Markup] = [], made: String) -> Page {
    Page(title: title, content: content(runs: runs, made: made), data: data)
  }

  /// Returns the report as one HTML file with an interactive simulation.
  ///
  /// - Parameters:
  ///   - runs: sections on single runs.
  ///   - studio: the section with the simulation, whose id is `studio`.
  ///   - policy: the content policy of the simulation.
  ///   - style: the style rules of that section.
  ///   - made: the program that made the page, `scrollsim 0.1.0, model version 3`.
  /// - Returns: the page.
  package func page(
    runs: [Markup], studio: Markup, policy: ContentPolicy, style: String, made: String
  ) -> Page {
    Page(
      title: title, kind: .sealed(policy), content: content(runs: runs, studio: studio, made: made),
      data: data, style: style)
  }

  /// Returns the content of the page, without its frame.
  package func content(
    runs: [Markup] = [], studio: Markup? = nil, made: String
  ) -> Markup {
    let exhibits = exhibits
    var page = Markup()
    firstScreen(exhibits, &page)
    if let studio { page.append(studio) }
    furtherFindings(&page)
    let first = Self.firstPicture(exhibits)?.drawing.id
    for var exhibit in exhibits {
      exhibit.pictures.removeAll { $0.drawing.id == first }
      page.part(exhibit.id, exhibit.heading, isOpen: Self.openParts.contains(exhibit.id)) {
        exhibit.append(to: &$0)
      }
    }
    runSections(runs, &page)
    allRuns(&page)
    page.part("provenance", "Sources of the figures") {
      for exhibit in provenance {
        $0.element("h3", ["id": exhibit.id], text: exhibit.heading)
        exhibit.append(to: &$0)
      }
      asked(&$0)
    }
    page.element("p", ["class": "note"], text: "Made by \(made).")
    return page
  }

  /// Writes the marks that apply: `synthetic`, `recorded` and `estimate`.
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

  /// The parts of the page that are unfolded at first; the others are details.
  private static let openParts: Set = ["population", "ranking", "front"]

  private func runSections(_ runs: [Markup], _ page: inout Markup) {
    guard !runs.isEmpty else { return }
    page.part("runs", "Single runs") { section in
      section.element(
        "p", ["class": "note"],
        text: "The worst session of the recommended setting, and the same session with its "
          + "reference. For other runs, use scrollsim report STORE --run KEY.")
      for run in runs { section.append(run) }
    }
  }

  private func allRuns(_ page: inout Markup) {
    guard madeCount > 0 else { return }
    page.part("all-runs", "All runs (\(NumberText.count(madeCount)))") { section in
      guard !rows.isEmpty else {
        section.element(
          "p",
          text: "\(NumberText.count(madeCount)) runs are too many for a page. scrollsim report "
            + "STORE --format csv prints them, and --run KEY shows one.")
        return
      }
      section.element("div", ["class": "tools"]) { tools in
        tools.element("label") {
          $0.append(text: "Only rows with ")
          $0.void("input", ["type": "search", "data-filters": "runs-table"])
        }
      }
      section.table(runsTable, caption: "Every run with its key", id: "runs-table")
    }
  }

  private func asked(_ page: inout Markup) {
    page.element("h3", ["id": "asked"], text: "The sweep")
    page.element("pre") { $0.element("code", text: sweep.spec.multilineVisible) }
    page.element("p", ["class": "note"], text: "Sweep \(sweep.key).")
  }
}

extension String {
  /// The text with control characters as visible symbols and with its line breaks.
  fileprivate var multilineVisible: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
      .joined(separator: "\n")
  }
}

extension SweepReport {
  /// The rows of the store, column by column, for programs that read the page.
  ///
  /// The data is one object. `columns` names the values of each row of `runs`: first its
  /// configuration (`scenario` is an index in `scenarios`), then its figures as in the store.
  /// Figures are unrounded, and null for the time of an event that never happened. `parts` has the
  /// rows of table `part`: index of the run, kind, name, value. The object is empty if there are
  /// more runs than `detailLimit`.
  struct PageData: Encodable {
    let sweep: String
    let asked: Int
    let made: Int
    let scenarios: [Scenario]
    let columns: [String]
    let runs: [[StoredValue]]
    let parts: [[StoredValue]]
  }

  struct Scenario: Encodable {
    let key: String
    let trace: String, traceDigest: String, traceKind: String
    let layout: String
    let device: String, deviceDigest: String, network: String, networkDigest: String
    let loader: String, loaderSettings: String, prefetcher: String

    init(_ record: ScenarioRecord) {
      key = "\(record.key)"
      trace = record.trace.path
      traceDigest = record.trace.digest
      traceKind = record.trace.kind
      layout = record.layout
      device = record.device.name
      deviceDigest = "\(record.device.digest)"
      network = record.network.name
      networkDigest = "\(record.network.digest)"
      loader = record.loader
      loaderSettings = record.loaderSettings
      prefetcher = record.prefetcher
    }
  }

  private static let columns =
    [
      "key", "scenario", "policy", "settings", "label", "budget_bytes", "seed", "model_version",
      "killed", "killed_ms",
    ]
    + (FigureCatalog.stored + FigureCatalog.regret).map { $0.column }

  /// The data of a page, each document with its id.
  var data: [(id: String, json: String)] {
    var places: [ContentKey: Int] = [:]
    var scenarios: [Scenario] = []
    for row in rows where places[row.scenario.key] == nil {
      places[row.scenario.key] = scenarios.count
      scenarios.append(Scenario(row.scenario))
    }
    let document = PageData(
      sweep: "\(sweep.key)", asked: sweep.runs, made: madeCount,
      scenarios: scenarios, columns: Self.columns,
      runs: rows.map { row in
        let run = row.run
        let what = [
          StoredValue("\(run.key)"), StoredValue(places[row.scenario.key]), StoredValue(run.policy),
          StoredValue(run.settings), StoredValue(run.label), StoredValue(run.budgetBytes),
          StoredValue(run.seed),
          StoredValue(run.modelVersion), StoredValue(run.killed),
          StoredValue(run.killedMilliseconds),
        ]
        return what + run.figures + FigureCatalog.regret.map { run.value($0) ?? .null }
      },
      parts: rows.enumerated().flatMap { index, row in
        row.run.parts.map { [.integer(index), .text($0.kind), .text($0.name), .real($0.value)] }
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(document) else { return [] }
    return [("sweep-data", String(decoding: bytes, as: UTF8.self))]
  }
}

extension SweepReport {
  /// The largest numbers of sentences and of cards on the first screen.
  private static let leading = (sentences: 4, cards: 8)

  /// The sentences of the first screen: the state of an unfinished sweep, and the recommendations.
  private var leadingSentences: ArraySlice<String> {
    let users = population.map { Array($0.sentences.prefix(1)) } ?? []
    let advice = runCount > 0 ? Set(users + bandedAdvice) : Set(answer)
    return answer.filter { $0 == incompleteness || advice.contains($0) }
      .prefix(Self.leading.sentences)
  }

  /// Writes the first screen: the question, the recommendations, the present settings next to the
  /// advised settings for each device, and the effects.
  func firstScreen(_ exhibits: [Exhibit], _ page: inout Markup) {
    page.element("header") { header in
      header.element("p", ["class": "tools"]) {
        $0.element("button", ["type": "button", "data-theme-choice": ""], text: "Light or dark")
      }
      header.element("h1", text: title)
      header.element("p", ["class": "question"], text: question)
      header.element("div", ["class": "answer"]) { answer in
        for sentence in leadingSentences { answer.element("p", text: sentence.visible) }
      }
      header.newline()
      let cards = comparisonCards
      header.element("div", ["class": cards.count <= 2 ? "first beside" : "first"]) { first in
        first.cards(Array(cards.prefix(Self.leading.cards)))
        if let picture = Self.firstPicture(exhibits) {
          first.figure(picture.drawing, picture.table)
        }
      }
      if cards.count > Self.leading.cards {
        header.element(
          "p", ["class": "note"],
          text: "These are \(Self.leading.cards) of \(cards.count) recommendations; the table of "
            + "recommendations below has all.")
      }
    }
    page.newline()
  }

  /// Writes the remaining sentences of the answer, and the kind of data behind them.
  func furtherFindings(_ page: inout Markup) {
    let leading = Set(leadingSentences)
    let rest = answer.filter { !leading.contains($0) }
    page.part("findings", "Other findings", isOpen: true) { section in
      if !rest.isEmpty {
        section.element("ul", ["class": "findings"]) { list in
          for sentence in rest { list.element("li", text: sentence.visible) }
        }
      }
      marks(&section)
    }
  }

  /// Returns the picture of the first screen: that of all axes, if there are several.
  static func firstPicture(_ exhibits: [Exhibit]) -> Exhibit.Picture? {
    exhibits.first { $0.id == "effects" }?.pictures.first { $0.isChart }
  }
}

extension SweepReport {
  /// Returns the report as Markdown: the answer, then a table for every picture.
  package func markdown() -> String {
    var text = "# \(MarkdownText.escaped(title))\n\n\(question)\n\n"
    text += answer.map { "- \(MarkdownText.escaped($0))\n" }.joined()
    for card in comparisonCards { text += "\n" + card.markdown() }
    for exhibit in exhibits + provenance {
      text += "\n## \(exhibit.heading)\n\n"
      for note in exhibit.notes { text += MarkdownText.escaped(note) + "\n\n" }
      for picture in exhibit.pictures {
        text += "### \(MarkdownText.escaped(picture.drawing.title))\n\n"
        text +=
          MarkdownText.escaped(picture.drawing.summary) + "\n\n" + picture.table.markdown() + "\n"
      }
      if let table = exhibit.table { text += table.markdown() }
    }
    return text
  }
}

extension SweepReport {
  /// Returns one run for a terminal: its configuration without defaults, and the figures that a
  /// page shows.
  ///
  /// - Parameters:
  ///   - row: the run.
  ///   - tableWidth: the columns that the table may take; `nil` for all that it needs.
  ///   - style: whether headings are bold, and bands have colors.
  /// - Returns: lines that end with a line break.
  package static func text(
    of row: RunRow, fitting tableWidth: Int? = nil, style: TerminalStyle = .plain
  ) -> String {
    let width = min(tableWidth ?? 100, 100)
    let facts = facts(of: row).map { "\($0.name): \($0.value.visible)\n" }.joined()
    let count = FigureCatalog.all.count + row.run.parts.count
    let rest =
      "All \(count) figures: --format json; \(Phrase.count(standards(of: row).count, "setting")) with "
      + "their defaults: --format html."
    return facts + "\n" + figures(of: row.run).text(fitting: tableWidth, style: style) + "\n"
      + TextLines.wrapped(rest, to: width)
  }

  /// Returns the figures of a run that a page shows, by their headers: stalls first, hit rate
  /// second.
  package static func figures(of run: RunRecord) -> Table {
    var table = Table([.left("figure"), .right("value").toned(Band.tones)])
    for name in shown {
      let figure = FigureCatalog[name]
      table.append([figure.header, figure.cell(run.value(figure) ?? .null)])
    }
    return table
  }

  private static let shown = [
    "stallSeconds", "blankSeconds", "wrongSeconds", "softSeconds", "frames", "hitches",
    "frozenSeconds", "hitchMilliseconds", "hitchRatio", "worstHitchMilliseconds", "hitchBand",
    "hangBand", "stallBand", "band", "appearances", "late",
    "neverShown", "p50Milliseconds", "p95Milliseconds", "p99Milliseconds", "hitRate", "removals",
    "evictedTooEarly", "cachePeakBytes", "footprintPeakBytes",
  ]

  /// Returns the configuration of a run, without settings at their defaults.
  package static func facts(of row: RunRow) -> [RunFacts.Fact] {
    let (run, scenario) = (row.run, row.scenario)
    func profile(_ record: ProfileRecord) -> String {
      "\(record.name) (\(record.estimates) of its \(record.figures) figures are estimates), "
        + "digest \(record.digest)"
    }
    let cache =
      run.label.map { label in
        [
          RunFacts.Fact("policy", label),
          RunFacts.Fact("budget", run.budgetText),
        ] + facts("policy", StoredSettings(policyOf: run).changed)
      } ?? [RunFacts.Fact("policy", "none, because this loader has no cache")]
    let trace = scenario.trace
    return [
      RunFacts.Fact("run", "\(run.key)"),
      RunFacts.Fact("trace", trace.path),
      RunFacts.Fact("title", trace.title),
      RunFacts.Fact("kind", trace.kind),
      RunFacts.Fact("provenance", trace.provenance),
      RunFacts.Fact("SHA-256", trace.digest),
      RunFacts.Fact("duration", "\(NumberText.fixed(trace.durationSeconds, decimals: 1)) s"),
      RunFacts.Fact(
        "items",
        "\(NumberText.count(trace.items)), showing "
          + (trace.images == 1 ? "1 image" : "\(NumberText.count(trace.images)) images")),
      RunFacts.Fact("layout", scenario.layout),
      RunFacts.Fact("device", profile(scenario.device)),
      RunFacts.Fact("network", profile(scenario.network)),
      RunFacts.Fact("loader", scenario.loader),
      RunFacts.Fact("prefetcher", scenario.prefetcher),
      RunFacts.Fact("start", scenario.start),
    ] + cache + facts("loader", StoredSettings(loaderOf: scenario).changed) + [
      RunFacts.Fact("seed", "\(run.seed)"),
      RunFacts.Fact("model version", "\(run.modelVersion)"),
    ] + (run.killed.map { [RunFacts.Fact("killed", $0)] } ?? [])
  }

  /// Returns the settings of a run that are at their defaults.
  package static func standards(of row: RunRow) -> [RunFacts.Fact] {
    facts("policy", StoredSettings(policyOf: row.run).standard)
      + facts("loader", StoredSettings(loaderOf: row.scenario).standard)
  }

  /// Returns a fact for each setting.
  private static func facts(
    _ owner: String, _ settings: [(name: String, value: String)]
  ) -> [RunFacts.Fact] {
    settings.map { RunFacts.Fact("\(owner) \($0.name)", $0.value) }
  }
}

extension SweepReport {
  /// The origin of every figure.
  var provenance: [Exhibit] {
    [tracesExhibit, profilesExhibit, loadersExhibit]
  }

  private var tracesExhibit: Exhibit {
    var table = Table([
      .left("trace"), .left("kind"), .prose("title"), .right("s"), .right("items"),
      .right("images"), .prose("provenance"), .prose("SHA-256"),
    ])
    for trace in unique(scenes.map(\.trace), by: \.digest) {
      table.append([
        trace.path, trace.kind, trace.title, NumberText.fixed(trace.durationSeconds, decimals: 1),
        "\(trace.items)", "\(trace.images)", trace.provenance, trace.digest,
      ])
    }
    return Exhibit("traces", "Traces", table: table)
  }

  private var profilesExhibit: Exhibit {
    var table = Table([
      .left("profile"), .left("kind"), .prose("summary"), .right("figures"),
      .right("estimates"), .prose("digest"),
    ])
    for profile in unique(scenes.flatMap { [$0.device, $0.network] }, by: { "\($0.digest)" }) {
      table.append([
        profile.name, profile.kind.rawValue, profile.summary, "\(profile.figures)",
        "\(profile.estimates)", "\(profile.digest)",
      ])
    }
    return Exhibit(
      "profiles", "Devices and networks",
      notes: ["An estimate is a figure that was not measured; the profiles name their sources."],
      table: table)
  }

  private var loadersExhibit: Exhibit {
    var table = Table([
      .left("loader"), .left("prefetcher"), .left("layout"),
      .prose("settings that differ from its defaults"),
    ])
    var seen: Set<[String]> = []
    for scene in scenes {
      let row = [
        scene.loader, scene.prefetcher, scene.layout, StoredSettings(loaderOf: scene).text,
      ]
      if seen.insert(row).inserted { table.append(row) }
    }
    return Exhibit(
      "loaders", "Loading",
      notes: ["scrollsim list loaders NAME prints the defaults; CSV and JSON have every setting."],
      table: table)
  }

  private func unique<Value>(_ values: [Value], by key: (Value) -> String) -> [Value] {
    var seen: Set<String> = []
    return values.filter { seen.insert(key($0)).inserted }
  }
}

extension SweepReport {
  /// All runs with their configurations; empty if there are more than `detailLimit`.
  package var runsTable: Table {
    let names = ScenarioNames(rows.map(\.scenario))
    let hasSeeds = Set(rows.map(\.run.seed)).count > 1
    let figures: [Figure] = [
      .stall, .frozen, .hitchRatio, .hitRate, .times[1], .footprintPeak,
    ]
    var columns = names.columns.map { Table.Column.left($0) }
    columns += [.left("policy"), .right("budget")] + (hasSeeds ? [.right("seed")] : [])
    columns += figures.map { $0.tableColumn } + [.left("note"), .left("run")]
    var table = Table(columns)
    for (place, row) in rows.enumerated() {
      let run = row.run
      table.append(
        names.cells(place)
          + [run.label ?? Self.noCache, run.budgetText]
          + (hasSeeds ? ["\(run.seed)"] : [])
          + [
            Figure.stall.cell(run.number(.stall), decimals: 3),
            Figure.frozen.cell(run.number(.frozen)),
            Figure.hitchRatio.cell(run.number(.hitchRatio)),
            run.label == nil ? "-" : Figure.hitRate.cell(run.number(.hitRate)),
            Figure.times[1].cell(run.number(.times[1])),
            Figure.footprintPeak.cell(run.number(.footprintPeak), decimals: 0),
            run.killed.map { "killed: \($0)" } ?? "", "\(run.key)",
          ])
    }
    return table
  }
}

extension SweepReport {
  /// Returns the report for a terminal or a plain text file.
  ///
  /// It has the answer, the ranking with a bar for each policy, and the certainty of their
  /// differences.
  ///
  /// - Parameters:
  ///   - width: the columns of the terminal; bars take the columns that tables leave, if there are
  ///     enough.
  ///   - tableWidth: the columns that tables may take; `nil` for all that they need.
  ///   - style: whether headings are bold.
  /// - Returns: lines that end with a line break.
  package func text(
    width: Int, fitting tableWidth: Int? = nil, style: TerminalStyle = .plain
  ) -> String {
    var text = [title, question].map { TextLines.wrapped($0, to: tableWidth ?? .max) }.joined()
    text += "\n"
    for sentence in answer { text += TextLines.wrapped(sentence.visible, to: min(width, 100)) }
    guard runCount > 0 else { return text }
    if let effects {
      text += "\n" + style.bold("What affects stall time") + "\n"
      text += effectsPicture(effects).table.text(fitting: tableWidth, style: style)
    }
    if let advice = recommendationsExhibit, let table = advice.table {
      text += "\n" + style.bold(advice.heading) + "\n"
      text += table.text(fitting: tableWidth, style: style)
      for note in advice.notes.dropFirst() {
        text += TextLines.wrapped(note.visible, to: min(width, 100))
      }
    }
    let standings = ranking()
    text += "\n" + style.bold("Ranking") + "\n"
    let bars = TerminalBars(standings.map { $0.livingStalls ?? .infinity }, header: "stalls")
    let ranked = rankingTable(standings)
    // A bar would show the mean over devices.
    text += (splitsRanking ? ranked : bars.beside(ranked, width: width))
      .text(fitting: tableWidth, style: style)
    if let comparison = comparisonExhibit, let table = comparison.table {
      text += "\n" + Self.heading(comparison.heading, tableWidth, style)
      text += table.text(fitting: tableWidth, style: style)
      for note in comparison.notes.dropFirst() {
        text += TextLines.wrapped(note.visible, to: min(width, 100))
      }
    }
    if let table = frontTable {
      text += "\n" + style.bold("Memory against stalls") + "\n"
      text += table.text(fitting: tableWidth, style: style)
    }
    for exhibit in populationExhibits {
      text += "\n" + Self.heading(exhibit.heading, tableWidth, style)
      for note in exhibit.notes { text += TextLines.wrapped(note.visible, to: min(width, 100)) }
      text += exhibit.table.map { $0.text(fitting: tableWidth, style: style) } ?? ""
    }
    text +=
      "\n"
      + [names.shared, names.sources].filter { !$0.isEmpty }
      .map { TextLines.wrapped($0.visible, to: min(width, 100)) }.joined()
    return text
  }

  /// Returns a heading, wrapped to the width of the terminal.
  private static func heading(_ text: String, _ width: Int?, _ style: TerminalStyle) -> String {
    TextLines.lines(text.visible, to: width ?? .max).map { style.bold($0) + "\n" }.joined()
  }

  /// The title of the sweep as visible text.
  ///
  /// Without a title, it is made of the policies and traces.
  package var title: String {
    guard sweep.title.isEmpty else { return sweep.title.visible }
    let traces = Set(scenes.map(\.trace.name)).sorted()
    guard !traces.isEmpty else { return "Sweep \(sweep.key)" }
    let policies = policies.filter { $0 != Self.noCache }
    let what =
      policies.count > 3
      ? "\(policies.count) policies"
      : policies.isEmpty ? Self.noCache : policies.joined(separator: ", ")
    return
      "\(what) on \(traces.count > 3 ? "\(traces.count) traces" : traces.joined(separator: ", "))"
      .visible
  }
}

extension SweepReport {
  /// The results for the users of a population, and their devices.
  var populationExhibits: [Exhibit] {
    guard let answer = population else { return [] }
    let title = answer.population.title
    return [
      Exhibit(
        "population", title.isEmpty ? "For these users" : "For the population '\(title)'",
        notes: answer.sentences, table: answer.choiceTable)
    ]
      + (answer.deviceTable.map { table in
        [
          Exhibit(
            "population-devices", "Budget rules by device",
            notes: [
              "The budget that each rule allows on a device, and the mean stall of its users."
            ],
            table: table)
        ]
      } ?? [])
  }
}
