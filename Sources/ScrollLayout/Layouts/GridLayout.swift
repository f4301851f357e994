import ScrollCore

/// A layout of equal cells in rows, as `UICollectionViewFlowLayout` places items of one size.
///
/// The columns have equal shares of the viewport's width minus the spacing between them; rows have
/// the same spacing. The last row may have fewer cells than the others.
public struct GridLayout: Sendable, Equatable {
  public var columns: Int
  /// The points between columns and between rows.
  public var spacing: Double
  /// The height of a cell divided by its width.
  public var aspect: Double

  /// Creates a grid.
  /// - Precondition: `columns` and `aspect` are positive, `spacing` is not negative.
  public init(columns: Int = 3, spacing: Double = 0, aspect: Double = 1) {
    precondition(columns > 0, "a grid of \(columns) columns")
    precondition(spacing >= 0, "cells \(spacing) points apart")
    precondition(aspect > 0, "cells \(aspect) times as high as wide")
    self.columns = columns
    self.spacing = spacing
    self.aspect = aspect
  }

  func place(_ count: Int, breadth: Double) throws(LayoutError) -> AxisPlacement {
    let width = (breadth - Double(columns - 1) * spacing) / Double(columns)
    guard width > 0 else {
      throw .noRoomForColumns(columns, spacing: spacing, breadth: breadth)
    }
    var placement = AxisPlacement(capacity: count)
    let spacing = spacing.roundedToSixtyFourth
    for item in 0..<count {
      if item % columns == 0 {
        placement.append(
          length: width * aspect, breadth: width / breadth, after: item == 0 ? 0 : spacing)
      } else {
        placement.appendBeside(breadth: width / breadth)
      }
    }
    return placement
  }
}

extension GridLayout {
  static let descriptor = LayoutDescriptor(
    "grid", "Rows of equal cells that together are as wide as the viewport.",
    settings: [
      Setting("columns", .integer(1...1000), standard: "3", "Cells in a row."),
      Setting(
        "spacing", .number(0...10_000), standard: "0", "Points between columns and rows."),
      Setting(
        "aspect", .number(0.001...1000), standard: "1", "Height of a cell over its width."),
    ]
  ) {
    .grid(
      GridLayout(
        columns: $0.integer("columns"), spacing: $0.number("spacing"),
        aspect: $0.number("aspect")))
  }

  var values: [String] { ["\(columns)", spacing.shortest, aspect.shortest] }
}
