import ScrollCore

/// How `s3fifo` and `qd-lp` divide the capacity among their queues, and what they refuse.
///
/// *Small* has a tenth of the capacity, *main* the rest, and the ghosts may have weighed nine
/// tenths; tenths are rounded down. While an image enters through small, small's share is at
/// least what the image costs, and main has what is left (`LargeImages`). With `refusesLarge`, an
/// image that does not fit below the tenth is not stored.
///
/// These are numbers only: the queues are the policy's own.
struct QueueShares {
  private let refusesLarge: Bool
  private var capacity = 0
  /// The tenth of the capacity, and the nine tenths of the ghosts.
  private(set) var small = 0, ghosts = 0
  /// What the image being stored takes of small; 0 for a ghost, which enters main.
  private var newcomer = 0
  /// Whether the image being stored was a ghost.
  private(set) var wasGhost = false

  init(capacity: Int, refusesLarge: Bool) {
    self.refusesLarge = refusesLarge
    divide(capacity)
  }

  /// The small queue's share of a capacity.
  static func tenth(of capacity: Int) -> Int { Int(Double(capacity) * 0.1) }

  /// What main may weigh beside the image being stored.
  var main: Int {
    @inline(__always) get { capacity - max(small, newcomer) }
  }

  /// Divides a capacity, with no image being stored.
  mutating func divide(_ capacity: Int) {
    self.capacity = capacity
    small = Self.tenth(of: capacity)
    ghosts = Int(Double(capacity) * 0.9)
    newcomer = 0
  }

  /// An image is about to be stored; if it was a ghost, the policy has forgotten that one.
  @inline(__always)
  mutating func willStore(_ request: Request, wasGhost: Bool) {
    self.wasGhost = wasGhost
    newcomer = wasGhost ? 0 : request.cost
  }

  /// Whether room is made for an image at all.
  @inline(__always)
  func shouldStore(_ request: Request) -> Bool { !refusesLarge || request.cost <= small }

  /// Whether an image is stored now that there is room for it.
  @inline(__always)
  func shouldInsert(_ request: Request) -> Bool {
    !refusesLarge || wasGhost || request.cost < small
  }
}

extension QueueShares {
  /// What a policy with these shares refuses.
  static let refusal = RefusalRule(
    """
    refuses images larger than the whole cache; with refusesLarge=true all that are not smaller \
    than a tenth of the capacity, rounded down (unless just that large, and remembered from when \
    they were smaller or the capacity larger)
    """
  ) { cost, capacity, settings in
    guard LargeImages.areRefused(settings) else { return cost > capacity }
    let tenth = QueueShares.tenth(of: capacity)
    return cost == tenth ? nil : cost > tenth
  }

  /// The capacity from which on such a policy is of use, in images of equal size.
  static func smallestUseful(_ settings: SettingValues) -> Int {
    LargeImages.areRefused(settings) ? 20 : 2
  }
}
