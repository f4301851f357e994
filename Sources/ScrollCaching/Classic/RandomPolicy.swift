public import ScrollCore

/// Evicts a random image, with the same probability for every image.
///
/// The policy is the baseline without knowledge: if another policy does worse, the information that
/// it uses misleads it. The victim is drawn from the residents with the seeded generator, one draw
/// per victim. The draw is repeated for a pinned image; after 32 repetitions, the unpinned images
/// are counted and one of them is drawn. So all unpinned images still have the same probability.
///
/// - Complexity: every operation O(1); a victim O(residents) where almost everything is pinned.
public struct RandomPolicy: EvictionPolicy, ~Copyable {
  var residents: ImageBag
  var random: PolicyRandom

  public init(imageCount: Int, seed: UInt64) {
    residents = ImageBag(imageCount: imageCount)
    random = PolicyRandom(seed: seed)
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = residents.draw(sparing: pins, from: &random) else { return nil }
    residents.remove(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { residents.remove(image) }

  public mutating func grow(toImageCount count: Int) { residents.grow(toImageCount: count) }
}

extension RandomPolicy {
  static let descriptor = PolicyDescriptor(
    "random", "Evicts a random image.",
    facts: PolicyDescriptor.Facts(
      discussion: "One seeded draw per victim among the residents; drawn again if pinned.",
      drawsAtRandom: true, claims: [.standard, .reusesIDs])
  ) {
    var policy = RandomPolicy(imageCount: $0.imageCount, seed: $0.seed)
    policy.random = $0.random
    return policy
  }
}
