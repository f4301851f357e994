import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The differences between every policy and the reference, with verdicts.
  var comparisonExhibit: Exhibit? {
    let standings = ranking()
    guard standings.count > 1 else { return nil }
    let compared = comparedByDevice
    let table = comparisonTable(
      compared.flatMap { device, differences in
        differences.prefix(Self.comparedPolicies).map { (device, $0) }
      })
    guard !table.rows.isEmpty else { return nil }
    let references = Set(compared.compactMap { $0.differences.first?.second })
    let reference =
      references.count == 1 ? policies[references.first ?? 0] : "the reference of each device"
    let clusters =
      clusters.count == sessions.count
      ? Phrase.count(sessions.count, "session")
      : "\(Phrase.digits(clusters.count)) clusters of sessions"
    let note =
      tooFewSessions.map { "Differences to \(reference), exact for these runs. \($0)." }
      ?? "Differences to \(reference), paired by session. Brackets have the confidence interval "
      + "of the mean over similar sessions \(clusters), 95 % for the whole table at once. "
      + "Without brackets, fewer than \(MeanInterval.leastSessions) clusters differ."
    return Exhibit(
      "differences", "Differences and confidence intervals",
      notes: [
        note
          + " Less than \(materialityText) is no visible difference. \"Here\" means in these runs."
          + (standings.count > Self.comparedPolicies + 1
            ? " The table has the \(Self.comparedPolicies) best; JSON has all." : ""),
        "Column 'cells': the number of compared combinations of scenario and budget, without those "
          + "in which one of the two policies gets the app killed. "
          + Self.clusterNote,
      ],
      table: table)
  }

  private static let comparedPolicies = 20

  /// The meaning of the column "clusters".
  static let clusterNote = "Sessions with the same gestures are one cluster."

  /// Returns the policy that others are compared with in some scenarios.
  ///
  /// It is the baseline's policy, `lru`, or the first one swept, and is fixed before the results
  /// are known. A policy with which the app was killed in all scenarios is skipped.
  func referencePolicy(over scenes: [Int]?) -> Int? {
    let living = Set(
      places(in: scenes).filter { $0.1.deaths < $0.1.runs }.map(\.0.policy))
    let first = [baseline?.policy, "lru"].compactMap { $0 }
      .compactMap { policies.firstIndex(of: $0) }
    return (first + Array(policies.indices)).first { living.contains($0) }
  }

  /// Returns all policies to compare with the reference in some scenarios, in the order of the
  /// ranking.
  private func group(over scenes: [Int]?) -> (policies: [Int], other: Int, scenes: [Int]?)? {
    referencePolicy(over: scenes).map { reference in
      (ranking(over: scenes).map(\.policy).filter { $0 != reference }, reference, scenes)
    }
  }

  /// The comparisons of all policies with the reference over all scenarios.
  var comparisons: [Difference] { differences([group(over: nil)].compactMap { $0 }).first ?? [] }

  /// The comparisons device by device; the intervals hold for all devices at once.
  var comparedByDevice: [(device: String, differences: [Difference])] {
    let groups = devices.compactMap { device in
      group(over: device.scenes).map { (device.name, $0) }
    }
    return Array(zip(groups.map(\.0), differences(groups.map(\.1))))
  }

  private func comparisonTable(_ rows: [(device: String, difference: Difference)]) -> Table {
    // Each row has one decimal more than stalls have, so that visible differences show.
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
        Column(.right("clusters")) { "\($0.difference.clusters)" },
      ], of: rows)
  }

  /// Returns a figure with its interval and the decimals of its column: `+0.31 [0.22, 0.40]`.
  static func text(_ figure: Difference.Figure, scale: Double = 1, decimals: Int) -> String {
    func signed(_ value: Double) -> String {
      let text = NumberText.fixed(abs(value) * scale, decimals: decimals)
      // Only exactly 0 is written as 0.
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
    case .equal: "equal in these sessions"
    case .notKnown:
      abs(figure.mean) < figure.least
        ? "about equal in these sessions"
        : figure.mean > 0 ? "more in these sessions" : "less in these sessions"
    case .immaterial: "no visible difference"
    case .notResolvable: "undecided"
    }
  }
}
