import ScrollCore
package import ScrollPages
package import ScrollSimulation

/// A finished run to look at: its residency map, drawn and as a table, and its story.
///
///     let log = RunLog()
///     let report = prepared.run(policy, budget: budget, log: log)
///     let picture = RunPicture(log, of: prepared)
///     print(picture.drawing(id: "run").file)
package struct RunPicture {
  package let map: ResidencyMap
  package let story: Story
  /// Seconds by item, the worst first, 200 at most.
  package let table: Table
  /// How many items the table would have without its limit.
  package let itemCount: Int

  /// A picture of a run that is over.
  /// - Parameters:
  ///   - log: of the run.
  ///   - prepared: the scenario of the run.
  /// - Complexity: O(entries of the log + items + keys).
  package init(_ log: RunLog, of prepared: PreparedScenario) {
    story = Story(log, of: prepared)
    map = ResidencyMap(story.record, of: prepared)
    (table, itemCount) = map.worstItems()
  }

  /// The map over the curve of the scroll offset, below 120 kB whatever the run.
  /// - Parameter id: unlike that of any other drawing on the page.
  /// - Returns: the drawing, about 1000 x 480 units.
  package func drawing(id: String) -> Drawing { ResidencyDrawing(map, id: id).drawing }

  /// The same, with where its time and items lie.
  func placed(id: String) -> (drawing: Drawing, place: MapPlace) {
    let residency = ResidencyDrawing(map, id: id)
    let (drawing, plot) = residency.drawn
    let place = MapPlace(
      id: "\(id)-place", frame: plot, items: residency.items,
      seconds: max(1e-9, map.duration.seconds))
    return (drawing, place)
  }
}
