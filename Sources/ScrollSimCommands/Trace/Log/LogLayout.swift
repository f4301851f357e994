import ScrollLayout
import ScrollTraces

/// The list or grid that has items where a log saw them.
struct LogLayout {
  let layout: Layout
  /// Of an item, in points.
  let width: Double

  /// Looks at places in the order of the content.
  /// - Precondition: there are some.
  init(_ places: [LoggedPlace], breadth: Double) {
    var rows: [(lower: Double, count: Int)] = []
    for place in places {
      if let last = rows.last, place.lower - last.lower < 0.5 {
        rows[rows.count - 1].count += 1
      } else {
        rows.append((place.lower, 1))
      }
    }
    let columns = min(rows.map(\.count).max() ?? 1, 1000)
    let length = Self.median(places.map { $0.upper - $0.lower })
    let pitches = zip(rows.dropFirst(), rows).map { $0.lower - $1.lower }
    guard columns > 1 else {
      // Rows may have lengths of their own, so what is between them counts.
      let gaps = zip(places.dropFirst(), places).map { $0.lower - $1.upper }
      let isEven = places.allSatisfy { abs($0.upper - $0.lower - length) < 0.5 } && length > 0
      layout = .list(
        ListLayout(spacing: Self.spacing(gaps), rowHeight: isEven ? min(length, 100_000) : nil))
      width = breadth
      return
    }
    let spacing = Self.spacing(pitches.map { $0 - length })
    let width = max((breadth - Double(columns - 1) * spacing) / Double(columns), 1)
    let aspect = min(max(length / width, 0.001), 1000)
    layout = .grid(GridLayout(columns: columns, spacing: spacing, aspect: aspect))
    self.width = width
  }

  private static func spacing(_ gaps: [Double]) -> Double {
    gaps.isEmpty ? 0 : min(max(median(gaps), 0), 10_000)
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
