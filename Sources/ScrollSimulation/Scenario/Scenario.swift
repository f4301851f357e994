public import ScrollCore
public import ScrollDevice
public import ScrollLayout

/// Everything about a run but its cache: what is shown, how it scrolls, on what, loaded how.
public struct Scenario: Sendable {
  public var images: ImageCatalog
  /// Where the items lie at first and which image each shows.
  public var placement: ItemPlacement
  /// Where they lie later, by ascending time, each showing the same image throughout.
  public var laterEpochs: [LayoutEpoch]
  public var motion: ScrollMotion
  /// Ascending in time.
  public var events: [TimedSystemEvent]
  /// The viewport along the axis and across it at first, in points.
  public var viewportExtent: Double, viewportBreadth: Double
  /// The direction before anything has moved.
  public var direction: ScrollDirection
  /// How fast the trace's flings lose their speed, for those who look ahead.
  public var decelerationRate: DecelerationRate
  /// The window over which the velocity for policies and prefetchers is measured.
  public var velocityWindow: SimTime
  public var device: DeviceProfile
  public var network: NetworkProfile
  public var loader: Loader
  public var prefetcher: Prefetcher

  /// A scenario.
  /// - Precondition: every item shows an image of the catalog; the viewport has a size.
  public init(
    images: ImageCatalog, placement: ItemPlacement, laterEpochs: [LayoutEpoch] = [],
    motion: ScrollMotion, events: [TimedSystemEvent] = [], viewportExtent: Double,
    viewportBreadth: Double, direction: ScrollDirection = .forward,
    decelerationRate: DecelerationRate = .normal,
    velocityWindow: SimTime = SimTime(milliseconds: 50), device: DeviceProfile,
    network: NetworkProfile = .ideal, loader: Loader, prefetcher: Prefetcher? = nil
  ) {
    precondition(placement.imageCount == images.count, "the placement shows other images")
    precondition(viewportExtent > 0 && viewportBreadth > 0, "the viewport is empty")
    for epoch in laterEpochs {
      precondition(epoch.placement.images == placement.images, "an epoch shows other images")
    }
    self.images = images
    self.placement = placement
    self.laterEpochs = laterEpochs
    self.motion = motion
    self.events = events
    self.viewportExtent = viewportExtent
    self.viewportBreadth = viewportBreadth
    self.direction = direction
    self.decelerationRate = decelerationRate
    self.velocityWindow = velocityWindow
    self.device = device
    self.network = network
    self.loader = loader
    self.prefetcher = prefetcher ?? loader.prefetcher
  }
}

extension NetworkProfile {
  /// A network that takes no time: for scenarios that download nothing.
  public static let ideal = NetworkProfile(
    name: "ideal", summary: "No latency, no loss, a terabyte a second.", latency: .zero,
    roundTrip: .zero, bandwidth: 1_000_000_000_000)
}
