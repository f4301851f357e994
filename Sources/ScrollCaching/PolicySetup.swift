public import ScrollCore

/// Everything that a policy may know before the first request.
public struct PolicySetup: Sendable {
  /// Images are `0..<imageCount`.
  public var imageCount: Int
  public var limits: CacheLimits
  /// Checked and complete.
  public var settings: SettingValues
  public var seed: UInt64
  /// Where the items lie; nil means one long each, in the order of the images.
  public var placement: ItemPlacement?
  /// Milliseconds to read or download and decode each image again; empty means 1 each.
  public var reloadMilliseconds: [Double]
  /// The direction before anything has moved.
  public var direction: ScrollDirection
  /// For each request its next use (`RequestStream.nextUses`); empty where the future is
  /// not known, which is everywhere but in `replay`.
  public var nextUses: [Int32]

  public init(
    imageCount: Int, limits: CacheLimits, settings: SettingValues = SettingValues(),
    seed: UInt64 = 0, placement: ItemPlacement? = nil, reloadMilliseconds: [Double] = [],
    direction: ScrollDirection = .forward, nextUses: [Int32] = []
  ) {
    self.imageCount = imageCount
    self.limits = limits
    self.settings = settings
    self.seed = seed
    self.placement = placement
    self.reloadMilliseconds = reloadMilliseconds
    self.direction = direction
    self.nextUses = nextUses
  }
}
