import ScrollCore
package import ScrollPages
import ScrollSimulation

/// A comparison of replays: for every capacity, the ranking of policies by misses, their
/// differences to a reference, and their distance from the fewest misses.
///
/// The reference is fixed before the results are known: `lru`, or the first policy by name. The
/// intervals are over clusters of traces (`SessionClusters`), each with the mean of its traces and
/// seeds, and hold for all policies of a capacity at once. In every mean, each cluster has the same
/// weight. The intervals of a single trace are over its seeds, and hold for that trace alone. Both
/// policies of a difference have the same traces (`MeanInterval`).
package struct ReplayReport: Sendable {
  /// The parameters that compared replays share: one capacity, one unit, and one share of warm-up.
  struct Setting: Hashable, Sendable {
    let unit: String
    /// The capacity: `10%`, or an amount.
    let capacity: String
    /// The capacity as a number for the order, in which shares in percent come before amounts.
    let amount: Double
    let isShare: Bool
    /// The warm-up in whole percents of all requests.
    let warmUp: Int

    fileprivate var place: (String, Int, Int, Double) { (unit, warmUp, isShare ? 0 : 1, amount) }
  }

  /// A policy at a setting.
  struct PolicyResult: Sendable {
    let label: String
    /// The mean miss ratio by trace, or by seed for a single trace.
    let ratios: [String: Double]
    let byteRatio: Double
    /// The misses above the fewest per request; `nil` if the fewest is not known for all replays.
    let regret: Double?
    let bounds: Set<String>
    let notes: [String]
    /// The mean miss ratio, rounded to a billionth so that the order of summation does not matter.
    let mean: Double
  }

  let streams: [StreamRecord]
  /// The settings, ordered by unit, warm-up and capacity.
  let settings: [Setting]
  /// The policies at every setting, best first.
  let standings: [Setting: [PolicyResult]]
  let replayCount: Int
  let clusters: StreamClusters

  /// Creates a report.
  /// - Parameter replays: the replays to compare.
  package init(_ replays: [ReplayRecord]) {
    replayCount = replays.count
    streams = Dictionary(replays.map { ($0.stream.digest, $0.stream) }, uniquingKeysWith: { $1 })
      .values.sorted { ($0.path, "\($0.digest)") < ($1.path, "\($1.digest)") }
    let warmUps = Set(replays.map { Self.warmUp(of: $0).lowerBound })
    let groups = Dictionary(grouping: replays) { Self.setting(of: $0, warmUps) }
    settings = groups.keys.sorted { $0.place < $1.place }
    let clusters = StreamClusters(streams)
    self.clusters = clusters
    standings = groups.mapValues { group in
      Self.ranked(
        Dictionary(grouping: group, by: \.label).map { label, replays in
          Self.standing(label, replays, clusters)
        })
    }
  }

  /// Returns the setting of a replay, given the least possible warm-ups of all replays in percent.
  private static func setting(of replay: ReplayRecord, _ warmUps: Set<Int>) -> Setting {
    let percent = replay.share.flatMap { Double($0.dropLast()) }
    let possible = warmUp(of: replay)
    return Setting(
      unit: replay.unit, capacity: replay.share ?? "\(replay.capacity)",
      amount: percent ?? Double(replay.capacity), isShare: percent != nil,
      warmUp: warmUps.filter(possible.contains).max() ?? possible.lowerBound)
  }

  /// Returns the shares in percent that are a replay's warm-up, if rounded down to requests.
  ///
  /// A long trace has one. Fewer than a hundred requests may have several: 14 % and 15 % of 50
  /// requests are 7.
  private static func warmUp(of replay: ReplayRecord) -> ClosedRange<Int> {
    let whole = max(1, replay.warmUp + replay.requests)
    func percent(_ requests: Int) -> Int {
      Int((100 * Double(requests) / Double(whole)).rounded(.up))
    }
    let least = percent(replay.warmUp)
    return least...(replay.warmUp == 0 ? 0 : max(least, percent(replay.warmUp + 1) - 1))
  }

  private static func standing(
    _ label: String, _ replays: [ReplayRecord], _ clusters: StreamClusters
  ) -> PolicyResult {
    let unit = { (replay: ReplayRecord) -> String in
      clusters.isOneStream
        ? replay.seed.map { "seed \($0)" } ?? everySeed : "\(replay.stream.digest)"
    }
    // The order is fixed, so that sums are the same in every run.
    let ordered = replays.sorted { $0.key < $1.key }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
    let ratios = Dictionary(grouping: ordered, by: unit).mapValues { mean($0.map(\.missRatio)) }
    let weights = clusters.weights(of: Set(ordered.map { "\($0.stream.digest)" }))
    /// Returns the sum of a figure in which each cluster has the same weight.
    func sum(_ figure: (ReplayRecord) -> Double) -> Double {
      ordered.reduce(0) { $0 + (weights["\($1.stream.digest)"] ?? 1) * figure($1) }
    }
    let hasRegret = ordered.allSatisfy { $0.regret != nil }
    return PolicyResult(
      label: label, ratios: ratios,
      byteRatio: sum { Double($0.bytesMissed) } / max(1, sum { Double($0.bytesRequested) }),
      regret: hasRegret ? sum { $0.regret ?? 0 } / sum { _ in 1 } : nil,
      bounds: Set(ordered.compactMap { $0.bound?.name }),
      notes: Set(ordered.compactMap(\.note)).sorted(),
      mean: (1e9 * mean(clusters.means(ratios))).rounded() / 1e9)
  }

  /// Returns the differences between two policies, one for each cluster of traces that both have,
  /// or for each seed.
  private func differences(_ standing: PolicyResult, _ other: PolicyResult) -> [Double] {
    let every = Self.everySeed
    let units = Set(standing.ratios.keys).union(other.ratios.keys).subtracting([every])
    var differences: [String: Double] = [:]
    for unit in units.isEmpty ? [every] : units {
      guard let one = standing.ratios[unit] ?? standing.ratios[every],
        let two = other.ratios[unit] ?? other.ratios[every]
      else { continue }
      differences[unit] = one - two
    }
    return clusters.means(differences)
  }

  /// The key in place of a seed, for a policy that is not randomized.
  private static let everySeed = "every seed"

  /// Returns the policies, best first; a policy that lacks traces of the others comes after those
  /// that have all.
  private static func ranked(_ standings: [PolicyResult]) -> [PolicyResult] {
    let most = standings.map(\.ratios.count).max() ?? 0
    func lacks(_ standing: PolicyResult) -> Int {
      standing.ratios.count == most || standing.ratios[everySeed] != nil ? 0 : 1
    }
    return standings.sorted { (lacks($0), $0.mean, $0.label) < (lacks($1), $1.mean, $1.label) }
  }
}

extension ReplayReport {
  static let title = "Replays: misses of policies"

  /// The replayed traces, and the formats of their files.
  package var summary: String {
    let traces = streams.prefix(6).map(\.name).joined(separator: ", ")
    let readings = streams.prefix(6).compactMap { stream in
      stream.readAs.map { " \(stream.name) is read as \($0)." }
    }
    return "\(Phrase.count(replayCount, "replay")) of \(Phrase.count(streams.count, "trace")): "
      + traces + (streams.count > 6 ? ", ..." : "") + "." + readings.joined()
      + (clusters.text.map { " \($0)" } ?? "")
  }

  /// The parts of the report: a ranking for each capacity, and curves if there are several.
  package var exhibits: [Exhibit] {
    settings.enumerated().map { index, setting in
      Exhibit(
        "replays-\(index)", Self.heading(setting), notes: notes(setting),
        table: table(standings[setting] ?? []))
    } + curves
  }

  private static func heading(_ setting: Setting) -> String {
    // The largest 64-bit integer rounds up as a `Double`.
    let whole = Int(exactly: setting.amount) ?? .max
    let capacity =
      setting.isShare
      ? "A cache of \(setting.capacity) of the working set, in \(setting.unit)"
      : setting.unit == "items"
        ? "A cache of \(Phrase.count(whole, "image"))" : "A cache of \(ByteCount(whole))"
    return setting.warmUp == 0 ? capacity : "\(capacity), after a warm-up of \(setting.warmUp) %"
  }

  /// Returns the policy that the others at a setting are compared with.
  private static func reference(of all: [PolicyResult]) -> PolicyResult? {
    all.first { $0.label == "lru" } ?? all.min { $0.label < $1.label }
  }

  /// Returns the difference between each policy and the reference; the intervals hold for all of
  /// them at once.
  private func differences(_ all: [PolicyResult]) -> [String: MeanInterval] {
    guard let reference = Self.reference(of: all) else { return [:] }
    let others = all.filter { $0.label != reference.label }
    let differences = others.map { self.differences($0, reference) }
    let isShared = Set(differences.map(\.count)).count == 1
    let reaches = isShared ? JointReach.values(differences) : nil
    return Dictionary(
      uniqueKeysWithValues: others.indices.map {
        (others[$0].label, MeanInterval(differences[$0], reach: reaches?[$0]))
      })
  }

  /// Returns notes on the policy with the fewest misses.
  private func notes(_ setting: Setting) -> [String] {
    let all = standings[setting] ?? []
    guard let best = all.first, let reference = Self.reference(of: all) else { return [] }
    let ratio = "\(NumberText.fixed(100 * best.mean, decimals: 2)) % of the requests."
    let equals = all.prefix { $0.mean == best.mean }.map(\.label)
    guard equals.count == 1 else {
      return ["\(Phrase.list(equals, atMost: 6)) miss least here: \(ratio)"]
    }
    let text = "\(best.label) misses least here: \(ratio)"
    // The reference itself is compared with the next policy.
    let isReference = best.label == reference.label
    guard let other = isReference ? all.dropFirst().first : reference,
      let certainty = differences(all)[isReference ? other.label : best.label]
    else { return [text] }
    let unit = streams.count == 1 ? "seed" : clusters.areShared ? "cluster" : "trace"
    let scope = streams.count == 1 ? "seeds of this trace" : "traces like these"
    guard let interval = certainty.interval else {
      let hasSeeds = [best, other].contains { $0.ratios[Self.everySeed] == nil }
      guard streams.count > 1 || hasSeeds else {
        return [
          text + " No confidence interval: this is one trace, and seeds change neither "
            + "\(best.label) nor \(other.label); an interval needs "
            + "\(MeanInterval.leastSessions) traces."
        ]
      }
      let differing = differences(best, other)
      return [
        text + " No confidence interval: \(best.label) and \(other.label) differ in "
          + "\(differing.count { $0 != 0 }) of \(Phrase.count(differing.count, unit)); an interval "
          + "needs \(MeanInterval.leastSessions)."
      ]
    }
    let isFewer = isReference ? interval.lowerBound > 0 : interval.upperBound < 0
    let found =
      isFewer
      ? "fewer than \(other.label)"
      : "perhaps no fewer than \(other.label): the confidence interval of the difference "
        + "contains 0"
    return [
      text + " Over \(scope) that is \(found), with 95 % confidence."
        + (streams.count == 1 ? " The result does not cover other traces." : "")
    ]
  }

  private func table(_ all: [PolicyResult]) -> Table {
    let hasRegret = all.contains { $0.regret != nil }
    let hasNotes = all.contains { !$0.notes.isEmpty }
    let reference = Self.reference(of: all)?.label ?? ""
    let differences = differences(all)
    func percent(_ value: Double?) -> String {
      value.map { NumberText.fixed(100 * $0, decimals: 2) } ?? "-"
    }
    func difference(_ standing: PolicyResult, _ value: (MeanInterval) -> Double?) -> String {
      percent(differences[standing.label].flatMap(value))
    }
    var columns: [Column<PolicyResult>] = [
      Column(.left("policy").keeping(.key)) { $0.label },
      Column(.right(streams.count == 1 ? "seeds" : "traces")) { "\($0.ratios.count)" },
    ]
    if clusters.areShared {
      columns.append(Column(.right("clusters")) { "\(clusters.means($0.ratios).count)" })
    }
    columns += [
      Column(.right("misses %").keeping(.key)) { percent($0.mean) },
      Column(.right("more than \(reference)").keeping(.key)) { difference($0, \.mean) },
      Column(.right("95 % from")) { difference($0, \.interval?.lowerBound) },
      Column(.right("to")) { difference($0, \.interval?.upperBound) },
      Column(.right("bytes missed %")) { percent($0.byteRatio) },
    ]
    if hasRegret {
      columns += [
        Column(.right("regret %")) { percent($0.regret) },
        Column(.left("bound")) { $0.bounds.sorted().joined(separator: ", ") },
      ]
    }
    if hasNotes { columns.append(Column(.prose("note")) { $0.notes.joined(separator: "; ") }) }
    return Table(columns, of: all)
  }
}

extension ReplayReport {
  /// The curves of misses over the capacity, for every unit and warm-up with several capacities
  /// that are all shares, or all amounts.
  private var curves: [Exhibit] {
    struct Kind: Hashable { let unit: String, warmUp: Int, isShare: Bool }
    var kinds: [Kind] = []
    for setting in settings {
      let kind = Kind(unit: setting.unit, warmUp: setting.warmUp, isShare: setting.isShare)
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds.enumerated().compactMap { index, kind in
      let along = settings.filter {
        Kind(unit: $0.unit, warmUp: $0.warmUp, isShare: $0.isShare) == kind
      }
      return along.count > 1 ? curves(index, along) : nil
    }
  }

  private func curves(_ index: Int, _ along: [Setting]) -> Exhibit {
    var labels: [String] = []
    for setting in along {
      for standing in standings[setting] ?? [] where !labels.contains(standing.label) {
        labels.append(standing.label)
      }
    }
    var table = Table([.left("policy")] + along.map { .right("misses % at \($0.capacity)") })
    var series: [LineChart.Series] = []
    for (place, label) in labels.enumerated() {
      let values = along.map { setting in
        standings[setting]?.first { $0.label == label }.map { 100 * $0.mean }
      }
      table.append([label] + values.map { $0.map { NumberText.fixed($0, decimals: 2) } ?? "-" })
      series.append(
        LineChart.Series(
          name: label, style: place < 8 ? place : nil,
          points: zip(along, values).compactMap { setting, value in
            value.map { LineChart.Point(x: setting.amount, y: $0) }
          }))
    }
    let unit = along[0].unit
    let chart = LineChart(
      id: "misses-\(index)", title: "Misses by capacity",
      summary: "\(labels[0]) misses least at \(along[0].capacity).",
      x: Axis(
        along[0].isShare ? "capacity, share of the working set" : "capacity, \(unit)", .logarithmic,
        ticks: along.map { Axis.Tick($0.amount, $0.capacity) }),
      y: .fromZero("misses, %", covering: series.flatMap { $0.points.map(\.y) }), unit: "%",
      series: series)
    let warmUp = along[0].warmUp == 0 ? "" : ", after a warm-up of \(along[0].warmUp) %"
    return Exhibit(
      "curves-\(index)", "Misses by capacity, in \(unit)\(warmUp)",
      notes: [clusters.areShared ? "Means over all clusters of traces." : "Means over all traces."],
      pictures: [
        Exhibit.Picture(drawing: chart.drawing, table: table, marks: along.count)
      ])
  }
}

extension ReplayReport {
  /// Returns the report for a terminal.
  /// - Parameters:
  ///   - width: the columns that tables may take; `nil` for all that they need.
  ///   - style: the style of bold text and colors.
  /// - Returns: a summary, and the parts with their tables.
  package func text(fitting width: Int?, style: TerminalStyle) -> String {
    var text = "\(summary)\n"
    for exhibit in exhibits {
      text += "\n\(exhibit.heading)\n\n"
      for note in exhibit.notes { text += "\(note)\n\n" }
      for table in exhibit.tables { text += table.table.text(fitting: width, style: style) }
    }
    return text
  }

  package var markdown: String {
    var text = "# \(Self.title)\n\n\(summary)\n"
    for exhibit in exhibits {
      text += "\n## \(exhibit.heading)\n\n"
      for note in exhibit.notes { text += "\(note)\n\n" }
      for table in exhibit.tables { text += table.table.markdown() }
    }
    return text
  }

  /// Returns the report as one HTML file.
  /// - Parameter made: the program that made the page.
  /// - Returns: the page.
  package func page(made: String) -> Page {
    var content = Markup()
    content.element("h1", text: Self.title)
    content.element("p", text: summary)
    for exhibit in exhibits {
      content.element("section", ["id": exhibit.id, "aria-labelledby": "\(exhibit.id)-title"]) {
        $0.element("h2", ["id": "\(exhibit.id)-title"], text: exhibit.heading)
        exhibit.append(to: &$0)
      }
    }
    content.element("p", ["class": "note"], text: "Made by \(made).")
    return Page(title: Self.title, content: content)
  }
}
