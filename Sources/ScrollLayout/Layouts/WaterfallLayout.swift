import ScrollCore

/// A layout of columns of equal width in which every image keeps its aspect ratio, as on Pinterest.
///
/// Each item is as wide as its column and as high as its image at that width. It goes into the
/// column that is the shortest so far; among equal columns, into the leftmost. So items begin in
/// their order, but a high item may end after many items that follow it. The columns have equal
/// shares of the viewport's width minus the spacing between them; the items of a column have the
/// same spacing.
///
/// UIKit has no such layout; the rule is that of `CHTCollectionViewWaterfallLayout` (its order
/// `shortestFirst`) and of Masonry for the web.
public struct WaterfallLayout: Sendable, Equatable {
  public var columns: Int
  /// The points between columns, and between the items of a column.
  public var spacing: Double

  /// Creates a waterfall.
  /// - Precondition: `columns` is positive, `spacing` is not negative.
  public init(columns: Int = 2, spacing: Double = 0) {
    precondition(columns > 0, "a waterfall of \(columns) columns")
    precondition(spacing >= 0, "items \(spacing) points apart")
    self.columns = columns
    self.spacing = spacing
  }

  /// Places items in columns.
  ///
  /// - Complexity: O(count x columns).
  func place(
    _ count: Int, aspectRatios: [Double], breadth: Double
  ) throws(LayoutError) -> AxisPlacement {
    let width = (breadth - Double(columns - 1) * spacing) / Double(columns)
    guard width > 0 else {
      throw .noRoomForColumns(columns, spacing: spacing, breadth: breadth)
    }
    var placement = AxisPlacement(capacity: count)
    let spacing = spacing.roundedToSixtyFourth
    // The start of the next item of each column.
    var tops = [Double](repeating: 0, count: columns)
    for item in 0..<count {
      var shortest = 0
      for column in 1..<columns where tops[column] < tops[shortest] { shortest = column }
      let length = AxisPlacement.length(width * aspectRatios[item])
      placement.append(length: length, breadth: width / breadth, at: tops[shortest])
      tops[shortest] += length + spacing
    }
    return placement
  }
}

extension WaterfallLayout {
  static let descriptor = LayoutDescriptor(
    "waterfall", "Columns of images that keep their ratio; the shortest column gets the next one.",
    settings: [
      Setting("columns", .integer(1...1000), standard: "2", "Columns beside each other."),
      Setting(
        "spacing", .number(0...10_000), standard: "0",
        "Points between columns, and between the items of one."),
    ]
  ) {
    .waterfall(
      WaterfallLayout(columns: $0.integer("columns"), spacing: $0.number("spacing")))
  }

  var values: [String] { ["\(columns)", spacing.shortest] }
}
