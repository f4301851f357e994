import ScrollCore
import ScrollPages
import ScrollTraces

/// The comparison of a trace with published statistics, as JSON and as text for people.
struct HumanComparisonOutput {
  private let path: String
  private let comparison: HumanComparison
  /// The sources in the order of their numbers.
  private let sources: [PublishedStatistic.Source]

  init(_ path: String, _ comparison: HumanComparison) {
    self.path = path
    self.comparison = comparison
    var sources: [PublishedStatistic.Source] = []
    for source in comparison.rows.map(\.statistic.source) + PublishedStatistic.distributions
    where !sources.contains(where: { $0.link == source.link }) {
      sources.append(source)
    }
    self.sources = sources
  }

  func print(to output: FormatOption) throws {
    let isForPeople = output.format == .table
    try output.print(
      isForPeople ? table : wholeTable, HumanComparisonDocument(path, comparison), caption: caption)
    if isForPeople { try Output.print("\n" + Terminal.wrapped(notes, to: output.width) + "\n") }
  }

  private var caption: String {
    func count(_ word: String) -> Int { comparison.rows.count { $0.verdict.word == word } }
    let others = ["below", "above", "not measurable"].map { "\($0) \(count($0))" }
    return "\(path): in range \(count("in")) of \(comparison.rows.count), "
      + others.joined(separator: ", ")
  }

  private var table: Table {
    Table(
      [
        Column(.left("statistic")) {
          "\($0.statistic.name), \($0.statistic.unit) [\(number(of: $0.statistic.source))]"
        },
        Column(.right("published")) { Self.text($0.statistic.value) },
        Column(.right("range")) {
          "\(Self.text($0.statistic.range.lowerBound)) to \(Self.text($0.statistic.range.upperBound))"
        },
        Column(.right("trace")) { $0.value.map(Self.text) ?? "-" },
        Column(.right("n")) { NumberText.count($0.count) },
        Column(.left("verdict")) { $0.verdict.word },
      ], of: comparison.rows)
  }

  /// The table for spreadsheets, in which every row has its source.
  private var wholeTable: Table {
    Table(
      [
        Column(.left("statistic")) { $0.statistic.name },
        Column(.left("unit")) { $0.statistic.unit },
        Column(.right("published")) { Self.text($0.statistic.value) },
        Column(.right("from")) { Self.text($0.statistic.range.lowerBound) },
        Column(.right("to")) { Self.text($0.statistic.range.upperBound) },
        Column(.right("trace")) { $0.value.map(Self.text) ?? "" },
        Column(.right("n")) { "\($0.count)" },
        Column(.left("verdict")) { $0.verdict.word },
        Column(.prose("source")) { "\(Self.text($0.statistic.source))" },
        Column(.prose("link")) { $0.statistic.source.link },
      ], of: comparison.rows)
  }

  /// Notes below the table: the reasons why some values cannot be measured, the fits to the
  /// durations of looks, and the sources.
  private var notes: String {
    var lines: [String] = []
    for row in comparison.rows {
      guard case .notMeasurable(let reason) = row.verdict else { continue }
      lines.append("\(row.statistic.name) [\(number(of: row.statistic.source))]: \(reason)")
    }
    if !lines.isEmpty { lines.append("") }
    lines += dwellLines + [""]
    for (index, source) in sources.enumerated() {
      lines += ["[\(index + 1)] \(Self.text(source))", "    \(source.link)"]
    }
    return lines.joined(separator: "\n")
  }

  private var dwellLines: [String] {
    let published =
      "published fits: "
      + Phrase.list(
        PublishedStatistic.distributions.map { "\($0.name) [\(number(of: $0))]" })
    guard let fit = comparison.fit else {
      return ["distribution of \(Phrase.count(comparison.looks, "look")): not known", published]
    }
    func criterion(_ distribution: DwellFit.Distribution) -> String {
      NumberText.fixed(fit.criterion(distribution), decimals: 1)
    }
    let better = fit.better.map { "\($0.rawValue) fits better" }
    return [
      "distribution of \(Phrase.count(fit.count, "look")): "
        + (better ?? "not known; at least \(DwellFit.least) are needed"),
      "log-normal: median \(Self.text(exp(fit.mu))) s, sigma \(Self.text(fit.sigma)), "
        + "AIC \(criterion(.logNormal))",
      "Weibull: shape \(Self.text(fit.shape)), scale \(Self.text(fit.scale)) s, "
        + "AIC \(criterion(.weibull))",
      published,
    ]
  }

  private func number(of source: PublishedStatistic.Source) -> Int {
    (sources.firstIndex { $0.link == source.link } ?? 0) + 1
  }

  private static func text(_ source: PublishedStatistic.Source) -> String {
    let basis = source.basis == .stated ? "" : ", \(source.basis.rawValue)"
    return "\(source.name), \(source.year)\(basis)"
  }

  /// Returns a number with at most two decimals and at least three significant digits from 1 on.
  private static func text(_ value: Double) -> String {
    let magnitude = abs(value)
    return NumberText.fixed(
      value, decimals: magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2)
  }
}

/// The comparison as JSON, unrounded.
struct HumanComparisonDocument: Encodable {
  let path: String
  let statistics: [Statistic]
  let dwell: Dwell

  struct Statistic: Encodable {
    let name: String, unit: String
    let published: Double, from: Double, to: Double
    @OrNull var value: Double?
    let count: Int
    let verdict: String
    @OrNull var reason: String?
    let source: Source
  }

  struct Source: Encodable {
    let name: String, year: Int, link: String, basis: String

    init(_ source: PublishedStatistic.Source) {
      (name, year, link) = (source.name, source.year, source.link)
      basis = source.basis.rawValue
    }
  }

  struct Dwell: Encodable {
    let looks: Int
    @OrNull var logNormal: LogNormal?
    @OrNull var weibull: Weibull?
    /// The distribution with the lower Akaike criterion (AIC), which fits better; `null` if it is
    /// not known.
    @OrNull var better: String?
    let published: [Source]
  }

  struct LogNormal: Encodable {
    let mu: Double, sigma: Double, logLikelihood: Double, aic: Double
  }

  struct Weibull: Encodable {
    let shape: Double, scaleSeconds: Double, logLikelihood: Double, aic: Double
  }

  init(_ path: String, _ comparison: HumanComparison) {
    self.path = path
    statistics = comparison.rows.map { row in
      var reason: String?
      if case .notMeasurable(let text) = row.verdict { reason = text }
      let statistic = row.statistic
      return Statistic(
        name: statistic.name, unit: statistic.unit, published: statistic.value,
        from: statistic.range.lowerBound, to: statistic.range.upperBound, value: row.value,
        count: row.count, verdict: row.verdict.word, reason: reason,
        source: Source(statistic.source))
    }
    let fit = comparison.fit
    dwell = Dwell(
      looks: comparison.looks,
      logNormal: fit.map {
        LogNormal(
          mu: $0.mu, sigma: $0.sigma, logLikelihood: $0.logLikelihood(.logNormal),
          aic: $0.criterion(.logNormal))
      },
      weibull: fit.map {
        Weibull(
          shape: $0.shape, scaleSeconds: $0.scale, logLikelihood: $0.logLikelihood(.weibull),
          aic: $0.criterion(.weibull))
      },
      better: fit?.better?.rawValue, published: PublishedStatistic.distributions.map(Source.init))
  }
}
