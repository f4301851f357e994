import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// Memory against stalls: the choices whose memory saves stalls, device by device.
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
          + "the app's greatest footprint against its stalls, "
          + "means over traces and seeds. The line joins those that stall less than any with less "
          + "memory by as much as matters (\(materialityText)); killed runs and policies whose "
          + "budget is too small for them are not among them."
      ], pictures: pictures)
  }

  /// Policies with a color of their own, the best first, and the others together.
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
    var points: [ScatterChart.Point] = []
    let loadingColumns: [Table.Column] =
      choosesLoading ? [.left("loader"), .left("prefetcher")] : []
    var table = Table(
      [.left("policy"), .right("budget")] + loadingColumns + [
        Figure.footprintPeak.tableColumn, Figure.stall.tableColumn, .left("on the front"),
      ])
    for candidate in candidates {
      points.append(
        ScatterChart.Point(
          name: name(candidate), style: styles[candidate.policy], x: candidate.memory,
          y: candidate.stalls, isOnFront: candidate.isOnFront))
      let names = loading(of: candidate)
      table.append(
        [policies[candidate.policy], text(ofBudget: candidate.budget)]
          + (choosesLoading ? [names.loader, names.prefetcher] : [])
          + [
            NumberText.fixed(candidate.memory, decimals: 1),
            NumberText.fixed(candidate.stalls, decimals: 3),
            candidate.isOnFront ? "yes" : candidate.objection,
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
      } else if objections == [FrontCandidate.killed] {
        reason = "with each of them the app was killed"
      } else if objections == [FrontCandidate.tooSmall] {
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
