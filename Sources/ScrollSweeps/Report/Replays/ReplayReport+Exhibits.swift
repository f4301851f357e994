import ScrollCore
import ScrollPages

extension ReplayReport {
  package static let title = "Replays: misses of policies"

  /// What was replayed, in a sentence.
  package var summary: String {
    let traces = streams.prefix(6).map(\.name).joined(separator: ", ")
    return "\(Words.count(replayCount, "replay")) of \(Words.count(streams.count, "trace")): "
      + traces + (streams.count > 6 ? ", ..." : "") + "."
  }

  /// The parts of the report: a ranking for each capacity, and curves where there are several.
  package var exhibits: [Exhibit] {
    settings.enumerated().map { index, setting in
      Exhibit(
        "replays-\(index)", Self.heading(setting), notes: notes(setting),
        table: table(standings[setting] ?? []))
    } + curves
  }

  private static func heading(_ setting: Setting) -> String {
    let capacity =
      setting.isShare
      ? "\(setting.capacity) of the working set, in \(setting.unit)"
      : setting.unit == "items"
        ? Words.count(Int(setting.amount), "image") : "\(ByteCount(Int(setting.amount)))"
    return setting.warmUp == 0 ? capacity : "\(capacity), after a warm-up of \(setting.warmUp) %"
  }

  /// Who is best, and whether that is sure.
  private func notes(_ setting: Setting) -> [String] {
    let all = standings[setting] ?? []
    guard let best = all.first else { return [] }
    let ratio = "\(NumberText.fixed(100 * best.mean, decimals: 2)) % of the requests."
    let equals = all.prefix { $0.mean == best.mean }.map(\.label)
    guard equals.count == 1 else {
      return ["\(Words.list(equals, atMost: 6)) miss least: \(ratio)"]
    }
    var text = "\(best.label) misses least: \(ratio)"
    if let second = all.dropFirst().first {
      let differences = Self.differences(second, best)
      let certainty = Certainty(differences)
      if let interval = certainty.interval {
        text +=
          interval.lowerBound > 0
          ? " That is less than \(second.label) with 95 %."
          : " \(second.label) may be as good: the interval of the difference holds 0."
      } else {
        let unit = streams.count == 1 ? "seed" : "trace"
        let differing = differences.count { $0 != 0 }
        text +=
          " No interval: \(best.label) and \(second.label) differ in \(differing) of "
          + "\(Words.count(differences.count, unit)), and it takes \(Certainty.leastSessions)."
      }
    }
    return [text]
  }

  private func table(_ all: [Standing]) -> Table {
    let hasRegret = all.contains { $0.regret != nil }
    let hasNotes = all.contains { !$0.notes.isEmpty }
    var columns: [Table.Column] = [
      .left("policy").keeping(.key), .right(streams.count == 1 ? "seeds" : "traces"),
      .right("misses %").keeping(.key), .right("more than the best").keeping(.key),
      .right("95 % from"), .right("to"), .right("bytes missed %"),
    ]
    if hasRegret { columns += [.right("regret %"), .left("bound")] }
    if hasNotes { columns.append(.prose("note")) }
    var table = Table(columns)
    for standing in all {
      let difference = Certainty(Self.differences(standing, all[0]))
      func percent(_ value: Double?) -> String {
        value.map { NumberText.fixed(100 * $0, decimals: 2) } ?? "-"
      }
      let interval = standing.label == all[0].label ? nil : difference.interval
      var cells = [
        standing.label, "\(standing.ratios.count)", percent(standing.mean),
        percent(difference.mean), percent(interval?.lowerBound), percent(interval?.upperBound),
        percent(standing.byteRatio),
      ]
      if hasRegret {
        cells += [percent(standing.regret), standing.bounds.sorted().joined(separator: ", ")]
      }
      if hasNotes { cells.append(standing.notes.joined(separator: "; ")) }
      table.append(cells)
    }
    return table
  }
}

extension ReplayReport {
  /// Misses over the capacity, for every unit and warm-up with several capacities of a kind.
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
      notes: ["Means over all traces."],
      pictures: [Exhibit.Picture(drawing: chart.drawing, table: table)])
  }
}
