import ScrollCharts
import ScrollCore
import ScrollPages

/// Draws where the viewport was, and which frames were late.
struct OffsetPanel {
  private static let columns = 600
  private let map: ResidencyMap

  init(_ map: ResidencyMap) { self.map = map }

  func draw(in frame: Frame, _ times: Scale, _ svg: inout Markup) {
    svg.label("offset, pt", x: 0, y: frame.top - 13, classes: "faint")
    let offsets = map.frames.map(\.offset)
    let ticks = Self.ticks(offsets)
    let scale = Scale(
      min(ticks[0], offsets.min() ?? 0)...max(ticks[ticks.count - 1], offsets.max() ?? 0),
      from: frame.bottom - 16, to: frame.top)
    for tick in ticks {
      let y = scale(tick)
      svg.element(
        "path",
        [
          "class": "grid",
          "d": "M\(Coordinate.text(frame.left)) \(Coordinate.text(y))"
            + "H\(Coordinate.text(frame.right))",
        ])
      svg.label(
        NumberText.count(Int(tick)), x: frame.left - 5, y: y + 4, anchor: .end, classes: "faint")
    }
    svg.element(
      "path", ["class": "line s0", "stroke-width": "1.5", "d": curve(times, scale)])
    svg.newline()
    drawHitches(in: frame, times, &svg)
    svg.element(
      "path",
      [
        "class": "axis",
        "d": "M\(Coordinate.text(frame.left)) \(Coordinate.text(frame.bottom))"
          + "H\(Coordinate.text(frame.right))",
      ])
    svg.newline()
  }

  /// Two or three round numbers, from 0 on; a bounce below 0 has none of its own.
  private static func ticks(_ offsets: [Double]) -> [Double] {
    let (low, high) = (offsets.min() ?? 0, offsets.max() ?? 0)
    let ticks = NiceTicks.fromZero(covering: [max(high, 1), low < -high ? low : 0], count: 2)
    let inside = ticks.filter { $0 >= min(low, 0) && $0 <= max(high, 1) }
    return inside.count > 1 ? inside : ticks
  }

  /// The first, least, greatest and last offset of each column, in the order of time; a level
  /// stretch is one line.
  private func curve(_ times: Scale, _ scale: Scale) -> String {
    var points: [(x: Double, y: Double)] = []
    var start = 0
    while start < map.frames.count {
      let column = column(of: map.frames[start])
      var (end, low, high) = (start, start, start)
      while end < map.frames.count, self.column(of: map.frames[end]) == column {
        if map.frames[end].offset < map.frames[low].offset { low = end }
        if map.frames[end].offset > map.frames[high].offset { high = end }
        end += 1
      }
      for index in Set([start, low, high, end - 1]).sorted() {
        points.append((times(map.frames[index].start.seconds), scale(map.frames[index].offset)))
      }
      start = end
    }
    var path = ""
    for (index, point) in points.enumerated() {
      if index > 0, index + 1 < points.count, points[index - 1].y == point.y,
        points[index + 1].y == point.y
      {
        continue
      }
      path += "\(index == 0 ? "M" : "L")\(Self.tenth(point.x)) \(Self.tenth(point.y))"
    }
    return path
  }

  private static func tenth(_ value: Double) -> String {
    Coordinate.text((value * 10).rounded() / 10)
  }

  private func column(of frame: ResidencyMap.Frame) -> Int {
    Int(frame.start.nanoseconds * Int64(Self.columns) / max(1, map.duration.nanoseconds))
  }

  /// Bars from below, longer for more: up to a quarter of a second is told apart.
  private func drawHitches(in frame: Frame, _ times: Scale, _ svg: inout Markup) {
    var worst: [Int: (time: SimTime, delay: SimTime)] = [:]
    var order: [Int] = []
    var count = 0
    for late in map.frames where late.delay > .zero {
      count += 1
      let column = column(of: late)
      if worst[column] == nil { order.append(column) }
      if late.delay > worst[column]?.delay ?? .zero { worst[column] = (late.start, late.delay) }
    }
    guard count > 0 else {
      svg.label(
        "no frame was late", x: frame.right, y: frame.top - 13, anchor: .end, classes: "faint")
      return
    }
    var path = ""
    for column in order {
      guard let (time, delay) = worst[column] else { continue }
      let height = 4 + 11 * min(1, delay.seconds / 0.25)
      path +=
        "M\(Self.tenth(times(time.seconds))) \(Coordinate.text(frame.bottom))"
        + "v\(Self.tenth(-height))"
    }
    svg.element(
      "path",
      ["d": path, "fill": "none", "style": "stroke:var(--s1);stroke-width:1.6"])
    let text = count == 1 ? "1 late frame" : "\(NumberText.count(count)) late frames"
    svg.label(
      "▮ \(text), longer bars for longer delays", x: frame.right, y: frame.top - 13, anchor: .end,
      classes: "f1")
    svg.newline()
  }
}
