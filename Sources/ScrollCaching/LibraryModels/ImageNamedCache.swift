public import ScrollCore

/// The cache behind `UIImage(named:)`, which keeps every image until memory is short.
///
/// An app can neither set a limit nor query the cache. A memory warning of either level removes
/// every image without references; the background changes nothing.
///
/// Source: Apple's documentation of `UIImage`, "init(named:)", which promises that images may be
/// purged under memory pressure and mentions neither an order nor a limit. Evidence: an
/// approximation; not compared with the real cache. Choices: a pinned image is one that a view
/// refers to; the others are removed in the order in which they were stored.
///
/// - Complexity: O(1) per call and removed image.
public final class ImageNamedCache: HoldingModel {
  var holdings: Holdings
  /// The residents, in the order of their stores.
  private var order: ItemList

  public init(_ setup: PolicySetup) {
    holdings = Holdings(imageCount: setup.imageCount)
    order = ItemList(imageCount: setup.imageCount)
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    holdings.add(request.image, cost: max(0, request.cost))
    order.append(request.image)
    return .stored
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    order.remove(image)
    holdings.drop(image, because: reason, notifyingDelegate: false)
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    while let image = order.oldest(sparing: holdings.pins) { remove(image, because: .pressure) }
  }

  public func setLimits(_ limits: CacheLimits) {}
}

extension ImageNamedCache {
  static let descriptor = PolicyDescriptor(
    "image-named", "The cache of UIImage(named:): no limit; warnings purge images not in use.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        Keeps everything and ignores the budget; a memory warning removes all images that are \
        not pinned. Source: Apple's documentation of UIImage. Evidence: an approximation of the \
        documentation, which omits order and limits.
        """,
      limits: .ignored, refusal: .nothing, claims: [.keepsNewcomers, .inclusion]),
    model: { ImageNamedCache($0) })
}
