import ScrollCore

/// A layout of rows below each other, each as wide as the viewport.
///
/// A row has the height of its image at that width, or `rowHeight` if that is given.
public struct ListLayout: Sendable, Equatable {
  /// The points between rows.
  public var spacing: Double
  /// The height of every row in points; `nil` if each has its image's height.
  public var rowHeight: Double?

  /// Creates a list.
  /// - Precondition: `spacing` is not negative, `rowHeight` is positive if there is one.
  public init(spacing: Double = 0, rowHeight: Double? = nil) {
    precondition(spacing >= 0, "rows \(spacing) points apart")
    precondition(rowHeight.map { $0 > 0 } ?? true, "rows without height")
    self.spacing = spacing
    self.rowHeight = rowHeight
  }

  func place(_ count: Int, aspectRatios: [Double], breadth: Double) -> AxisPlacement {
    var placement = AxisPlacement(capacity: count)
    let spacing = spacing.roundedToSixtyFourth
    for item in 0..<count {
      placement.append(
        length: rowHeight ?? breadth * aspectRatios[item], breadth: 1,
        after: item == 0 ? 0 : spacing)
    }
    return placement
  }
}

extension ListLayout {
  static let descriptor = LayoutDescriptor(
    "list", "Rows as wide as the viewport, each as high as its image at that width.",
    settings: [
      Setting("spacing", .number(0...10_000), standard: "0", "Points between rows."),
      Setting(
        "height", .number(0...100_000), standard: "0",
        "Height of every row in points; 0: the height of its image."),
    ]
  ) {
    let height = $0.number("height")
    return .list(
      ListLayout(spacing: $0.number("spacing"), rowHeight: height > 0 ? height : nil))
  }

  var values: [String] { [spacing.shortest, (rowHeight ?? 0).shortest] }
}
