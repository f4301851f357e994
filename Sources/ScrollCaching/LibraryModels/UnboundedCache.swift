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
