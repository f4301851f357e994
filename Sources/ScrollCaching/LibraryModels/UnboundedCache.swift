import BasicContainers
public import ScrollCore

/// A dictionary, which keeps every image until the system ends its app.
///
/// Neither limits nor memory warnings nor the background remove anything; only an explicit removal
/// does. Many apps do this, and its hit rate is the upper bound without prefetching.
///
/// - Complexity: O(1) per call.
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
    "unbounded", "A dictionary: never evicts, and ignores the budget and memory warnings.",
    facts: PolicyDescriptor.Facts(
      discussion: "No limit and no reaction; a run measures how far it exceeds the budget.",
      limits: .ignored, refusal: .nothing, claims: [.keepsNewcomers, .inclusion]),
    model: { UnboundedCache($0) })
}

/// A model that holds images itself, with the implementation that such models share.
///
/// By default neither system events nor time have an effect.
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
  /// The same limits, where 0 or less means no limit.
  var positive: CacheLimits {
    CacheLimits(
      cost: cost.flatMap { $0 > 0 ? $0 : nil }, count: count.flatMap { $0 > 0 ? $0 : nil })
  }
}

/// The state of a library's model: its residents and their charges, the pinned images, and the
/// removals.
///
/// Every such model counts memory here, so all are charged by the same rule: an image keeps the
/// cost of its insertion.
struct Holdings: ~Copyable {
  private static var absent: Int { -1 }

  private var charges: RigidArray<Int>
  private(set) var count = 0
  /// The sum of the charges.
  private(set) var totalCost = 0
  var pins: PinSet
  private var log = RemovalLog()

  /// Creates empty holdings for images `0..<imageCount`.
  init(imageCount: Int) {
    charges = RigidArray(repeating: Self.absent, count: imageCount)
    pins = PinSet(count: imageCount)
  }

  /// The range of all images.
  var images: Range<Int> { 0..<charges.count }

  func contains(_ image: ImageID) -> Bool { charges[Int(image.index)] != Self.absent }

  /// Returns the charge of a resident.
  func charge(of image: ImageID) -> Int { charges[Int(image.index)] }

  /// Adds an image.
  /// - Precondition: The image is not resident, and its cost is not negative.
  mutating func add(_ image: ImageID, cost: Int) {
    precondition(!contains(image), "\(image) is in already")
    precondition(cost >= 0, "\(image) costs \(cost)")
    charges[Int(image.index)] = cost
    totalCost += cost
    count += 1
  }

  /// Removes an image and records the reason.
  /// - Precondition: The image is resident.
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
