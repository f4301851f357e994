import ScrollCore
package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// A choice of the front's picture.
  struct FrontCandidate {
    let setting: CacheSetting
    let policy: Int, budget: Int
    let memory: Double, stalls: Double
    /// Whether some run was cut short: it did not stall less for that.
    let isKilled: Bool
    /// Whether its budget was too small for it somewhere: it is another policy there.
    let isTooSmall: Bool
    var isOnFront = false

    /// Why it may not be on the front; empty if it may.
    var objection: String { isKilled ? Self.killed : isTooSmall ? Self.tooSmall : "" }

    static let killed = "killed", tooSmall = "budget too small"
  }

  /// What was run in every trace and over every network of a device, by memory.
  ///
  /// On the front are those that stall less than the one on it before them, with less memory, by as
  /// much as matters.
  func frontCandidates(_ scenes: [Int]) -> [FrontCandidate] {
    var found: [CacheSetting: (place: Place, cells: [ReportCell])] = [:]
    for (place, cell) in places(in: scenes) {
      found[setting(at: place), default: (place, [])].cells.append(cell)
    }
    let conditions = Set(scenes.map { self.conditions(of: $0) }).count
    var candidates = found.filter { $0.value.cells.count == conditions }.map { setting, found in
      let count = Double(found.cells.count)
      return FrontCandidate(
        setting: setting, policy: found.place.policy, budget: found.place.budget,
        memory: found.cells.reduce(0) { $0 + $1.peakMemory.mean } / count / Double(1 << 20),
        stalls: found.cells.reduce(0) { $0 + $1.stalls.mean } / count,
        isKilled: found.cells.contains { $0.deaths > 0 },
        isTooSmall: found.cells.contains { $0.shortage != nil })
    }.sorted {
      ($0.memory, $0.stalls, $0.setting.policy, $0.budget, name($0))
        < ($1.memory, $1.stalls, $1.setting.policy, $1.budget, name($1))
    }
    let frames = leastSeconds(on: scenes)
    var last = Double.infinity
    for place in candidates.indices where candidates[place].objection.isEmpty {
      let stalls = candidates[place].stalls
      guard stalls < last, last.isInfinite || materiality.matters(last, stalls, frames: frames)
      else { continue }
      candidates[place].isOnFront = true
      last = stalls
    }
    return candidates
  }

  /// Whether loaders or prefetchers are among what was chosen.
  var choosesLoading: Bool {
    Set(scenes.map(\.loader)).count > 1 || Set(scenes.map(\.prefetcher)).count > 1
  }

  /// The loader and the prefetcher of a choice, without the settings in which all agree.
  func loading(of candidate: FrontCandidate) -> (loader: String, prefetcher: String) {
    (
      ShortSettings(scenes.map(\.loader)).text(candidate.setting.loader),
      ShortSettings(scenes.map(\.prefetcher)).text(candidate.setting.prefetcher)
    )
  }

  /// `lru 64MiB`, and with what loader and prefetcher where these differ.
  func name(_ candidate: FrontCandidate) -> String {
    let setting = candidate.setting
    let loading = loading(of: candidate)
    let names =
      (Set(scenes.map(\.prefetcher)).count > 1 ? [loading.prefetcher] : [])
      + (Set(scenes.map(\.loader)).count > 1 ? [loading.loader] : [])
    return (["\(setting.policy) \(text(ofBudget: candidate.budget))"] + names)
      .joined(separator: ", ")
  }

  /// For programs: every choice that is on the front of its device.
  var frontDocuments: [FrontChoice] {
    devices.flatMap { device in
      frontCandidates(device.scenes).filter(\.isOnFront).map { candidate in
        FrontChoice(
          device: device.name, loader: candidate.setting.loader,
          prefetcher: candidate.setting.prefetcher,
          policy: candidate.setting.policy == Self.noCache ? nil : candidate.setting.policy,
          budgetBytes: budgets[candidate.budget].flatMap { $0 == Self.unlimited ? nil : $0 },
          footprintPeakBytes: candidate.memory * Double(1 << 20), stallSeconds: candidate.stalls)
      }
    }
  }

  /// The fronts of all devices as a table; nil unless more than policy and budget was chosen.
  var frontTable: Table? {
    guard choosesLoading else { return nil }
    var table = Table([
      .left("device").keeping(.key), .left("loader").keeping(.key),
      .left("prefetcher").keeping(.key), .left("policy").keeping(.key),
      .right("budget").keeping(.key), Figure.footprintPeak.tableColumn, Figure.stall.tableColumn,
    ])
    for device in devices {
      for candidate in frontCandidates(device.scenes) where candidate.isOnFront {
        table.append([
          device.name, candidate.setting.loader, candidate.setting.prefetcher,
          candidate.setting.policy, text(ofBudget: candidate.budget),
          NumberText.fixed(candidate.memory, decimals: 1),
          NumberText.fixed(candidate.stalls, decimals: 3),
        ])
      }
    }
    return table.rows.isEmpty ? nil : table
  }
}

extension SweepReport {
  /// A choice that stalls less than any with less memory by as much as matters, for programs.
  package struct FrontChoice: Encodable, Sendable {
    package let device: String, loader: String, prefetcher: String
    @OrNull package var policy: String?
    @OrNull package var budgetBytes: Int?
    package let footprintPeakBytes: Double, stallSeconds: Double
  }
}

extension SweepReport {
  /// Whether several sizes of cache were tried in a scene.
  func hasBudgets(_ scene: Int) -> Bool {
    let tried = Set(places(in: [scene]).map { $0.0.budget })
    return sizedBudgets.count { tried.contains($0) } > 1
  }

  /// Whether no policy differs in a scene from one of them by as much as matters, with any budget;
  /// without such a one, whether no two budgets do.
  func isAlike(_ scene: Int, _ base: String?) -> Bool {
    let all = places(in: [scene]).filter { place, _ in sizedBudgets.contains(place.budget) }
    guard all.allSatisfy({ $0.1.deaths == 0 }) else { return false }
    let references = all.filter { base == nil || policies[$0.0.policy] == base }
    return all.allSatisfy { place, cell in
      references.allSatisfy { other, reference in
        base != nil && other.budget != place.budget
          || !materiality.matters(
            cell.stalls.mean, reference.stalls.mean, frames: leastSeconds(in: scene, cell))
      }
    }
  }

  /// The scenes that are alike in a sentence; nil without any.
  func alikeText(_ alike: [Int], _ base: String?) -> String? {
    guard !alike.isEmpty else { return nil }
    let isAll = alike.count == scenes.count
    let place =
      isAll && scenes.count > 1
      ? "In all \(scenes.count) scenarios"
      : "On \(Words.list(alike.map { alikeTitle($0, base) }, atMost: 6))"
    return base.map {
      "\(place) no policy differs from \($0.visible) by as much as matters, with any budget."
    } ?? "\(place) no budget makes a difference that matters."
  }

  /// `tall-feed, iphone-8 (0.03 s)`, with what that policy leaves there.
  private func alikeTitle(_ scene: Int, _ base: String?) -> String {
    let stalls = places(in: [scene])
      .filter { base == nil || policies[$0.0.policy] == base }
      .filter { sizedBudgets.contains($0.0.budget) }.map { $0.1.stalls.mean }
    guard let low = stalls.min(), let high = stalls.max() else { return names.title(scene) }
    let ends = [low, high].map { SecondsText.of($0) }
    return "\(names.title(scene).visible) "
      + "(\(ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"))"
  }
}

extension SweepReport {
  /// The budget that is enough in each scene, with the best policy there; nil where only one was
  /// swept, or no scene has a cache.
  var budgetsExhibit: Exhibit? {
    guard sizedBudgets.count > 1, scenes.count <= Self.tabledScenes else { return nil }
    let names = names
    var table = Table(
      names.columns.map { .left($0).keeping(.key) } + [
        .left("policy"), .right("enough").keeping(.key), .right("stall s").keeping(.key),
        .right("smallest"), .right("stall s"), .right("largest"), .right("stall s"),
        .left("too small"), .left("killed with"),
      ])
    for scene in scenes.indices {
      guard let found = enough(on: scenes[scene].device.name, over: [scene]) else { continue }
      let largest = found.largest ?? (found.budget, found.stalls)
      func list(_ budgets: [Int]) -> String {
        budgets.isEmpty ? "-" : budgets.map { text(ofBudget: $0) }.joined(separator: ", ")
      }
      table.append(
        names.cells(scene) + [
          found.policy, text(ofBudget: found.budget), Figure.stall.cell(found.stalls),
          text(ofBudget: found.smallest.budget), Figure.stall.cell(found.smallest.stalls),
          text(ofBudget: largest.0), Figure.stall.cell(largest.1), list(found.tooSmall),
          list(found.killed),
        ])
    }
    guard !table.rows.isEmpty else { return nil }
    return Exhibit(
      "budgets", "Which budget is enough",
      notes: [
        "The smallest budget that no other beats by as much as matters (\(materialityText)), scene by "
          + "scene, with the policy that is best there. What it leaves at the smallest and at the "
          + "largest budget stands beside it."
      ], table: table)
  }

  /// With more scenes the table would be longer than anybody reads.
  private static let tabledScenes = 60
}

extension SweepReport {
  /// More levels than these fit no picture.
  private static let (mostRows, mostColumns) = (16, 8)

  /// A lever's levels against those of the axis that changes which is best.
  ///
  /// - Parameters:
  ///   - conflict: of the two.
  ///   - number: among the pictures, from 1.
  /// - Returns: a picture with the best of each column in bold; nil where there are too many levels.
  func conflictPicture(_ conflict: LevelConflict, number: Int) -> Exhibit.Picture? {
    let (rows, columns) = (conflict.lever.levels, conflict.other.levels)
    guard rows.count <= Self.mostRows, columns.count <= Self.mostColumns else { return nil }
    let best = conflict.means.map { $0.min() ?? 0 }
    let place =
      conflict.condition.map { ", with \($0.alone) \(conflict.conditionLevel ?? "")" } ?? ""
    let grid = BarGrid(
      id: "conflict-\(number)",
      title: "Stalls by \(conflict.lever.alone) and \(conflict.other.alone)\(place), seconds per "
        + "session; the best for each \(conflict.other.alone) in bold",
      summary: conflict.sentence.visible, rows: ChartNames.fitting(rows), columns: columns,
      cells: rows.indices.map { row in
        columns.indices.map { column in
          let stalls = conflict.means[column][row]
          return BarGrid.Cell(
            value: stalls, text: SecondsText.of(stalls), isStrong: stalls == best[column])
        }
      })
    var table = Table([.left(conflict.lever.name)] + columns.map { .right("\($0) s") })
    for (row, name) in rows.enumerated() {
      table.append([name] + conflict.means.map { NumberText.fixed($0[row], decimals: 3) })
    }
    return Exhibit.Picture(drawing: grid.drawing, table: table)
  }
}

extension SweepReport {
  /// Policies against devices; nil if there is one device.
  var devicesExhibit: Exhibit? {
    let devices = devices
    guard devices.count > 1 else { return nil }
    let standings = ranking()
    let byDevice = devices.map { device in
      Dictionary(uniqueKeysWithValues: ranking(over: device.scenes).map { ($0.policy, $0) })
    }
    var table = Table(
      [.left("policy")] + devices.map { .right("\(Figure.stall.header) \($0.name)") })
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
    for (standing, row) in zip(standings, cells) {
      table.append([standing.name] + row.map { $0?.text ?? "-" })
    }
    let worst = devices.max { mean(over: $0.scenes) < mean(over: $1.scenes) }
    let map = HeatMap(
      id: "devices-map", title: "Stalls in seconds, policy by device",
      summary:
        "Seconds of missing screen per run. A stronger color is more than the least on that "
        + "device, the strongest twice as much or more. \(worst?.name.visible ?? "") stalls most.",
      rows: ChartNames.fitting(standings.map(\.name)), columns: devices.map(\.name), cells: cells)
    return Exhibit(
      "devices", "Policies by device",
      notes: ["Means over traces, budgets and seeds."],
      pictures: [Exhibit.Picture(drawing: map.drawing, table: table)])
  }

  /// How much more it is, as a share.
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
  /// The runs by band: the worst of hitches, hangs and missing screen.
  ///
  /// Policies that have equally many runs in every band get a sentence and no picture.
  var hitchesExhibit: Exhibit? {
    let standings = ranking()
    var table = Table(
      [.left("policy")] + PartNames.bands.map { .right("\($0) runs") }
        + [Figure.hitchRatio.tableColumn])
    let counts = standings.map { bandCounts(of: $0.policy) }
    for (standing, counts) in zip(standings, counts) {
      table.append(
        [standing.name] + counts.map(String.init) + [Figure.hitchRatio.cell(standing.hitches)])
    }
    let good = counts.reduce(0) { $0 + $1[0] }
    let limits =
      "The band of a run is the worst of three: hitches (warning above 5 ms/s, critical above "
      + "10), the latest frame (above 250 and 500 ms) and missing screen (above 5 and 10 "
      + "ms/s). A run in which the app was killed is critical."
    let whole = "\(good) of \(Words.count(runCount, "run")) \(good == 1 ? "is" : "are") good."
    if standings.count > 1, counts.allSatisfy({ $0 == counts[0] }) {
      let alike = zip(PartNames.bands, counts[0]).filter { $0.1 > 0 }
        .map { "\($0.1) \($0.0)" }
      return Exhibit(
        "hitches", "Bands",
        notes: [
          "Each of the \(standings.count) policies has \(Words.list(alike)) runs.", limits,
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

  /// How many runs of a policy are in each band.
  private func bandCounts(of policy: Int) -> [Int] {
    places().filter { $0.0.policy == policy }
      .reduce(Array(repeating: 0, count: PartNames.bands.count)) { sums, place in
        zip(sums, place.1.bands).map(+)
      }
  }

  private static let bandLimit = 20
}

extension SweepReport {
  /// What the choices are for the users of a population, and on which devices.
  var populationExhibits: [Exhibit] {
    guard let answer = population else { return [] }
    let title = answer.population.title
    return [
      Exhibit(
        "population", "For these users" + (title.isEmpty ? "" : ": \(title)"),
        notes: answer.sentences, table: answer.choiceTable)
    ]
      + (answer.deviceTable.map { table in
        [
          Exhibit(
            "population-devices", "Budget rules by device",
            notes: ["What each rule comes to on a device, and the mean stall of its users."],
            table: table)
        ]
      } ?? [])
  }
}

extension SweepReport {
  /// The ranking as a table.
  func rankingTable(_ standings: [Standing]) -> Table {
    let hasRegret = standings.contains { $0.regret != nil }
    let hasStallRegret = standings.contains { $0.stallRegret != nil }
    let hasDeaths = standings.contains { $0.deaths > 0 }
    let isBold = standings.contains { !$0.keepsBudget }
    let isPartial = standings.contains { !$0.isComplete }
    let isLate = standings.contains { $0.frozen != 0 }
    let isSmall = standings.contains(where: \.isTooSmall)
    var table = Table(
      [
        .left("policy")
      ] + stallColumns + (isLate ? [Figure.frozen.tableColumn] : []) + [
        Figure.hitchRatio.tableColumn, Figure.hitRate.tableColumn, .right("late or never"),
        Figure.evictedTooEarly.tableColumn, Figure.footprintPeak.tableColumn,
      ] + (hasRegret ? [Figure.regret.tableColumn] : [])
        + (hasStallRegret ? [Figure.stallRegret.tableColumn] : [])
        + (isBold ? [.right("over budget %")] : [])
        + (hasDeaths ? [.right("killed")] : [])
        + (isPartial ? [.right("tried in")] : [])
        + (isSmall ? [.right("budget too small in")] : []))
    let (decimals, frames) = (stallDecimals, leastSeconds(on: Array(scenes.indices)))
    let late = NumberText.decimals(ofCounts: standings.map(\.lateImages))
    let early = NumberText.decimals(ofCounts: standings.map(\.tooEarly))
    let all = combinations
    let misses = NumberText.decimals(ofCounts: standings.compactMap(\.regret))
    for standing in standings {
      var cells = [standing.name] + stallCells(standing, decimals: decimals)
      if isLate { cells.append(Figure.frozen.cell(standing.frozen)) }
      cells += [
        Figure.hitchRatio.cell(standing.hitches),
        standing.name == Self.noCache ? "-" : Figure.hitRate.cell(standing.hitRate),
        NumberText.fixed(standing.lateImages, decimals: late),
        Figure.evictedTooEarly.cell(standing.tooEarly, decimals: early),
        Figure.footprintPeak.cell(standing.peakMemory, decimals: 0),
      ]
      if hasRegret {
        cells.append(standing.regret.map { NumberText.fixed($0, decimals: misses) } ?? "-")
      }
      if hasStallRegret {
        let share = standing.stallRegret?.share(materiality, frames: frames)
        cells.append(share.map { Figure.stallRegret.cell($0) } ?? "-")
      }
      if isBold {
        cells.append(NumberText.fixed(standing.score.overBudgetShare * 100, decimals: 0))
      }
      if hasDeaths { cells.append("\(standing.deaths) of \(standing.runs)") }
      if isPartial { cells.append("\(standing.cells) of \(all)") }
      if isSmall {
        cells.append(standing.isTooSmall ? "\(standing.smallCells) of \(standing.cells)" : "-")
      }
      table.append(cells)
    }
    return table
  }

  /// The stalls of all, or device by device.
  private var stallColumns: [Table.Column] {
    guard splitsRanking else { return [Figure.stall.tableColumn] }
    return devices.map { .right("\(Figure.stall.header) \($0.name)").keeping(.key) }
  }

  private func stallCells(_ standing: Standing, decimals: Int) -> [String] {
    let found =
      splitsRanking
      ? devices.map { device in
        ranking(over: device.scenes).first { $0.policy == standing.policy }?.livingStalls
      } : [standing.livingStalls]
    return found.map { $0.map { Figure.stall.cell($0, decimals: decimals) } ?? "-" }
  }
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
        let times = zip(Self.marks, texts[0]).map { "\($0) \(Self.withUnit($1))" }
        alike.append(
          "On \(title) all \(rows.count) policies are alike: \(times.joined(separator: ", ")).")
        continue
      }
      var table = Table([.left("policy")] + Self.marks.map { .right("\($0) by, ms") })
      for (row, cells) in zip(rows, texts) { table.append([row.name] + cells) }
      let never = rows.filter { !($0.times.last ?? 0).isFinite }.count
      let grid = BarGrid(
        id: "times-\(scene)", title: "Time to image, ms, \(title)",
        summary: "When half, 95 %, 99 % and all appearances had their image"
          + (never == 0
            ? "." : "; with \(never) of \(rows.count) policies some never had one."),
        rows: ChartNames.fitting(rows.map(\.name)), columns: Self.marks,
        cells: zip(rows, texts).map { row, texts in
          zip(row.times, texts).map { BarGrid.Cell(value: $0, text: $1) }
        })
      pictures.append(Exhibit.Picture(drawing: grid.drawing, table: table))
    }
    guard !pictures.isEmpty || !alike.isEmpty else { return nil }
    let place = budget.map { " with \(text(ofBudget: $0)), where policies differ most" } ?? ""
    return Exhibit(
      "times", "Times to image",
      notes: [
        "Nearest-rank percentiles over all appearances of a run\(place)"
          + (seeds.count > 1 ? ", the mean over seeds." : ".")
      ] + alike + drawnNote(of: all), pictures: pictures)
  }

  private static let marks = ["half", "95 %", "99 %", "all"]

  private static func withUnit(_ text: String) -> String {
    text.first?.isNumber == true ? text + " ms" : text
  }

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
