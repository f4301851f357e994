import ScrollCore
package import ScrollPages
package import ScrollSimulation

/// A view of a finished run: its residency map, as a drawing and as a table, and the explanations
/// of its stalls.
///
///     let log = RunLog()
///     let report = prepared.run(policy, budget: budget, log: log)
///     let picture = RunPicture(log, of: prepared)
///     print(picture.drawing(id: "run").file)
package struct RunPicture {
  package let map: ResidencyMap
  let explainer: StallExplainer
  /// The seconds by item, the worst first, 200 at most.
  package let table: Table
  /// The number of rows that the table would have without its limit.
  package let itemCount: Int

  /// Creates a picture of a finished run.
  /// - Parameters:
  ///   - log: The log of the run.
  ///   - prepared: The scenario of the run.
  /// - Complexity: O(entries of the log + items + keys).
  package init(_ log: RunLog, of prepared: PreparedScenario) {
    explainer = StallExplainer(log, of: prepared)
    map = ResidencyMap(explainer.record, of: prepared)
    (table, itemCount) = map.worstItems()
  }

  /// Draws the map over the curve of the scroll offset, in less than 120 kB for any run.
  /// - Parameter id: The identifier; it differs from that of any other drawing on the page.
  /// - Returns: the drawing, about 1000 x 480 units.
  package func drawing(id: String) -> Drawing { ResidencyDrawing(map, id: id).drawing }

  /// Draws the same map, and returns the position of its plot with its times and items.
  func placed(id: String) -> (drawing: Drawing, place: MapPlace) {
    let residency = ResidencyDrawing(map, id: id)
    let (drawing, plot) = residency.drawn
    let place = MapPlace(
      id: "\(id)-place", frame: plot, items: residency.items,
      seconds: max(1e-9, map.duration.seconds))
    return (drawing, place)
  }
}
