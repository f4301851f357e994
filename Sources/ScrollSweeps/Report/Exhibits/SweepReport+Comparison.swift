import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The differences of the best to every other, and whether they are more than chance.
  var comparisonExhibit: Exhibit? {
    let standings = ranking()
    guard standings.count > 1 else { return nil }
    let table = comparisonTable(
      devices.count > 1
        ? devices.flatMap { device in compared(device.name, over: device.scenes) }
        : compared("all devices", over: nil))
    guard !table.rows.isEmpty else { return nil }
    let sessions = Words.count(sessions.count, "session")
    let note =
      self.sessions.count >= Certainty.leastSessions
      ? "Differences to the best, paired by session; in brackets where the mean over all like "
        + "these \(sessions) lies with 95 %: symmetric bootstrap intervals, so long that those of "
        + "the stalls on a device hold all at once, and never shorter than Student's. Where one "
        + "spans 0 the two are not resolvable; without brackets fewer than "
        + "\(Certainty.leastSessions) sessions differ, or all by the same."
      : "Differences to the best, exact for these runs. \(Self.tooFewSessions(self.sessions.count))."
    return Exhibit(
      "differences", "Differences and their certainty",
      notes: [
        note + " Less than \(materialityText) is no practical difference. \"Here\" means in these "
          + "runs. Cells in which one of the two was killed are left out."
          + (standings.count > Self.comparedPolicies + 1
            ? " The \(Self.comparedPolicies) best are compared; JSON has all." : "")
      ],
      table: table)
  }

  private static let comparedPolicies = 20

  /// The best against each of the others.
  ///
  /// That is one with which the app was never killed, if there is one.
  func comparisons(over scenes: [Int]? = nil) -> [Difference] {
    let standings = ranking(over: scenes)
    guard let best = standings.first(where: { $0.deaths == 0 }) ?? standings.first
    else { return [] }
    return differences(
      standings.map(\.policy).filter { $0 != best.policy }, to: best.policy, over: scenes)
  }

  /// The differences to the best on a device that are shown.
  private func compared(
    _ device: String, over scenes: [Int]?
  ) -> [(device: String, difference: Difference)] {
    comparisons(over: scenes).prefix(Self.comparedPolicies).map { (device, $0) }
  }

  private func comparisonTable(_ rows: [(device: String, difference: Difference)]) -> Table {
    // As many decimals in each row: one more than stalls have, so that what matters shows.
    let decimals = stallDecimals + 1
    return Table(
      [
        Column(.left("device").keeping(.key)) { $0.device },
        Column(.left("policy").keeping(.key)) { policies[$0.difference.first] },
        Column(.left("against")) { policies[$0.difference.second] },
        Column(Figure.stall.tableColumn) { Self.text($0.difference.stalls, decimals: decimals) },
        Column(.left("verdict").keeping(.key)) { Self.verdict($0.difference.stalls) },
        Column(Figure.hitchRatio.tableColumn) { Self.text($0.difference.hitches, decimals: 2) },
        Column(.right("\(Figure.hitRate.header)-points")) {
          Self.text($0.difference.hitRate, scale: 100, decimals: 1)
        },
        Column(.right("cells")) { "\($0.difference.cells)" },
        Column(.right("sessions")) { "\($0.difference.sessions)" },
      ], of: rows)
  }

  /// `+0.31 [0.22, 0.40]`, with so many decimals as the column has.
  static func text(_ figure: Difference.Figure, scale: Double = 1, decimals: Int) -> String {
    func signed(_ value: Double) -> String {
      let text = NumberText.fixed(abs(value) * scale, decimals: decimals)
      // What is more than nothing is never written as nothing.
      if value != 0, !text.contains(where: { ("1"..."9").contains($0) }) {
        return "<\(text.dropLast())1"
      }
      return value > 0 ? "+\(text)" : value < 0 ? "-\(text)" : text
    }
    guard let interval = figure.interval, interval.lowerBound < interval.upperBound else {
      return signed(figure.mean)
    }
    let low = NumberText.fixed(interval.lowerBound * scale, decimals: decimals)
    let high = NumberText.fixed(interval.upperBound * scale, decimals: decimals)
    return "\(signed(figure.mean)) [\(low), \(high)]"
  }

  private static func verdict(_ figure: Difference.Figure) -> String {
    switch figure.verdict {
    case .more: "stalls more"
    case .less: "stalls less"
    case .immaterial:
      figure.mean == 0 ? "no difference here" : figure.verdict.rawValue
    case .notResolvable: figure.verdict.rawValue
    case .tooFewSessions: figure.mean > 0 ? "more here" : "less here"
    }
  }
}
