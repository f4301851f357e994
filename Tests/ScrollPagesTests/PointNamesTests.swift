import ScrollPages
import Testing

/// Tests of names at the points of a front.
@Suite struct PointNamesTests {
  private func shapes(_ places: [(x: Double, y: Double)]) -> DrawnShapes {
    DrawnShapes(
      ScatterChart(
        id: "front", title: "", summary: "", x: .fromZero("MiB", covering: places.map(\.x)),
        y: .fromZero("s", covering: places.map(\.y)),
        points: places.enumerated().map { index, place in
          .init(
            name: "distance \(16 << index)MiB, ring", style: 0, x: place.x, y: place.y,
            isOnFront: true)
        }
      ).drawing)
  }

  /// Returns the distance of a name from a place.
  private func distance(_ name: DrawnShapes.Shape, to place: (x: Double, y: Double)) -> Double {
    let (top, bottom) = (name["y"] - 9, name["y"] + 3)
    let dx = max(name.span.lowerBound - place.x, 0, place.x - name.span.upperBound)
    let dy = max(top - place.y, 0, place.y - bottom)
    return (dx * dx + dy * dy).squareRoot()
  }

  @Test(arguments: [
    [(100.0, 1.74), (110, 0.81), (130, 0.80), (160, 0.79), (200, 0.78)],
    [(100.0, 2.0), (101, 1.9), (102, 1.8), (103, 1.7)],
    [(10.0, 1.0), (200, 0.9)],
  ])
  func `every name is nearest to its own point`(places: [(Double, Double)]) throws {
    let shapes = shapes(places.map { (x: $0.0, y: $0.1) })
    let line = try #require(
      shapes.shapes.first { $0.classes == ["axis"] && $0.points.count == places.count })
    var count = 0
    for index in places.indices {
      guard let name = shapes.texts("distance \(16 << index)MiB, ring").first else { continue }
      count += 1
      // A name with a line to its point may be in any free place.
      let isTied = shapes.shapes.contains {
        $0.attributes["opacity"] == "0.5" && $0.points.first.map { $0.x } == line.points[index].x
      }
      let own = isTied ? 11 : distance(name, to: line.points[index])
      for other in places.indices where other != index {
        #expect(distance(name, to: line.points[other]) >= own, "\(name.text) at \(name["x"])")
      }
    }
    #expect(count >= 2)
  }
}
