public import ScrollCore

/// Where everything lies from some moment on, until the next epoch.
///
/// A session begins with the epoch at time zero. Another one begins when the device is
/// rotated, or when items are inserted: every item of the session has its index from the
/// start, in the order in which it lies at the end, and one that is not there yet lies beyond
/// everything (`absentAbove`, `absentBelow`), without length.
public struct LayoutEpoch: Sendable {
  /// When it begins; the first frame at or after this shows it.
  public var time: SimTime
  public var placement: ItemPlacement
  /// The viewport along the axis and across it, in points.
  public var viewportExtent: Double, viewportBreadth: Double

  /// Where items lie that are inserted above the others later: their start and their end.
  public static let absentAbove = -1e12
  /// Where items lie that are inserted below the others later.
  public static let absentBelow = 1e12

  /// An epoch.
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
