public import ScrollCore

/// NSCache on Apple's systems, in the reading that takes its documentation literally: limits are
/// only hints.
///
/// "Not a strict limit": an object that exceeds one "could be evicted instantly, later, or possibly
/// never". Here it never is. A memory warning of either level drops everything that is not pinned,
/// and so does going to the background unless images are NSDiscardableContent
/// (`content=discardable`), both in ascending order of images. The delegate is called for every
/// removed value.
///
/// Evidence: the documentation, and reports from the years of iOS 7 of memory that grew until the
/// app was killed. This reading does not agree with the limits that were observed since. It is the
/// worst case that the documentation allows, and stays in the catalog for comparison.
///
/// - Complexity: O(1) per call, O(images) to drop everything.
public final class NSCacheDocs: HoldingModel {
  var holdings: Holdings
  private let isDiscardable: Bool

  /// Creates an empty cache, which ignores limits.
  public init(_ setup: PolicySetup, isDiscardable: Bool = false) {
    holdings = Holdings(imageCount: setup.imageCount)
    self.isDiscardable = isDiscardable
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    holdings.add(request.image, cost: max(0, request.cost))
    return .stored
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    holdings.drop(image, because: reason, notifyingDelegate: true)
  }

  private func dropUnpinned(because reason: RemovalReason) {
    for index in holdings.images where !holdings.pins.contains(ImageID(index)) {
      remove(ImageID(index), because: reason)
    }
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level != .normal { dropUnpinned(because: .pressure) }
  }

  public func didEnterBackground(at time: SimTime) {
    if !isDiscardable { dropUnpinned(because: .background) }
  }

  public func setLimits(_ limits: CacheLimits) {}
}

extension NSCacheDocs {
  static let descriptor = PolicyDescriptor(
    "nscache-docs", "NSCache by its documentation: limits are hints, only warnings empty it.",
    settings: [DiscardableContents.setting],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Count and cost limits are ignored ("instantly, later, or possibly never"); memory \
        warnings drop everything, the background drops everything that is not \
        NSDiscardableContent. Source: the documentation of NSCache. Evidence: reports from the \
        years of iOS 7; later observations of its limits refute it. The worst case that \
        the documentation allows.
        """,
      limits: .ignored, zeroIsNoLimit: true, refusal: .nothing,
      claims: [.keepsNewcomers, .inclusion]),
    model: { NSCacheDocs($0, isDiscardable: $0.settings["content"] == "discardable") })
}
