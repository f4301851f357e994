public import ScrollCore

/// Everything that a policy may know before the first request.
public struct PolicySetup: Sendable {
  /// What the times of requests and viewports count.
  public enum Clock: Sendable {
    /// Simulated time.
    case simulation
    /// Requests: one nanosecond each. There is no viewport but the request's own item, and
    /// nothing takes time. This is what `replay` sets.
    case requests
  }

  /// Images are `0..<imageCount`.
  public var imageCount: Int
  public var limits: CacheLimits
  /// Checked and complete.
  public var settings: SettingValues
  public var seed: UInt64
  /// What dictates the draws of a policy; nil where its seed decides.
  package var script: DrawScript?
  /// Where the items lie; nil means one long each, in the order of the images.
  public var placement: ItemPlacement?
  /// Milliseconds to read or download and decode each image again; empty means 1 each.
  public var reloadMilliseconds: [Double]
  /// Milliseconds of them that decode; empty means 1 each.
  public var decodeMilliseconds: [Double]
  /// Bytes of each image in memory, whatever it is charged; empty means what it is charged.
  public var bytes: [Int]
  /// The direction before anything has moved.
  public var direction: ScrollDirection
  /// How a fling loses its speed: as `exp(-decay * t)`, in 1/s.
  public var decay: Double
  /// Pixels per point.
  public var scale: Double
  public var clock: Clock
  /// The id of each image in its trace, for policies that hash it; empty means its number.
  public var keys: [UInt64]
  /// For each request its next use (`RequestStream.nextUses`); empty where the future is
  /// not known, which is everywhere but in `replay`.
  public var nextUses: [Int32]

  public init(
    imageCount: Int, limits: CacheLimits, settings: SettingValues = SettingValues(),
    seed: UInt64 = 0, placement: ItemPlacement? = nil, reloadMilliseconds: [Double] = [],
    decodeMilliseconds: [Double] = [], bytes: [Int] = [],
    direction: ScrollDirection = .forward, decay: Double = Self.normalDecay, scale: Double = 1,
    clock: Clock = .simulation, keys: [UInt64] = [],
    nextUses: [Int32] = []
  ) {
    self.imageCount = imageCount
    self.limits = limits
    self.settings = settings
    self.seed = seed
    self.placement = placement
    self.reloadMilliseconds = reloadMilliseconds
    self.decodeMilliseconds = decodeMilliseconds
    self.bytes = bytes
    self.direction = direction
    self.decay = decay
    self.scale = scale
    self.clock = clock
    self.keys = keys
    self.nextUses = nextUses
  }

  /// What a policy draws from.
  package var random: PolicyRandom {
    script.map { PolicyRandom(following: $0) } ?? PolicyRandom(seed: seed)
  }

  /// UIKit's normal rate, 0.998 per millisecond: `-1000 ln 0.998`.
  public static let normalDecay = 2.0020026706730794
}

extension PolicySetup {
  /// Whether images come and go and their ids are reused: then `imageCount` says how many ids there
  /// are at first, and no items lie anywhere until `didPlace` tells of them.
  public var reusesIDs: Bool {
    get { placement?.count == 0 }
    set { placement = newValue ? .unknown(imageCount: imageCount) : nil }
  }

  /// Where the items lie: a line unless anything else is known.
  var items: ItemPlacement { placement ?? ItemPlacement(line: imageCount) }

  /// The set-up of a replay of a stream: times count requests, ids are those of the stream.
  @usableFromInline func replaying(_ stream: RequestStream) -> PolicySetup {
    var setup = limitingCount()
    setup.clock = .requests
    if setup.keys.isEmpty { setup.keys = stream.keys }
    return setup
  }
}
