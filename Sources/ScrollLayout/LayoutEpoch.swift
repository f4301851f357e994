public import ScrollCore

/// The layout of a session from some moment on, until the next epoch.
///
/// A session begins with the epoch at time zero. Another epoch begins when the device is rotated,
/// or when items are inserted. Every item of the session has its index from the start, in the final
/// order of items. An item that is not inserted yet has no length and lies far outside of the
/// content (`absentAbove`, `absentBelow`).
public struct LayoutEpoch: Sendable {
  /// The time at which the epoch begins; the first frame at or after this time shows the layout.
  public var time: SimTime
  public var placement: ItemPlacement
  /// The viewport's lengths along the axis and across it, in points.
  public var viewportExtent: Double, viewportBreadth: Double

  /// The position of items that are inserted above all others later.
  public static let absentAbove = -1e12
  /// The position of items that are inserted below all others later.
  public static let absentBelow = 1e12

  /// Creates an epoch.
  /// - Precondition: the viewport has a size.
  public init(
    time: SimTime = .zero, placement: ItemPlacement, viewportExtent: Double,
    viewportBreadth: Double
  ) {
    precondition(viewportExtent > 0 && viewportBreadth > 0, "the viewport is empty")
    self.time = time
    self.placement = placement
    self.viewportExtent = viewportExtent
    self.viewportBreadth = viewportBreadth
  }
}
