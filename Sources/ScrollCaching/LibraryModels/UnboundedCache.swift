import BasicContainers
public import ScrollCore

/// A dictionary: keeps everything for ever and gets its app killed.
///
/// Neither limits nor memory warnings nor the background remove anything; only being asked
/// to does. What many apps do, and the upper bound of any hit rate without prefetching.
///
/// - Complexity: O(1) per verb.
public final class UnboundedCache: HoldingModel {
  var holdings: Holdings

  public init(_ setup: PolicySetup) { holdings = Holdings(imageCount: setup.imageCount) }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    holdings.add(request.image, cost: request.cost)
    return .stored
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    holdings.drop(image, because: reason, notifyingDelegate: false)
  }

  public func setLimits(_ limits: CacheLimits) {}
}

extension UnboundedCache {
  static let descriptor = PolicyDescriptor(
    "unbounded", "A dictionary: never evicts, whatever the budget and the memory warnings say.",
    facts: PolicyDescriptor.Facts(
      discussion: "No limit, no reaction: how far it goes over the budget is the result.",
      limits: .ignored, refusal: .nothing, claims: [.keepsNewcomers, .inclusion]),
    model: { UnboundedCache($0) })
}

/// A model that holds images itself: what all of them answer alike.
///
/// By default the system changes nothing and time does nothing.
protocol HoldingModel: CacheModel {
  var holdings: Holdings { get set }
}

extension HoldingModel {
  public func lookup(_ request: Request) -> Bool { contains(request.image) }
  public func contains(_ image: ImageID) -> Bool { holdings.contains(image) }
  public var residentCount: Int { holdings.count }
  public var totalCost: Int { holdings.totalCost }
  public func drainRemovals(_ body: (Removal) -> Void) { holdings.drain(body) }
  public func removeAll(because reason: RemovalReason) {
    for index in holdings.images { remove(ImageID(index), because: reason) }
  }

  public func pin(_ image: ImageID) { holdings.pins.insert(image) }
  public func unpin(_ image: ImageID) { holdings.pins.remove(image) }
  public func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  public func didEnterBackground(at time: SimTime) {}
  public var needsTicks: Bool { false }
}

extension CacheLimits {
  /// The same limits, those of 0 or less being none.
  var positive: CacheLimits {
    CacheLimits(
      cost: cost.flatMap { $0 > 0 ? $0 : nil }, count: count.flatMap { $0 > 0 ? $0 : nil })
  }
}

/// What a library's model holds: its residents and their charges, the pinned images, removals.
///
/// The one place where such a model counts memory, so that all are charged by the same rule: an
/// image keeps the cost of its insertion.
struct Holdings: ~Copyable {
  private static var absent: Int { -1 }

  private var charges: RigidArray<Int>
  private(set) var count = 0
  /// The sum of the charges.
  private(set) var totalCost = 0
  var pins: PinSet
  private var log = RemovalLog()

  /// Holds nothing yet; images are `0..<imageCount`.
  init(imageCount: Int) {
    charges = RigidArray(repeating: Self.absent, count: imageCount)
    pins = PinSet(count: imageCount)
  }

  /// Every image there could be.
  var images: Range<Int> { 0..<charges.count }

  func contains(_ image: ImageID) -> Bool { charges[Int(image.index)] != Self.absent }

  /// What a resident was charged.
  func charge(of image: ImageID) -> Int { charges[Int(image.index)] }

  /// Takes an image in.
  /// - Precondition: it is not in, and its cost is not negative.
  mutating func add(_ image: ImageID, cost: Int) {
    precondition(!contains(image), "\(image) is in already")
    precondition(cost >= 0, "\(image) costs \(cost)")
    charges[Int(image.index)] = cost
    totalCost += cost
    count += 1
  }

  /// Lets an image go and notes why.
  /// - Precondition: it is in.
  mutating func drop(
    _ image: ImageID, because reason: RemovalReason, notifyingDelegate notifies: Bool
  ) {
    let charge = charge(of: image)
    precondition(charge != Self.absent, "\(image) is dropped but not in")
    charges[Int(image.index)] = Self.absent
    totalCost -= charge
    count -= 1
    log.append(Removal(image: image, reason: reason, cost: charge, notifiesDelegate: notifies))
  }

  mutating func drain(_ body: (Removal) -> Void) { log.drain(body) }
}
