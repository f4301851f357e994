public import ScrollCore

/// Evicts the image that was not used for the longest time.
public struct LRUPolicy: EvictionPolicy, ~Copyable {
  var order: ItemList

  public init(imageCount: Int) { order = ItemList(imageCount: imageCount) }

  public mutating func didHit(_ request: Request) { order.moveToNewest(request.image) }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = order.oldest(sparing: pins) else { return nil }
    order.remove(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    order.append(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { order.remove(image) }

  public mutating func grow(toImageCount count: Int) { order.grow(toImageCount: count) }
}

extension LRUPolicy {
  static let descriptor = PolicyDescriptor(
    "lru", "Evicts the least recently used image.",
    facts: PolicyDescriptor.Facts(
      claims: [
        .standard, .reusesIDs, .resizes, .forgets, .inclusion, .leastRecentlyUsed, .conservative,
        .bestOnWalks,
      ])
  ) { LRUPolicy(imageCount: $0.imageCount) }
}
