import BasicContainers
public import ScrollCore

/// Evicts the image with the fewest uses since it was stored; of several, the one used last.
///
/// The policy is `lfu` with the opposite tie-break: among images with equal counts, the last to
/// reach the count is evicted. If many images are used equally often and do not all fit, the
/// residents stay until they are used again instead of being replaced in turns: the policy resists
/// churn.
///
/// L. V. Rodriguez, F. Yusuf, S. Lyons, E. Paz, R. Rangaswami, J. Liu, M. Zhao, G. Narasimhan,
/// "Learning Cache Replacement with CACHEUS", FAST 2021, where it is one of two experts. The
/// newcomer is never the victim, so in a full cache of images used once each newcomer replaces
/// the one before it.
///
/// - Complexity: every operation O(1); O(pinned) for a victim.
public struct CRLFUPolicy: EvictionPolicy, ~Copyable {
  /// The counts and the order of the residents; `LFUPolicy` does not choose the victims.
  var ranks: LFUPolicy

  public init(imageCount: Int, prefetchedCountsAs standing: PrefetchedImageRule = .unseen) {
    ranks = LFUPolicy(imageCount: imageCount, prefetchedCountsAs: standing)
  }

  public mutating func didHit(_ request: Request) { ranks.didHit(request) }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    // The second attempt is for images that were all passed over.
    guard let victim = candidate(sparing: pins) ?? candidate(sparing: pins) else { return nil }
    ranks.didRemove(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    ranks.didInsert(request, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) { ranks.didRemove(image) }

  public mutating func grow(toImageCount count: Int) { ranks.grow(toImageCount: count) }

  /// Returns the newest image of the lowest class that has one neither pinned nor passed over.
  private mutating func candidate(sparing pins: borrowing PinSet) -> ImageID? {
    var oldest = ranks.order.oldest()
    while let last = oldest {
      let newest = ImageID(ranks.classes[Int(ranks.classOf[Int(last.index)])].newest)
      var candidate = newest
      while pins.contains(candidate) || ranks.unseen.passesOver(candidate) {
        guard candidate != last, let older = ranks.order.older(than: candidate) else {
          oldest = ranks.order.newer(than: newest)
          break
        }
        candidate = older
      }
      if oldest == last { return candidate }
    }
    return nil
  }
}

extension CRLFUPolicy {
  static let descriptor = PolicyDescriptor(
    "cr-lfu", "Evicts the image with the fewest uses; of several, the most recently used.",
    settings: [PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: "Resists churn, where lfu does not. Rodriguez et al., FAST 2021.",
      claims: [.standard, .reusesIDs])
  ) {
    CRLFUPolicy(imageCount: $0.imageCount, prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
