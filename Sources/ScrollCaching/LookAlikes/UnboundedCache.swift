public import ScrollCore

/// A dictionary: keeps everything for ever and gets its app killed.
///
/// Neither limits nor memory warnings nor the background remove anything; only being asked
/// to does. What many apps do, and the upper bound of any hit rate without prefetching.
///
/// - Complexity: O(1) per verb.
public final class UnboundedCache: CacheModel {
  private var holdings: Holdings

  public init(_ setup: PolicySetup) { holdings = Holdings(imageCount: setup.imageCount) }

  public func lookup(_ request: Request) -> Bool { holdings.contains(request.image) }
  public func contains(_ image: ImageID) -> Bool { holdings.contains(image) }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    holdings.add(request.image, cost: request.cost)
    return .stored
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    holdings.drop(image, because: reason, notifyingDelegate: false)
  }

  public func removeAll(because reason: RemovalReason) {
    for index in holdings.images { remove(ImageID(index), because: reason) }
  }

  public func pin(_ image: ImageID) {}
  public func unpin(_ image: ImageID) {}
  public func setLimits(_ limits: CacheLimits) {}
  public func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  public func didEnterBackground(at time: SimTime) {}
  public var needsTicks: Bool { false }
  public var residentCount: Int { holdings.count }
  public var totalCost: Int { holdings.totalCost }
  public func drainRemovals(_ body: (Removal) -> Void) { holdings.drain(body) }
}

extension UnboundedCache {
  static let descriptor = PolicyDescriptor(
    "unbounded", "A dictionary: never evicts, whatever the budget and the memory warnings say.",
    facts: PolicyDescriptor.Facts(
      discussion: "No limit, no reaction: how far it goes over the budget is the result.",
      limits: .ignored, refusal: .nothing, claims: [.keepsNewcomers, .inclusion]),
    model: { UnboundedCache($0) })
}
