/// Marks with the names of what they stand for, in rows under the title of a chart.
struct SeriesKey {
  private static let rowHeight = 15.0, start = 26.0
  private let entries: [(name: String, style: Int?)]
  private let width: Double

  /// A key of entries, from the left, in rows of at most a width.
  init(_ entries: [(name: String, style: Int?)], width: Double) {
    self.entries = entries
    self.width = width
  }

  /// The height that it takes: none without entries.
  var height: Double {
    guard let last = places.last else { return 0 }
    return last.y - Self.start + Self.rowHeight
  }

  func draw(_ svg: inout Markup) {
    for (entry, place) in zip(entries, places) {
      let mark = Marker(series: entry.style ?? 0).path(x: place.x, y: place.y, radius: 3.6)
      svg.element("path", ["class": SeriesStyle.fill(entry.style), "d": mark])
      svg.label(entry.name, x: place.x + 8, y: place.y + 4)
    }
  }

  /// The middle of each mark.
  private var places: [(x: Double, y: Double)] {
    var (x, y) = (5.0, Self.start)
    return entries.map { entry in
      let needed = TextWidth.estimate(entry.name, size: 11) + 22
      if x > 5, x + needed > width { (x, y) = (5, y + Self.rowHeight) }
      defer { x += needed }
      return (x, y)
    }
  }
}
