/// An error because a layout cannot place the content.
///
/// Items count from 0, also in messages.
public enum LayoutError: Error, Equatable {
  /// A viewport without size.
  case noViewport(ViewportSize)
  /// An item whose height divided by width is not a positive number, or is above a million.
  case aspectRatio(item: Int, Double)
  /// Too many columns, or too much spacing, so that no width is left for the cells.
  case noRoomForColumns(Int, spacing: Double, breadth: Double)
}

extension LayoutError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noViewport(let size):
      "the viewport is \(size) points; expected a positive width and height"
    case .aspectRatio(let item, let ratio):
      "item \(item) is \(ratio) times as high as wide; expected a positive number up to 1e6"
    case .noRoomForColumns(let columns, let spacing, let breadth):
      "\(columns) columns \(spacing.shortest) points apart do not fit in \(breadth.shortest) "
        + "points"
    }
  }
}
