public import ScrollCore

/// Evicts the image that was used last, except for the one that needs the room.
///
/// The policy is optimal on a loop that does not fit: the image just used comes back last. Like
/// `lru`, it is a stack algorithm: with equal sizes more room never costs a hit (R. L. Mattson, J.
/// Gecsei, D. R. Slutz, I. L. Traiger, "Evaluation techniques for storage hierarchies", IBM Systems
/// Journal 9(2), 1970, doi:10.1147/sj.92.0078).
///
/// - Complexity: every operation O(1), a victim O(pinned).
public struct MRUPolicy: EvictionPolicy, ~Copyable {
  /// The order of use; the image used last is at the front, where victims are taken.
  var order: ItemList

  public init(imageCount: Int) { order = ItemList(imageCount: imageCount) }

  public mutating func didHit(_ request: Request) {
    order.remove(request.image)
    order.prepend(request.image)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = order.oldest(sparing: pins) else { return nil }
    order.remove(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    order.prepend(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { order.remove(image) }

  public mutating func grow(toImageCount count: Int) { order.grow(toImageCount: count) }
}

extension MRUPolicy {
  static let descriptor = PolicyDescriptor(
    "mru", "Evicts the most recently used image; best on loops.",
    facts: PolicyDescriptor.Facts(
      discussion: "Evicts by last use, latest first, but never the image that is being stored.",
      claims: [.standard, .reusesIDs, .resizes, .forgets, .inclusion])
  ) { MRUPolicy(imageCount: $0.imageCount) }
}
