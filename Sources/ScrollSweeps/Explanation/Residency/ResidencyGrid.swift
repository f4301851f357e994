import ScrollCore

/// A residency map as cells: columns of equal time, rows of one or several items.
///
/// - Complexity: O(spans + rows x columns) to fill. An image that many items share costs one step
///   for each of their rows and each stretch that the columns can resolve.
struct ResidencyGrid {
  let columns: Int, rows: Int
  /// The items of all rows.
  let items: Range<Int>
  private let duration: Int64
  /// By state, row and column: the number of spans that begin there minus the number that have
  /// ended.
  private var changes: [Int32]
  /// The visible rows of each column, for the outline.
  private(set) var edges: [ClosedRange<Int>?]

  init(_ map: ResidencyMap, items: Range<Int>, columns: Int, rows: Int) {
    self.items = items
    self.columns = columns
    self.rows = max(1, min(rows, items.count))
    duration = max(1, map.duration.nanoseconds)
    let states = ResidencyState.allCases.count
    changes = Array(repeating: 0, count: states * self.rows * (columns + 1))
    edges = Array(repeating: nil, count: columns)
    for item in items { fill(map.items[item], row: row(of: item)) }
    for (key, image) in map.images.enumerated()
    where !(image.residences.isEmpty && image.inFlight.isEmpty) {
      let resident = runs(image.residences.lazy.map(\.span))
      let inFlight = runs(image.inFlight)
      var last = -1
      for item in map.keys.items(showing: ImageID(key)) where items.contains(Int(item.index)) {
        let row = row(of: Int(item.index))
        guard row != last else { continue }
        last = row
        fill(resident, .resident, row: row)
        fill(inFlight, .inFlight, row: row)
      }
    }
  }

  func row(of item: Int) -> Int { (item - items.lowerBound) * rows / max(1, items.count) }

  func column(of time: SimTime) -> Int {
    max(0, min(columns - 1, Int(time.nanoseconds * Int64(columns) / duration)))
  }

  private mutating func fill(_ item: ResidencyMap.Item, row: Int) {
    let visible = runs(item.visible)
    fill(visible, .visible, row: row)
    fill(runs(item.blank), .blank, row: row)
    fill(runs(item.wrong), .wrong, row: row)
    fill(runs(item.soft), .soft, row: row)
    for run in visible {
      for column in run {
        let edge = edges[column] ?? row...row
        edges[column] = min(edge.lowerBound, row)...max(edge.upperBound, row)
      }
    }
  }

  private mutating func fill(_ runs: [Range<Int>], _ state: ResidencyState, row: Int) {
    let start = (state.rawValue * rows + row) * (columns + 1)
    for run in runs {
      changes[start + run.lowerBound] += 1
      changes[start + run.upperBound] -= 1
    }
  }

  /// Returns the columns that spans touch, at least one for each span; adjoining columns are
  /// joined.
  private func runs(_ spans: some Sequence<ResidencyMap.Span>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for span in spans where span.from < span.to {
      let first = column(of: span.from)
      let end = column(of: SimTime(nanoseconds: span.to.nanoseconds - 1)) + 1
      if let last = runs.last, first <= last.upperBound, first >= last.lowerBound {
        runs[runs.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else {
        runs.append(first..<end)
      }
    }
    return runs
  }

  /// For each state, a path through the middle of the rows of its cells; empty without cells.
  ///
  /// The paths are in cells, for a stroke of one row's height that begins at (0, 0.5).
  /// - Complexity: O(cells).
  var paths: [String] {
    let states = ResidencyState.allCases.count
    var paths = [String](repeating: "", count: states)
    var counts = [Int32](repeating: 0, count: states)
    for row in 0..<rows {
      // The place of each state's pen in this row; below zero for elsewhere.
      var pens = [Int](repeating: -1, count: states)
      var open: (state: Int, from: Int)?
      func close(at column: Int) {
        guard let (state, from) = open else { return }
        paths[state] += pens[state] < 0 ? "M\(from) \(row)" : "m\(from - pens[state]) 0"
        paths[state] += "h\(column - from)"
        pens[state] = column
      }
      for state in 0..<states { counts[state] = 0 }
      for column in 0..<columns {
        var shown: Int?
        for state in 0..<states {
          counts[state] += changes[(state * rows + row) * (columns + 1) + column]
          if shown == nil, counts[state] > 0 { shown = state }
        }
        guard shown != open?.state else { continue }
        close(at: column)
        open = shown.map { ($0, column) }
      }
      close(at: columns)
    }
    return paths
  }

  /// The outline of the visible part: above its first row and below its last.
  var outline: String {
    var path = ""
    for isTop in [true, false] {
      var height: Int?
      for column in 0..<columns {
        guard let edge = edges[column] else {
          height = nil
          continue
        }
        let y = isTop ? edge.lowerBound : edge.upperBound + 1
        if let old = height {
          if y != old { path += "V\(y)" }
          path += "h1"
        } else {
          path += "M\(column) \(y)h1"
        }
        height = y
      }
    }
    return path
  }
}

/// The state that a cell of a residency map shows: the most important of the states in it.
enum ResidencyState: Int, CaseIterable {
  // The cases are in order of importance.
  case blank, wrong, soft, inFlight, visible, resident

  /// The name in the legend.
  var label: String {
    switch self {
    case .blank: "blank"
    case .wrong: "another item's image"
    case .soft: "low variant, or fading in"
    case .inFlight: "loading"
    case .visible: "shows its image"
    case .resident: "in the cache, not visible"
    }
  }

  /// The color, as a value of a style sheet.
  var color: String {
    switch self {
    case .blank, .wrong, .soft: "var(--missing)"
    case .inFlight: "var(--loading)"
    case .visible: "var(--shown)"
    case .resident: "var(--kept)"
    }
  }

  /// The share of the row's height that the state covers where rows are high enough to distinguish.
  var height: Double {
    switch self {
    case .blank, .wrong, .soft, .visible: 1
    case .inFlight: 0.55
    case .resident: 0.8
    }
  }

  /// The direction of the hatch; `nil` if there is none.
  var hatch: Hatch? {
    switch self {
    case .wrong: .crossed
    case .soft: .rising
    case .inFlight: .falling
    default: nil
    }
  }

  enum Hatch {
    case rising, falling, crossed

    /// The path of lines through a square of 5 units and beyond its corners.
    var path: String {
      switch self {
      case .rising: "M-1 6L6 -1"
      case .falling: "M-1 -1L6 6"
      case .crossed: "M-1 6L6 -1M-1 -1L6 6"
      }
    }
  }
}
