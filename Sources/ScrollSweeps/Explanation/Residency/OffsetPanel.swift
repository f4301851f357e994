import ScrollCore
import ScrollPages

/// Draws the offset of the viewport and the late frames.
struct OffsetPanel {
  private static let columns = 600
  private let map: ResidencyMap

  init(_ map: ResidencyMap) { self.map = map }

  func draw(in frame: Frame, _ times: Scale, _ svg: inout Markup) {
    svg.label("offset, pt", x: 0, y: frame.top - 13, classes: "faint")
    let (low, high) = offsets
    let ticks = Self.ticks(low, high)
    let scale = Scale(
      min(ticks[0], low)...max(ticks[ticks.count - 1], high), from: frame.bottom - 16,
      to: frame.top)
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
      "path", ["class": "line", "style": "stroke:var(--faint)", "d": curve(times, scale)])
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

  /// The least and the greatest offset; both are zero if there is no frame.
  private var offsets: (low: Double, high: Double) {
    var range: (low: Double, high: Double)?
    for frame in map.frames {
      let known = range ?? (frame.offset, frame.offset)
      range = (min(known.low, frame.offset), max(known.high, frame.offset))
    }
    return range ?? (0, 0)
  }

  /// Returns two or three round numbers, from 0 on; a bounce below 0 gets no tick.
  private static func ticks(_ low: Double, _ high: Double) -> [Double] {
    let ticks = NiceTicks.fromZero(covering: [max(high, 1), low < -high ? low : 0], count: 2)
    let inside = ticks.filter { $0 >= min(low, 0) && $0 <= max(high, 1) }
    return inside.count > 1 ? inside : ticks
  }

  /// The frames of one column that are drawn, with their numbers.
  private struct Column {
    typealias Numbered = (number: Int, frame: ResidencyMap.Frame)

    let column: Int
    var first: Numbered, low: Numbered, high: Numbered, last: Numbered

    init(_ column: Int, _ frame: Numbered) {
      self.column = column
      (first, low, high, last) = (frame, frame, frame, frame)
    }

    mutating func add(_ frame: Numbered) {
      if frame.frame.offset < low.frame.offset { low = frame }
      if frame.frame.offset > high.frame.offset { high = frame }
      last = frame
    }

    /// The frames, each once, in order of time.
    var frames: [ResidencyMap.Frame] {
      var frames: [Numbered] = []
      for frame in [first, low, high, last].sorted(by: { $0.number < $1.number })
      where frame.number != frames.last?.number {
        frames.append(frame)
      }
      return frames.map(\.frame)
    }
  }

  /// Returns the first, least, greatest and last offset of each column, in order of time; a level
  /// stretch is one line.
  private func curve(_ times: Scale, _ scale: Scale) -> String {
    var columns: [Column] = []
    for frame in map.frames.enumerated() {
      let numbered = (number: frame.offset, frame: frame.element)
      let column = column(of: frame.element)
      if columns.last?.column == column {
        columns[columns.count - 1].add(numbered)
      } else {
        columns.append(Column(column, numbered))
      }
    }
    let points = columns.flatMap(\.frames).map {
      (x: times($0.start.seconds), y: scale($0.offset))
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

  /// Draws a bar for each late frame from the bottom up; the length grows with the delay, up to a
  /// quarter of a second.
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
      ["d": path, "fill": "none", "style": "stroke:var(--ink);stroke-width:1.6"])
    let text = count == 1 ? "1 late frame" : "\(NumberText.count(count)) late frames"
    svg.label(
      "▮ \(text), longer bars for longer delays", x: frame.right, y: frame.top - 13, anchor: .end)
    svg.newline()
  }
}
