import ScrollCharts
import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// Memory against stalls: the choices that none beats in both, device by device.
  var frontExhibit: Exhibit? {
    let all = devices
    guard cells.count > 1 else { return nil }
    let pictures = all.prefix(Self.drawnScenes).enumerated().map { index, device in
      front(device.name, device.scenes, id: "front-\(index)")
    }
    return Exhibit(
      "front", "Memory against stalls",
      notes: [
        "Each point is a policy with a budget: the app's greatest footprint against its stalls, "
          + "means over traces and seeds. The line joins the points that no other beats in both; "
          + "killed runs and policies whose budget is too small for them are not among them."
      ], pictures: pictures)
  }

  private struct Candidate {
    let policy: Int, budget: Int
    let memory: Double, stalls: Double
    /// Whether some run was cut short: it did not stall less for that.
    let isKilled: Bool
    /// Whether its budget was too small for it somewhere: it is another policy there.
    let isTooSmall: Bool

    /// Why it may not be on the front; empty if it may.
    var objection: String { isKilled ? Self.killed : isTooSmall ? Self.tooSmall : "" }

    static let killed = "killed", tooSmall = "budget too small"
  }

  /// Policies with a color of their own, the best first, and the others together.
  private func legend(_ present: [Int]) -> [(name: String, style: Int?)] {
    let present = Set(present)
    let styles = styles
    let named = styles.filter { present.contains($0.key) }.sorted { $0.value < $1.value }
      .map { (name: policies[$0.key].visible, style: Int?($0.value)) }
    return named + (named.count < present.count ? [(name: "others", style: nil)] : [])
  }

  private func candidates(_ scenes: [Int]) -> [Candidate] {
    var found: [[Int]: [ReportCell]] = [:]
    for (place, cell) in places(in: scenes) {
      found[[place.policy, place.budget], default: []].append(cell)
    }
    return found.filter { $0.value.count == scenes.count }.map { key, cells in
      let count = Double(cells.count)
      return Candidate(
        policy: key[0], budget: key[1],
        memory: cells.reduce(0) { $0 + $1.peakMemory.mean } / count / Double(1 << 20),
        stalls: cells.reduce(0) { $0 + $1.stalls.mean } / count,
        isKilled: cells.contains { $0.deaths > 0 },
        isTooSmall: cells.contains { $0.shortage != nil })
    }.sorted {
      ($0.memory, $0.stalls, policies[$0.policy], $0.budget)
        < ($1.memory, $1.stalls, policies[$1.policy], $1.budget)
    }
  }

  private func front(_ device: String, _ scenes: [Int], id: String) -> Exhibit.Picture {
    let styles = styles
    let candidates = candidates(scenes)
    var least = Double.infinity
    var points: [ScatterChart.Point] = []
    var table = Table([
      .left("policy"), .right("budget"), Figure.footprintPeak.tableColumn, Figure.stall.tableColumn,
      .left("on the front"),
    ])
    // By memory: a choice is on the front if it stalls less than every smaller one.
    for candidate in candidates {
      let isOnFront = candidate.stalls < least && candidate.objection.isEmpty
      if isOnFront { least = min(least, candidate.stalls) }
      let name = "\(policies[candidate.policy]) \(text(ofBudget: candidate.budget))"
      points.append(
        ScatterChart.Point(
          name: name, style: styles[candidate.policy], x: candidate.memory, y: candidate.stalls,
          isOnFront: isOnFront))
      table.append([
        policies[candidate.policy], text(ofBudget: candidate.budget),
        NumberText.fixed(candidate.memory, decimals: 1),
        NumberText.fixed(candidate.stalls, decimals: 3),
        isOnFront ? "yes" : candidate.objection,
      ])
    }
    let chart = ScatterChart(
      id: id, title: "Memory against stalls, \(device.visible)",
      summary: Self.summary(
        device.visible, points, objections: Set(candidates.map(\.objection))),
      x: .fromZero("greatest footprint, MiB", covering: points.map(\.x)),
      y: .fromZero("stalls, s", covering: points.map(\.y)), points: points,
      legend: legend(candidates.map(\.policy)))
    return Exhibit.Picture(drawing: chart.drawing, table: table)
  }

  /// Which choices are on the front; where none is, why.
  private static func summary(
    _ device: String, _ points: [ScatterChart.Point], objections: Set<String>
  ) -> String {
    let onFront = points.filter(\.isOnFront).map { $0.name.visible }
    guard let cheapest = onFront.first, let best = onFront.last else {
      let reason: String
      if points.isEmpty {
        reason = "none was tried in every scenario"
      } else if objections == [Candidate.killed] {
        reason = "with each of them the app was killed"
      } else if objections == [Candidate.tooSmall] {
        reason = "the budget of each is too small for its policy"
      } else {
        reason = "with each the app was killed, or its budget is too small for its policy"
      }
      return "On \(device) no choice is on the front: \(reason)."
    }
    return "On \(device), \(onFront.count) of \(points.count) choices "
      + (onFront.count == 1
        ? "is on the front: \(cheapest)." : "are on the front, from \(cheapest) to \(best).")
  }
}
