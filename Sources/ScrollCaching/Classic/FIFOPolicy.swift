public import ScrollCore

/// Evicts the image that was stored first, regardless of its uses since.
///
/// This is the usual baseline for comparisons. A cache made of an `NSDictionary` and an array of
/// keys evicts in this way.
public struct FIFOPolicy: EvictionPolicy, ~Copyable {
  var order: ItemList

  public init(imageCount: Int) { order = ItemList(imageCount: imageCount) }

  public mutating func didHit(_ request: Request) {}

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

extension FIFOPolicy {
  static let descriptor = PolicyDescriptor(
    "fifo", "Evicts the image that was stored first.",
    facts: PolicyDescriptor.Facts(
      claims: [.standard, .reusesIDs, .resizes, .forgets, .conservative])
  ) { FIFOPolicy(imageCount: $0.imageCount) }
}
