import ScrollCore
package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// A chart of memory against stalls for each device, with the choices whose memory saves stalls.
  var frontExhibit: Exhibit? {
    let all = devices
    guard cells.count > 1 else { return nil }
    let pictures = all.prefix(Self.drawnDevices).enumerated().map { index, device in
      front(device.name, device.scenes, id: "front-\(index)")
    }
    return Exhibit(
      "front", "Memory against stalls",
      notes: [
        "Each point is a policy with a budget\(choosesLoading ? ", a prefetcher and a loader" : ""): "
          + "the app's peak footprint and its stall, means over traces and seeds. The line joins the "
          + "choices that are visibly better than every choice with less memory (\(materialityText)). "
          + "It leaves out runs in which the app was killed, and policies with too small a budget."
      ], pictures: pictures)
  }

  /// Returns the entries of the legend: one for each policy with its own color, the best first, and
  /// one for all other policies.
  private func legend(_ present: [Int]) -> [(name: String, style: Int?)] {
    let present = Set(present)
    let styles = styles
    let named = styles.filter { present.contains($0.key) }.sorted { $0.value < $1.value }
      .map { (name: policies[$0.key].visible, style: Int?($0.value)) }
    return named + (named.count < present.count ? [(name: "others", style: nil)] : [])
  }

  private func front(_ device: String, _ scenes: [Int], id: String) -> Exhibit.Picture {
    let styles = styles
    let candidates = frontCandidates(scenes)
    let points = candidates.map {
      ScatterChart.Point(
        name: name($0), style: styles[$0.policy], x: $0.memory, y: $0.stalls,
        isOnFront: $0.isOnFront)
    }
    let loading: [Column<FrontCandidate>] = [
      Column(.left("loader")) { self.loading(of: $0).loader },
      Column(.left("prefetcher")) { self.loading(of: $0).prefetcher },
    ]
    let table = Table(
      [
        Column(.left("policy")) { policies[$0.policy] },
        Column(.right("budget")) { text(ofBudget: $0.budget) },
      ] + (choosesLoading ? loading : []) + [
        Column(Figure.footprintPeak.tableColumn) { NumberText.fixed($0.memory, decimals: 1) },
        Column(Figure.stall.tableColumn) { NumberText.fixed($0.stalls, decimals: 3) },
        Column(.left("on the front")) { $0.isOnFront ? "yes" : $0.objection },
      ], of: candidates)
    let chart = ScatterChart(
      id: id, title: "Memory against stalls, \(device.visible)",
      summary: Self.summary(
        device.visible, points, objections: Set(candidates.map(\.objection))),
      x: .fromZero("greatest footprint, MiB", covering: points.map(\.x)),
      y: .fromZero("stalls, s", covering: points.map(\.y)), points: points,
      legend: legend(candidates.map(\.policy)))
    return Exhibit.Picture(drawing: chart.drawing, table: table)
  }

  /// Returns a sentence on the choices on the front, or the reason why there are none.
  private static func summary(
    _ device: String, _ points: [ScatterChart.Point], objections: Set<String>
  ) -> String {
    let onFront = points.filter(\.isOnFront).map { $0.name.visible }
    guard let cheapest = onFront.first, let best = onFront.last else {
      let reason: String
      if points.isEmpty {
        reason = "none was tried in every scenario"
      } else if objections == [FrontCandidate.killed] {
        reason = "the app was killed with each of them"
      } else if objections == [FrontCandidate.tooSmall] {
        reason = "the budget of each is too small for its policy"
      } else {
        reason = "the app was killed with each, or the budget is too small for the policy"
      }
      return "On \(device) no choice is on the front: \(reason)."
    }
    return "On \(device), \(onFront.count) of \(points.count) choices "
      + (onFront.count == 1
        ? "is on the front: \(cheapest)." : "are on the front, from \(cheapest) to \(best).")
  }
}

extension SweepReport {
  /// A choice in the picture of the front.
  struct FrontCandidate {
    let setting: CacheSetting
    let policy: Int, budget: Int
    let memory: Double, stalls: Double
    /// A Boolean value that indicates whether the system killed the app in a run.
    let isKilled: Bool
    /// A Boolean value that indicates whether the budget is too small for the policy in a scenario.
    let isTooSmall: Bool
    var isOnFront = false

    /// The reason why the choice cannot be on the front; empty if it can.
    var objection: String { isKilled ? Self.killed : isTooSmall ? Self.tooSmall : "" }

    static let killed = "killed", tooSmall = "budget too small"
  }

  /// Returns the choices with runs in every trace and network of a device, by ascending memory.
  ///
  /// A choice is on the front if it stalls visibly less than every choice with less memory.
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
        memory: found.cells.reduce(0) { $0 + $1[.footprintPeak].mean } / count / Double(1 << 20),
        stalls: found.cells.reduce(0) { $0 + $1[.stall].mean } / count,
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

  /// A Boolean value that indicates whether the sweep varies loaders or prefetchers.
  var choosesLoading: Bool {
    Set(scenes.map(\.loader)).count > 1 || Set(scenes.map(\.prefetcher)).count > 1
  }

  /// Returns the loader and the prefetcher of a choice, without the settings that all choices
  /// share.
  func loading(of candidate: FrontCandidate) -> (loader: String, prefetcher: String) {
    (
      ShortSettings(scenes.map(\.loader)).text(candidate.setting.loader),
      ShortSettings(scenes.map(\.prefetcher)).text(candidate.setting.prefetcher)
    )
  }

  /// Returns the name of a choice, `lru 64MiB`, with its loader and prefetcher if these differ.
  func name(_ candidate: FrontCandidate) -> String {
    let setting = candidate.setting
    let loading = loading(of: candidate)
    let names =
      (Set(scenes.map(\.prefetcher)).count > 1 ? [loading.prefetcher] : [])
      + (Set(scenes.map(\.loader)).count > 1 ? [loading.loader] : [])
    return (["\(setting.policy) \(text(ofBudget: candidate.budget))"] + names)
      .joined(separator: ", ")
  }

  /// The choices on the fronts of their devices, for programs.
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

  /// The fronts of all devices as a table; `nil` if only policy and budget were varied.
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
  /// A choice that stalls visibly less than every choice with less memory, for programs.
  package struct FrontChoice: Encodable, Sendable {
    let device: String, loader: String, prefetcher: String
    @OrNull package var policy: String?
    @OrNull var budgetBytes: Int?
    let footprintPeakBytes: Double, stallSeconds: Double
  }
}
