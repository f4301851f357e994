import ScrollCore
import ScrollPages

/// The items beside a map, and what of them was evicted too early.
extension ResidencyDrawing {
  func drawItems(_ frame: Frame, _ svg: inout Markup) {
    svg.label("item", x: 0, y: frame.top - 6, classes: "faint")
    let (first, last) = (items.lowerBound, max(items.lowerBound, items.upperBound - 1))
    let round = NiceTicks.fromZero(covering: [Double(last - first)], count: 5).map { Int($0) }
    let step = max(1, round.count > 1 ? round[1] : 1)
    var ticks = [first]
    var next = (first / step + 1) * step
    while next <= last {
      if next - first >= step / 2 || first == 0 { ticks.append(next) }
      next += step
    }
    for item in ticks {
      let row = (Double(item - first) + 0.5) / Double(max(1, items.count))
      svg.label(
        NumberText.count(item), x: frame.left - 5, y: frame.top + row * frame.height + 4,
        anchor: .end, classes: "faint")
    }
    svg.element(
      "path",
      [
        "class": "axis",
        "d": "M\(Coordinate.text(frame.left)) \(Coordinate.text(frame.top))"
          + "V\(Coordinate.text(frame.bottom))H\(Coordinate.text(frame.right))",
      ])
    svg.newline()
  }

  /// One ring for all that lie close together.
  func drawEarlyEvictions(_ frame: Frame, _ svg: inout Markup) {
    guard !map.earlyEvictions.isEmpty else { return }
    let size = 6.0
    var seen: Set<Int> = []
    var path = ""
    for eviction in map.earlyEvictions where items.contains(eviction.item) {
      let share = Double(eviction.evicted.nanoseconds) / Double(max(1, map.duration.nanoseconds))
      let row = (Double(grid.row(of: eviction.item)) + 0.5) / Double(grid.rows)
      let (x, y) = (frame.left + share * frame.width, frame.top + row * frame.height)
      guard seen.insert(Int(x / size) * 1000 + Int(y / size)).inserted else { continue }
      path += "M\(Int(x.rounded())) \(Coordinate.text((y * 2).rounded() / 2))h0"
    }
    Self.drawRings(path, &svg)
    svg.newline()
  }
}
