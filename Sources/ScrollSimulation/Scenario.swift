public import ScrollCore
public import ScrollDevice
public import ScrollLayout

/// Everything about a run but its cache: what is shown, how it scrolls, on what, loaded how.
public struct Scenario: Sendable {
  public var images: ImageCatalog
  /// Where the items lie and which image each shows.
  public var placement: ItemPlacement
  public var motion: ScrollMotion
  /// Ascending in time.
  public var events: [TimedSystemEvent]
  /// The viewport along the axis and across it, in points.
  public var viewportExtent: Double, viewportBreadth: Double
  /// The direction before anything has moved.
  public var direction: ScrollDirection
  /// How fast the trace's flings lose their speed, for policies that look ahead.
  public var decelerationRate: DecelerationRate
  public var device: DeviceProfile
  public var loader: Loader
  public var prefetcher: Prefetcher

  /// A scenario.
  /// - Precondition: every item shows an image of the catalogue; the viewport has a size.
  public init(
    images: ImageCatalog, placement: ItemPlacement, motion: ScrollMotion,
    events: [TimedSystemEvent] = [], viewportExtent: Double, viewportBreadth: Double,
    direction: ScrollDirection = .forward, decelerationRate: DecelerationRate = .normal,
    device: DeviceProfile, loader: Loader, prefetcher: Prefetcher? = nil
  ) {
    precondition(placement.imageCount == images.count, "the placement shows other images")
    precondition(viewportExtent > 0 && viewportBreadth > 0, "the viewport is empty")
    self.images = images
    self.placement = placement
    self.motion = motion
    self.events = events
    self.viewportExtent = viewportExtent
    self.viewportBreadth = viewportBreadth
    self.direction = direction
    self.decelerationRate = decelerationRate
    self.device = device
    self.loader = loader
    self.prefetcher = prefetcher ?? loader.prefetcher
  }
}
