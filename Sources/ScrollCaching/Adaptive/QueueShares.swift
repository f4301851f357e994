import ScrollCore

/// The shares of the capacity that `s3fifo`, `s4fifo`, `clock2q-plus` and `qd-lp` give to their
/// queues, and the images that they refuse.
///
/// *Small* has a tenth of the capacity unless `s4fifo` sets another share, and *main* has the rest.
/// The images that the ghosts represent may have weighed up to nine tenths. Shares are rounded
/// down. While an image enters through small, small's share is at least the cost of the image, and
/// main has the rest (`LargeImages`). With `refusesLarge`, an image that is not smaller than
/// small's share is not stored.
///
/// This type contains only numbers; each policy has its own queues.
struct QueueShares {
  private let refusesLarge: Bool
  private let smallShare: Double, ghostShare: Double
  private var capacity = 0
  /// The weights for small and for the ghosts: a tenth and nine tenths of the capacity.
  private(set) var small = 0, ghosts = 0
  /// The cost of the image being stored if it enters small; 0 for a ghost, which enters main.
  private var newcomer = 0
  /// A Boolean value that indicates whether the image being stored was a ghost.
  private(set) var wasGhost = false

  init(
    capacity: Int, refusesLarge: Bool, smallShare: Double = QueueShares.tenth,
    ghostShare: Double = 0.9
  ) {
    self.refusesLarge = refusesLarge
    self.smallShare = smallShare
    self.ghostShare = ghostShare
    divide(capacity)
  }

  /// The small queue's share of the capacity.
  static var tenth: Double { 0.1 }

  /// Returns a share of a capacity, rounded down.
  static func share(_ share: Double, of capacity: Int) -> Int {
    Int(min(Double(capacity) * share, .mostCapacity))
  }

  /// The weight that main may have in addition to the image being stored.
  var main: Int {
    @inline(__always) get { capacity - max(small, newcomer) }
  }

  /// Divides a capacity while no image is being stored.
  mutating func divide(_ capacity: Int) {
    self.capacity = capacity
    small = Self.share(smallShare, of: capacity)
    ghosts = Self.share(ghostShare, of: capacity)
    newcomer = 0
  }

  /// Records that an image is about to be stored.
  ///
  /// If it was a ghost, the policy has already forgotten the ghost.
  @inline(__always)
  mutating func willStore(_ request: Request, wasGhost: Bool) {
    self.wasGhost = wasGhost
    newcomer = wasGhost ? 0 : request.cost
  }

  /// Returns whether the policy makes room for an image at all.
  @inline(__always)
  func shouldStore(_ request: Request) -> Bool { !refusesLarge || request.cost <= small }

  /// Returns whether an image is stored after room was made for it.
  @inline(__always)
  func shouldInsert(_ request: Request) -> Bool {
    !refusesLarge || wasGhost || request.cost < small
  }
}

extension QueueShares {
  /// The setting for the small queue's share, for policies that have this setting.
  static let smallShare = Setting(
    "smallShare", .number(0.01...0.9), standard: "0.1",
    "The share of the capacity for the small queue; the rest is for main.")

  private static func smallShare(_ settings: SettingValues) -> Double {
    settings.pairs.contains { $0.name == smallShare.name }
      ? settings.number(smallShare.name) : tenth
  }

  /// The images that a policy with these shares refuses.
  static let refusal = RefusalRule(
    """
    refuses images larger than the whole cache; with refusesLarge=true, also images larger than \
    a tenth of the capacity (rounded down), and images of exactly that size unless it remembers \
    them from another size or capacity
    """
  ) { cost, capacity, settings in
    guard LargeImages.areRefused(settings) else { return cost > capacity }
    let small = share(smallShare(settings), of: capacity)
    return cost == small ? nil : cost > small
  }

  /// Returns the smallest capacity at which a policy with these shares is useful, in images of
  /// equal size.
  static func smallestUseful(_ settings: SettingValues) -> Int {
    LargeImages.areRefused(settings) ? Int((2 / smallShare(settings)).rounded(.up)) : 2
  }
}

/// The treatment of images that are larger than the share of a policy's first queue.
///
/// `s3fifo`, `qd-lp` and `w-tinylfu` let images in through a queue for a small share of the
/// capacity. In libCacheSim such a queue refuses images larger than its share, so a cache with room
/// for only a few images stores nothing at all. Here it holds at least one image: while an image
/// enters through it, the queue's share is the larger of its part of the capacity and the image's
/// cost, and the other queue has the rest. Nothing changes for images within the share.
enum LargeImages {
  /// The setting that makes a policy refuse large images, as libCacheSim does.
  static let setting = Setting(
    "refusesLarge", .flag, standard: "false",
    """
    Images larger than the share of the first queue are refused, as in libCacheSim; otherwise \
    that queue holds at least one image.
    """
  ).later

  static func areRefused(_ settings: SettingValues) -> Bool { settings.flag(setting.name) }
}
