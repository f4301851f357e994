import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The differences of the best to every other, and whether they are more than chance.
  var comparisonExhibit: Exhibit? {
    let standings = ranking()
    guard standings.count > 1 else { return nil }
    var tables: [(String, Table)] = [("all devices", comparisonTable(standings, over: nil))]
    if devices.count > 1 {
      tables = devices.map { device in
        (device.name, comparisonTable(ranking(over: device.scenes), over: device.scenes))
      }
    }
    var table = Table(
      [.left("device")] + (tables.first?.1.columns ?? []))
    for (device, rows) in tables {
      for row in rows.rows { table.append([device] + row) }
    }
    guard !table.rows.isEmpty else { return nil }
    let seeds = seeds.count
    let note =
      seeds >= PairedBootstrap.leastCount
      ? "Differences to the best, paired by seed; in brackets the 95 % confidence interval of the "
        + "mean (bootstrap over \(seeds) seeds). Where it spans 0 the two are not resolvable; "
        + "without brackets every seed gives the same."
      : "Differences to the best, exact for these runs. \(Self.seedCount(seeds)): no confidence "
        + "interval (needs at least \(PairedBootstrap.leastCount) seeds, as with --seed 0..9)."
    return Exhibit(
      "differences", "Differences and their certainty",
      notes: [
        note + " They hold for these traces; other scrolling may differ. \"Here\" means in these "
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
    return standings.filter { $0.policy != best.policy }
      .compactMap { difference($0.policy, best.policy, over: scenes) }
  }

  private func comparisonTable(_ standings: [Standing], over scenes: [Int]?) -> Table {
    var table = Table([
      .left("policy"), .left("against"), Figure.stall.tableColumn, .left("verdict"),
      Figure.hitchRatio.tableColumn, .right("\(Figure.hitRate.header)-points"), .right("cells"),
      .right("seeds"),
    ])
    let decimals = stallDecimals + 1
    for difference in comparisons(over: scenes).prefix(Self.comparedPolicies) {
      table.append([
        policies[difference.first], policies[difference.second],
        Self.text(difference.stalls, decimals: decimals), Self.verdict(difference.stalls),
        Self.text(difference.hitches, decimals: 2),
        Self.text(difference.hitRate, scale: 100, decimals: 1), "\(difference.cells)",
        "\(difference.seeds)",
      ])
    }
    return table
  }

  /// `+0.31 [0.22, 0.40]`.
  static func text(_ figure: Difference.Figure, scale: Double = 1, decimals: Int) -> String {
    func signed(_ value: Double) -> String {
      let text = NumberText.fixed(value * scale, decimals: decimals)
      return value > 0 ? "+\(text)" : text
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
    case .notResolvable: "not resolvable"
    case .tooFewSeeds:
      figure.mean == 0 ? "no difference here" : figure.mean > 0 ? "more here" : "less here"
    }
  }
}
