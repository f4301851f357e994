import BasicContainers
import ScrollCore

/// The images that a cache holds itself, in order of use, and those that only a view still holds.
///
/// Libraries with weak or counted references apply their limits only to the images that they hold
/// themselves. A pinned image is one that a view holds: after it leaves the order it stays
/// reachable and charged until it is unpinned. An image that is not pinned is always in the order.
///
/// - Complexity: every operation O(1) per image that it moves.
struct StrongReferences: ~Copyable {
  var holdings: Holdings
  private var order: ItemList
  /// The reason why an image left the order, plus 1; 0 for images in the order and for unknown
  /// ones.
  private var releases: RigidArray<UInt8>
  /// The cost and the number of the images in the order.
  private(set) var cost = 0, count = 0
  /// A Boolean value that indicates whether the delegate is called for evictions.
  private let notifiesDelegate: Bool

  init(imageCount: Int, notifyingDelegate notifies: Bool = false) {
    holdings = Holdings(imageCount: imageCount)
    order = ItemList(imageCount: imageCount)
    releases = RigidArray(repeating: 0, count: imageCount)
    notifiesDelegate = notifies
  }

  func contains(_ image: ImageID) -> Bool { holdings.contains(image) }
  func isPinned(_ image: ImageID) -> Bool { holdings.pins.contains(image) }

  /// Returns whether only a view holds an image.
  func isReleased(_ image: ImageID) -> Bool { releases[Int(image.index)] > 0 }

  /// Adds an image as the newest of the order.
  /// - Precondition: The image is not resident.
  mutating func insert(_ image: ImageID, cost: Int) {
    holdings.add(image, cost: cost)
    append(image)
  }

  /// Adds an image that only a view holds, which is pinned.
  /// - Precondition: The image is not resident.
  mutating func insertReleased(_ image: ImageID, cost: Int) {
    holdings.add(image, cost: cost)
    releases[Int(image.index)] = 1 + RemovalReason.cost.rawValue
  }

  /// Makes an image the newest of the order, even if only a view held it before.
  /// - Precondition: The image is resident.
  mutating func use(_ image: ImageID) {
    if isReleased(image) {
      releases[Int(image.index)] = 0
      append(image)
    } else {
      order.moveToNewest(image)
    }
  }

  /// Takes an image out of the order and leaves it to the view that holds it.
  /// - Precondition: The image is in the order, and pinned.
  mutating func release(_ image: ImageID, because reason: RemovalReason) {
    detach(image)
    releases[Int(image.index)] = 1 + reason.rawValue
  }

  /// Removes an image, if it is resident.
  mutating func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    if isReleased(image) { releases[Int(image.index)] = 0 } else { detach(image) }
    let isTold = notifiesDelegate && reason != .replaced && reason != .removed
    holdings.drop(image, because: reason, notifyingDelegate: isTold)
  }

  /// Removes an image that only a view held, for the reason why it left the order.
  mutating func removeReleased(_ image: ImageID) {
    let release = releases[Int(image.index)]
    guard release > 0, let reason = RemovalReason(rawValue: release - 1) else { return }
    remove(image, because: reason)
  }

  mutating func removeAll(because reason: RemovalReason) {
    for index in holdings.images { remove(ImageID(index), because: reason) }
  }

  /// Removes the oldest images from the order until the rest is within these limits; pinned ones
  /// stay with their views.
  ///
  /// Without a reason, the reason is the limit that is exceeded, the cost first.
  mutating func trim(toCost costLimit: Int, count countLimit: Int, because reason: RemovalReason?) {
    while cost > costLimit || count > countLimit, let oldest = order.oldest() {
      let reason = reason ?? (cost > costLimit ? .cost : .count)
      if isPinned(oldest) {
        release(oldest, because: reason)
      } else {
        remove(oldest, because: reason)
      }
    }
  }

  private mutating func append(_ image: ImageID) {
    order.append(image)
    cost += holdings.charge(of: image)
    count += 1
  }

  private mutating func detach(_ image: ImageID) {
    order.remove(image)
    cost -= holdings.charge(of: image)
    count -= 1
  }
}

/// A model that applies its limits only to the images it holds itself, with the implementation that
/// such models share.
protocol ReferencingModel: CacheModel {
  var references: StrongReferences { get set }
}

extension ReferencingModel {
  public func contains(_ image: ImageID) -> Bool { references.contains(image) }
  public var residentCount: Int { references.holdings.count }
  public var totalCost: Int { references.holdings.totalCost }
  public func drainRemovals(_ body: (Removal) -> Void) { references.holdings.drain(body) }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    references.remove(image, because: reason)
  }

  public func removeAll(because reason: RemovalReason) { references.removeAll(because: reason) }

  public func pin(_ image: ImageID) { references.holdings.pins.insert(image) }

  public func unpin(_ image: ImageID) {
    references.holdings.pins.remove(image)
    references.removeReleased(image)
  }

  public func didEnterBackground(at time: SimTime) {}
  public var needsTicks: Bool { false }
}
