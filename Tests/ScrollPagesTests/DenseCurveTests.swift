import Foundation
import ScrollPages
import Testing

struct DenseCurveTests {
  /// The places of the curve's path.
  private static func places(_ points: [DenseCurve.Point], width: Double) throws -> [[Double]] {
    let axis = Axis.fromZero("x", covering: points.map(\.x))
    let svg = DenseCurve(
      id: "d", title: "t", summary: "s", x: axis, y: .fromZero("y", covering: points.map(\.y)),
      points: points, left: 40, width: width, height: 200
    ).drawing.content.text
    let path = try #require(svg.components(separatedBy: "class=\"line").last)
    let data = try #require(path.components(separatedBy: "d=\"").last).split(separator: "\"")[0]
    return data.split(whereSeparator: { "ML".contains($0) }).map { place in
      place.split(separator: " ").compactMap { Double($0) }
    }
  }

  @Test func `a curve shows a peak of one point among thousands`() throws {
    let points = (0..<20_000).map { DenseCurve.Point(x: Double($0), y: $0 == 7777 ? 90 : 1) }
    let places = try Self.places(points, width: 300)
    #expect(places.count < 20)
    let top = places.map { $0[1] }.min() ?? 999
    let level = places.map { $0[1] }.max() ?? 0
    #expect(level - top > 90, "\(places)")
  }

  @Test func `a curve draws all of a few points in their order`() throws {
    let heights: [Double] = [0, 1, 4, 2, 2, 4, 1, 0, 1]
    let points = heights.enumerated().map { DenseCurve.Point(x: Double($0), y: $1) }
    let places = try Self.places(points, width: 600)
    #expect(places.count == 9)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0[0] < $1[0] })
  }
}
