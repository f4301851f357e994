import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The policies ordered by their stalls, with their costs.
  var rankingExhibit: Exhibit {
    let relative = relativeStalls
    let standings = ranking()
    return Exhibit(
      "ranking", "Ranking",
      notes: [
        "Best first. A policy is better if it was tried everywhere, and if the app survives "
          + "(or is killed later). Its budget must hold the images that it needs, and it "
          + "must exceed the budget at most 10 % of the time. Then least stall, least hitch "
          + "time and highest hit rate decide. Stall is the missing part of the screen, "
          + "added up over time: blank or wrong images, and areas that a late or missing "
          + "frame does not show. Each figure is the mean over \(scope(of: standings)), "
          + "weighted equally."
          + (splitsRanking
            ? " All devices have equal weight: policies are ordered by stalls in percent of "
              + "the mean on each device." : "")
      ], pictures: [picture(standings, relative)], table: rankingTable(standings))
  }

  /// Returns a chart with a bar for each policy's stalls, in percent of each device's mean if there
  /// are several devices.
  private func picture(
    _ standings: [PolicyResult], _ relative: [Int: Double]
  ) -> Exhibit.Picture {
    let styles = styles
    let drawn = standings.prefix(Self.barLimit)
    let bars = zip(drawn, ChartNames.fitting(drawn.map(\.name))).map { standing, name in
      let value = splitsRanking ? relative[standing.policy] : standing.livingStalls
      let text = value.map {
        splitsRanking ? "\(NumberText.fixed($0, decimals: 0)) %" : seconds($0)
      }
      return BarChart.Bar(
        name: name, style: styles[standing.policy], value: value ?? 0,
        text: (text ?? "") + (standing.deaths > 0 ? " \(standing.deaths) killed" : ""))
    }
    return Exhibit.Picture(
      drawing: BarChart(
        id: "ranking-bars", title: "Stalls by policy",
        summary: "Missing screen per run, "
          + (splitsRanking ? "in percent of the mean on each device" : "in seconds")
          + ": the mean over \(scope(of: standings)). \(leader(of: standings, relative))",
        axis: .fromZero(
          splitsRanking ? "stalls, % of the mean on each device" : "stalls, s",
          covering: bars.map(\.value)),
        bars: bars
      ).drawing,
      table: stallTable(standings, relative))
  }

  /// Returns a sentence on the best policy, with the reason why a policy with a shorter bar is not
  /// better.
  ///
  /// If no policy is best, the sentence gives the reason.
  private func leader(of standings: [PolicyResult], _ relative: [Int: Double]) -> String {
    let names = Set(contenders().map(\.policy))
    guard let best = standings.first(where: { names.contains($0.policy) }) else {
      return noWinner?.visible ?? ""
    }
    if isAllAlike { return "All policies stall equally." }
    func stalls(_ standing: PolicyResult) -> Double {
      splitsRanking ? relative[standing.policy] ?? .infinity : standing.stalls
    }
    let name = best.name.visible
    let shorter = standings.filter { stalls($0) < stalls(best) }
    guard let first = shorter.first else { return "\(name) stalls least." }
    let more = shorter.count - 1
    let others = more > 0 ? ", and \(more) more \(more == 1 ? "is" : "are") excluded" : ""
    return "\(name) is the best: \(first.name.visible) stalls less, but \(first.objection)"
      + "\(others)."
  }

  private static let barLimit = 20

  private func scope(of standings: [PolicyResult]) -> String {
    let isWhole = standings.allSatisfy(\.isComplete)
    let cells = isWhole ? standings.first?.allCells ?? 0 : combinations
    let text = "\(Phrase.count(cells, "combination")) of scenario and budget"
    return isWhole ? text : "those of the \(text) that it was tried in"
  }

  /// The number of combinations of a scenario and a budget that was tried in it; no cache counts as
  /// a budget.
  var combinations: Int { Set(cells.keys.map { [$0.scene, $0.budget] }).count }

  /// Returns a table with the values of the bars.
  private func stallTable(_ standings: [PolicyResult], _ relative: [Int: Double]) -> Table {
    let decimals = splitsRanking ? 1 : stallDecimals
    let head = splitsRanking ? Table.Column.right("% of the mean") : Figure.stall.tableColumn
    let columns: [Column<PolicyResult>] = [
      Column(.left("policy")) { $0.name },
      Column(head) {
        let value = splitsRanking ? relative[$0.policy] : $0.livingStalls
        return value.map { NumberText.fixed($0, decimals: decimals) } ?? "-"
      },
    ]
    return Table(columns, of: standings)
  }
}

extension SweepReport {
  /// Returns the ranking as a table.
  func rankingTable(_ standings: [PolicyResult]) -> Table {
    let frames = leastSeconds(on: Array(scenes.indices))
    let late = NumberText.decimals(ofCounts: standings.map(\.lateImages))
    let early = NumberText.decimals(ofCounts: standings.map { $0[.evictedTooEarly] })
    let misses = NumberText.decimals(ofCounts: standings.compactMap(\.regret))
    let all = combinations
    var columns = [Column<PolicyResult>(.left("policy")) { $0.name }] + stallColumns
    func add(
      _ head: Table.Column, if isShown: Bool = true, _ cell: @escaping (PolicyResult) -> String
    ) {
      if isShown { columns.append(Column(head, cell)) }
    }
    func add(_ figure: Figure, decimals: Int? = nil, if isShown: Bool = true) {
      add(figure.tableColumn, if: isShown) { figure.cell($0[figure], decimals: decimals) }
    }
    add(.frozen, if: standings.contains { $0[.frozen] != 0 })
    add(.hitchRatio)
    add(Figure.hitRate.tableColumn) {
      $0.name == Self.noCache ? "-" : Figure.hitRate.cell($0[.hitRate])
    }
    add(.right("late or never")) { NumberText.fixed($0.lateImages, decimals: late) }
    add(.evictedTooEarly, decimals: early)
    add(.footprintPeak, decimals: 0)
    add(Figure.regret.tableColumn, if: standings.contains { $0.regret != nil }) {
      $0.regret.map { NumberText.fixed($0, decimals: misses) } ?? "-"
    }
    add(Figure.stallRegret.tableColumn, if: standings.contains { $0.stallRegret != nil }) {
      $0.stallRegret?.share(materiality, frames: frames).map { Figure.stallRegret.cell($0) } ?? "-"
    }
    add(.right("over budget %"), if: standings.contains { !$0.keepsBudget }) {
      NumberText.fixed($0.score.overBudgetShare * 100, decimals: 0)
    }
    add(.right("killed"), if: standings.contains { $0.deaths > 0 }) {
      "\($0.deaths) of \($0.runs)"
    }
    add(.right("tried in"), if: standings.contains { !$0.isComplete }) { "\($0.cells) of \(all)" }
    add(.right("budget too small in"), if: standings.contains(where: \.isTooSmall)) {
      $0.isTooSmall ? "\($0.smallCells) of \($0.cells)" : "-"
    }
    return Table(columns, of: standings)
  }

  /// The columns of stalls: one for all devices, or one for each.
  private var stallColumns: [Column<PolicyResult>] {
    let decimals = stallDecimals
    func cell(_ stalls: Double?) -> String {
      stalls.map { Figure.stall.cell($0, decimals: decimals) } ?? "-"
    }
    guard splitsRanking else {
      return [Column(Figure.stall.tableColumn) { cell($0.livingStalls) }]
    }
    return devices.map { device in
      let stalls = Dictionary(
        uniqueKeysWithValues: ranking(over: device.scenes).map { ($0.policy, $0.livingStalls) })
      return Column(.right("\(Figure.stall.header) \(device.name)").keeping(.key)) {
        cell(stalls[$0.policy] ?? nil)
      }
    }
  }
}

extension SweepReport {
  /// A map of policies and devices; `nil` if there is one device.
  var devicesExhibit: Exhibit? {
    let devices = devices
    guard devices.count > 1 else { return nil }
    let standings = ranking()
    let byDevice = devices.map { device in
      Dictionary(uniqueKeysWithValues: ranking(over: device.scenes).map { ($0.policy, $0) })
    }
    let least = byDevice.map { standings in
      standings.values.filter { $0.deaths == 0 }.map(\.stalls).min() ?? 0
    }
    let cells = standings.map { standing in
      zip(byDevice, least).map { standings, least -> HeatMap.Cell? in
        standings[standing.policy].map { found in
          HeatMap.Cell(
            shade: found.deaths > 0 ? 1 : Self.excess(found.stalls, over: least),
            text: seconds(found.stalls).replacing(" s", with: "")
              + (found.deaths > 0 ? " killed" : ""))
        }
      }
    }
    let columns = devices.enumerated().map { place, device in
      Column<(PolicyResult, [HeatMap.Cell?])>(.right("\(Figure.stall.header) \(device.name)")) {
        $0.1[place]?.text ?? "-"
      }
    }
    let table = Table([Column(.left("policy")) { $0.0.name }] + columns, of: zip(standings, cells))
    let worst = devices.max { mean(over: $0.scenes) < mean(over: $1.scenes) }
    let map = HeatMap(
      id: "devices-map", title: "Stalls in seconds, policy by device",
      summary:
        "Seconds of missing screen per run. Strong colors mark policies far above the least stall "
        + "on the device; the strongest marks twice as much or more. "
        + "\(worst?.name.visible ?? "") stalls most.",
      rows: ChartNames.fitting(standings.map(\.name)), columns: devices.map(\.name), cells: cells)
    return Exhibit(
      "devices", "Policies by device",
      notes: ["Means over traces, budgets and seeds."],
      pictures: [Exhibit.Picture(drawing: map.drawing, table: table)])
  }

  /// Returns the excess over the smallest stall, as a share of it.
  private static func excess(_ stalls: Double, over least: Double) -> Double {
    guard least > 0 else { return stalls > 0 ? 1 : 0 }
    return stalls / least - 1
  }

  private func mean(over scenes: [Int]) -> Double {
    let standings = ranking(over: scenes)
    return standings.reduce(0) { $0 + $1.stalls } / Double(max(1, standings.count))
  }
}

extension SweepReport {
  /// The numbers of runs by band: the worst of hitches, hangs and missing screen.
  ///
  /// Policies with the same number of runs in every band get a sentence and no picture.
  var hitchesExhibit: Exhibit? {
    let standings = ranking()
    let counts = standings.map { bandCounts(of: $0.policy) }
    let columns =
      [Column<(PolicyResult, [Int])>(.left("policy")) { $0.0.name }]
      + PartNames.bands.enumerated().map { place, band in
        Column(.right("\(band) runs")) { "\($0.1[place])" }
      }
      + [Column(Figure.hitchRatio.tableColumn) { Figure.hitchRatio.cell($0.0[.hitchRatio]) }]
    let table = Table(columns, of: zip(standings, counts))
    let good = counts.reduce(0) { $0 + $1[0] }
    let limits =
      "The band of a run is the worst of three ratings: hitches (warning above 5 ms/s, "
      + "critical above 10), the latest frame (above 250 and 500 ms) and missing screen "
      + "(above 5 and 10 ms/s). A run in which the app was killed is critical."
    let whole = "\(good) of \(Phrase.count(runCount, "run")) \(good == 1 ? "is" : "are") good."
    if standings.count > 1, counts.allSatisfy({ $0 == counts[0] }) {
      let alike = zip(PartNames.bands, counts[0]).filter { $0.1 > 0 }
        .map { "\($0.1) \($0.0)" }
      return Exhibit(
        "hitches", "Bands",
        notes: [
          "Each of the \(standings.count) policies has \(Phrase.list(alike)) runs.", limits,
        ])
    }
    let shown = zip(standings, counts).prefix(Self.bandLimit)
    let grid = BarGrid(
      id: "hitches-bands", title: "Runs by band", summary: whole,
      rows: ChartNames.fitting(shown.map { $0.0.name }),
      columns: PartNames.bands,
      cells: shown.map { $0.1.map { BarGrid.Cell(value: Double($0), text: "\($0)") } })
    return Exhibit(
      "hitches", "Bands", notes: [limits],
      pictures: [Exhibit.Picture(drawing: grid.drawing, table: table)])
  }

  /// Returns the number of runs of a policy in each band.
  private func bandCounts(of policy: Int) -> [Int] {
    places().filter { $0.0.policy == policy }
      .reduce(Array(repeating: 0, count: PartNames.bands.count)) { sums, place in
        zip(sums, place.1.bands).map(+)
      }
  }

  private static let bandLimit = 20
}

extension SweepReport {
  /// The times to image, at the budget at which policies differ most.
  ///
  /// A scenario in which all policies have the same times gets a sentence and no picture.
  var timesExhibit: Exhibit? {
    let budget = tellingBudget
    var pictures: [Exhibit.Picture] = []
    var alike: [String] = []
    let all = Array(scenes.indices)
    for scene in widest(all) {
      let rows = timesRows(scene, budget: budget)
      guard !rows.isEmpty else { continue }
      let title = names.title(scene).visible
      let texts = rows.map { $0.times.map { NumberText.milliseconds($0, decimals: 0) } }
      if rows.count > 1, texts.allSatisfy({ $0 == texts[0] }) {
        let times = zip(Self.marks, texts[0]).map { mark, text in
          text.first?.isNumber == true ? "\(mark) by \(text) ms" : "\(mark) \(text)"
        }
        alike.append(
          "On \(title) all \(rows.count) policies have the same times to image: "
            + "\(times.joined(separator: ", ")).")
        continue
      }
      var table = Table([.left("policy")] + Self.marks.map { .right("\($0) by, ms") })
      for (row, cells) in zip(rows, texts) { table.append([row.name] + cells) }
      let never = rows.filter { !($0.times.last ?? 0).isFinite }.count
      let grid = BarGrid(
        id: "times-\(scene)", title: "Time to image, ms, \(title)",
        summary: "The times at which half, 95 %, 99 % and all appearances had their image"
          + (never == 0
            ? "." : "; with \(never) of \(rows.count) policies some never had an image."),
        rows: ChartNames.fitting(rows.map(\.name)), columns: Self.marks,
        cells: zip(rows, texts).map { row, texts in
          zip(row.times, texts).map { BarGrid.Cell(value: $0, text: $1) }
        })
      pictures.append(Exhibit.Picture(drawing: grid.drawing, table: table))
    }
    guard !pictures.isEmpty || !alike.isEmpty else { return nil }
    let place =
      budget.map { " with budget \(text(ofBudget: $0)) (where policies differ most)" } ?? ""
    return Exhibit(
      "times", "Times to image",
      notes: [
        "The times by which half, 95 %, 99 % and all appearances had their image, in runs\(place)"
          + (seeds.count > 1 ? ", the mean over seeds." : ".")
      ] + alike + drawnNote(of: all), pictures: pictures)
  }

  private static let marks = ["half", "95 %", "99 %", "all"]

  private func timesRows(_ scene: Int, budget: Int?) -> [(name: String, times: [Double])] {
    ranking(over: [scene]).prefix(Self.rangeLimit).compactMap { standing in
      let cell =
        budget.flatMap { cells[Place(scene: scene, policy: standing.policy, budget: $0)] }
        ?? (standing.name == Self.noCache ? bareCell(scene, standing.policy) : nil)
      return cell.map { (standing.name, $0.timesToImage) }
    }
  }

  private static let rangeLimit = 12

  private func bareCell(_ scene: Int, _ policy: Int) -> ReportCell? {
    budgets.firstIndex(of: nil).flatMap {
      cells[Place(scene: scene, policy: policy, budget: $0)]
    }
  }
}

extension SweepReport {
  /// The reasons for which images were absent when they were requested.
  var absencesExhibit: Exhibit? {
    parts(
      "absences", "Why images were absent", names: PartNames.absences.map(\.1),
      unit: "images", scale: 1, figure: \.absences,
      note:
        "Images that came late or never, by the last event that removed or delayed them: the "
        + "mean per run. A better policy or a larger budget keeps images from being "
        + "evicted. Only prefetching helps images that were not requested before.")
  }

  /// The kinds of work that images waited for.
  var waitsExhibit: Exhibit? {
    parts(
      "waits", "The work that images waited for", names: PartNames.waits.map(\.1), unit: "s",
      scale: 0.001, figure: \.waits,
      note:
        "The time that visible items waited for their images, by the resource that the images waited "
        + "for or used. Figures are sums over the items of a run, and means over runs.")
  }

  private func parts(
    _ id: String, _ heading: String, names: [String], unit: String, scale: Double,
    figure: (ReportCell) -> [Double], note: String
  ) -> Exhibit? {
    let all = ranking()
    var pictures: [Exhibit.Picture] = []
    // All devices have the same parts, so that their columns can be compared.
    let present = names.indices.filter { part in
      cells.values.contains { figure($0)[part] > 0 }
    }
    guard !present.isEmpty else { return nil }
    for (index, device) in devices.prefix(Self.drawnDevices).enumerated() {
      let standings = ranking(over: device.scenes).prefix(Self.stackLimit)
      let values = standings.map { standing in
        means(of: standing.policy, over: device.scenes, figure, count: names.count)
          .map { $0 * scale }
      }
      pictures.append(
        picture(
          "\(id)-\(index)", "\(heading), \(device.name.visible)", standings.map(\.name),
          values.map { row in present.map { row[$0] } }, names: present.map { names[$0] },
          unit: unit))
    }
    let left = all.count - Self.stackLimit
    let more =
      left > 0 ? ["The charts show the \(Self.stackLimit) best policies on each device."] : []
    return Exhibit(id, heading, notes: [note] + more, pictures: pictures)
  }

  private static let stackLimit = 12

  private func picture(
    _ id: String, _ title: String, _ rows: [String], _ values: [[Double]], names: [String],
    unit: String
  ) -> Exhibit.Picture {
    let most = values.joined().max() ?? 0
    let decimals = most >= 100 ? 0 : most >= 10 ? 1 : 2
    func text(_ value: Double) -> String {
      // A value above 0 that rounds to 0 is written with `<`.
      let least = NumberText.fixed(value, decimals: decimals)
      guard value > 0, least.allSatisfy({ "0.".contains($0) }) else { return least }
      return "<" + (decimals == 0 ? "1" : "0." + String(repeating: "0", count: decimals - 1) + "1")
    }
    let columns = names + (names.count > 1 ? ["all"] : [])
    var table = Table([.left("policy")] + columns.map { .right("\($0), \(unit)") })
    let sums = values.map { $0.reduce(0, +) }
    let cells = zip(values, sums).map { row, sum in
      row.map { BarGrid.Cell(value: $0, text: text($0)) }
        + (names.count > 1 ? [BarGrid.Cell(value: sum, text: text(sum))] : [])
    }
    for (name, row) in zip(rows, cells) { table.append([name] + row.map(\.text)) }
    let grid = BarGrid(
      id: id, title: "\(title), \(unit) per run", summary: Self.summary(names, values),
      rows: ChartNames.fitting(rows), columns: columns, cells: cells)
    return Exhibit.Picture(drawing: grid.drawing, table: table)
  }

  /// Returns a sentence on the largest part over all policies.
  private static func summary(_ names: [String], _ values: [[Double]]) -> String {
    let whole = values.reduce(Array(repeating: 0.0, count: names.count)) { zip($0, $1).map(+) }
    let sum = whole.reduce(0, +)
    guard sum > 0, let most = whole.indices.max(by: { whole[$0] < whole[$1] }) else {
      return "Nothing here."
    }
    guard names.count > 1 else { return "All of it: \(names[most])." }
    return "The largest part over all policies: \(names[most]) "
      + "(\(NumberText.percent(whole[most] / sum, decimals: 0)))."
  }

  /// Returns the mean per run of a policy; each cell has the same weight.
  func means(
    of policy: Int, over scenes: [Int]? = nil, _ figure: (ReportCell) -> [Double], count: Int
  ) -> [Double] {
    var (sums, number) = (Array(repeating: 0.0, count: count), 0)
    for (place, cell) in places(in: scenes) where place.policy == policy {
      number += 1
      for (index, value) in figure(cell).enumerated() { sums[index] += value / cell.weight }
    }
    return sums.map { $0 / Double(max(1, number)) }
  }
}
