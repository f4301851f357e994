public import ScrollCore
public import ScrollDevice
public import ScrollLayout

/// The conditions of a run except its cache: content, movement, device, network and loader.
public struct Scenario: Sendable {
  public var images: ImageCatalog
  /// The first layout of the items, and the image that each of them shows.
  public var placement: ItemPlacement
  /// The later layouts, by ascending time; each item shows the same image in all layouts.
  public var laterEpochs: [LayoutEpoch]
  public var motion: ScrollMotion
  /// The system events during the scroll, by ascending time.
  public var events: [TimedSystemEvent]
  /// The size of the viewport at first, along the axis and across it, in points.
  public var viewportExtent: Double, viewportBreadth: Double
  /// The direction before any movement.
  public var direction: ScrollDirection
  /// The deceleration rate of the trace's flings, for policies and prefetchers that look ahead.
  public var decelerationRate: DecelerationRate
  /// The length of the time window over which the velocity for policies and prefetchers is
  /// measured.
  public var velocityWindow: SimTime
  public var device: DeviceProfile
  public var network: NetworkProfile
  public var loader: Loader
  public var prefetcher: Prefetcher
  /// The state of the app's caches when the session begins.
  public var start = SessionStart.cold

  /// Creates a scenario.
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

/// The state of an app's caches when the session of a run begins: empty, or filled by an earlier
/// session.
///
/// In a warm start, an earlier session has made the same scroll, as if the user looked through the
/// same images again. That is the best case for a cache, and a cold start is the worst case.
public enum SessionStart: Sendable, Hashable {
  /// Empty caches: the app was just installed.
  case cold
  /// A filled disk cache and an empty memory cache: the system ended the app during the break.
  case warmDisk(after: SimTime)
  /// A filled disk cache, and the part of the memory cache that survives the time in the
  /// background.
  case warmMemory(after: SimTime)

  /// The default break between the sessions: an estimate of the time between two visits to a feed.
  public static let usualBreak = SimTime(seconds: 600)

  /// A Boolean value that indicates whether the process of the app lives during the break.
  var keepsMemory: Bool {
    if case .warmMemory = self { true } else { false }
  }

  /// The time in the background between the two sessions; nil for a cold start.
  public var pause: SimTime? {
    switch self {
    case .cold: nil
    case .warmDisk(let pause), .warmMemory(let pause): pause
    }
  }
}

extension SessionStart: CustomStringConvertible {
  /// Parses `cold`, `warm` or `warm-disk`, a warm one with a break: `warm:after=600`.
  /// - Returns: `nil` for any other text, and for a break that is not from 0 to 86 400 seconds.
  public init?(parsing text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var pause = Self.usualBreak
    if parts.count == 2 {
      guard parts[1].hasPrefix("after="), let seconds = Int(parts[1].dropFirst(6)),
        0...86_400 ~= seconds
      else { return nil }
      pause = SimTime(seconds: Double(seconds))
    }
    switch parts[0] {
    case "cold" where parts.count == 1: self = .cold
    case "warm": self = .warmMemory(after: pause)
    case "warm-disk": self = .warmDisk(after: pause)
    default: return nil
    }
  }

  public var description: String {
    switch self {
    case .cold: "cold"
    case .warmMemory(let pause): "warm:after=\(Int(pause.seconds))"
    case .warmDisk(let pause): "warm-disk:after=\(Int(pause.seconds))"
    }
  }
}

extension Scenario {
  /// The time at which the session begins: 0, or in a warm start the end of the break after the
  /// earlier session.
  ///
  /// The time is a whole second, so that vsyncs have the same offsets from it as in a cold start.
  var begun: SimTime {
    start == .cold ? .zero : motion.times.first ?? .zero
  }

  /// Returns the scenario with all its times moved to later ones.
  func shifted(by delay: SimTime) -> Scenario {
    var later = self
    later.motion.times = motion.times.map { $0 + delay }
    for index in events.indices { later.events[index].time += delay }
    for index in laterEpochs.indices { later.laterEpochs[index].time += delay }
    return later
  }
}

extension NetworkProfile {
  /// A network without delays, for scenarios that download nothing.
  public static let ideal = NetworkProfile(
    name: "ideal", summary: "No latency, no loss, a terabyte a second.", latency: .zero,
    roundTrip: .zero, bandwidth: 1_000_000_000_000)
}

extension Scenario {
  /// A Boolean value that indicates whether the least possible number of misses can be computed.
  ///
  /// It can if the app does not prefetch, and if only the image in the requested size counts as a
  /// hit.
  package var hasBoundedMisses: Bool {
    prefetcher == .none && !loader.nullEntries && loader.serves != .atLeast
      && loader.serves != .any
  }

  /// A Boolean value that indicates whether any image is downloaded.
  public var downloads: Bool {
    switch loader.origin {
    case .bundle: false
    case .catalogue: images.entries.contains { $0.origin == .network }
    case .network: images.entries.contains { $0.origin != .bundle }
    }
  }

  /// A clause with the number of images that the loader takes from another origin than the catalog
  /// states; `nil` if there are none.
  public var originNote: String? {
    let moved =
      switch loader.origin {
      case .catalogue: 0
      case .bundle: images.entries.count { $0.origin != .bundle }
      case .network: images.entries.count { $0.origin == .disk }
      }
    guard moved > 0 else { return nil }
    return "According to the trace, \(moved) of \(Phrase.count(images.count, "image")) are "
      + (loader.origin == .bundle
        ? "not in the app's bundle, but this loader reads them from there"
        : "on the device's disk, but this loader downloads them")
      + ". Compare it only with loaders that do the same"
  }

  /// The decision whether to page out or to purge an average image, on a device with swap.
  public var pagingDecision: PagingDecision? {
    guard let swap = device.memory.swap, images.count > 0 else { return nil }
    let count = images.count
    let bitmaps = images.entries.reduce(ByteCount.zero) { $0 + $1.decoded }
    let reloads = images.entries.reduce(Int64(0)) {
      $0 + (device.flash.readTime(of: $1.encoded) + device.decodeTime(of: $1)).nanoseconds
    }
    return PagingDecision(
      bitmap: ByteCount(count: bitmaps.count / Int64(count)),
      reloading: SimTime(nanoseconds: reloads / Int64(count)), swap: swap)
  }
}
