public import ScrollCore

/// Evicts a random image, with the same probability for every image.
///
/// The policy is the baseline without knowledge: a policy that does worse is misled by its memory.
/// The victim is drawn from the residents with the seeded generator, one draw per victim. The draw
/// is repeated for a pinned image; after 32 repetitions an unpinned image is drawn by counting, so
/// all unpinned images still have the same probability.
///
/// - Complexity: every verb O(1); a victim O(residents) where almost everything is pinned.
public struct RandomPolicy: EvictionPolicy, ~Copyable {
  static var mostAttempts: Int { 32 }

  var residents: ImageBag
  var random: PolicyRandom

  public init(imageCount: Int, seed: UInt64) {
    residents = ImageBag(imageCount: imageCount)
    random = PolicyRandom(seed: seed)
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard !residents.isEmpty else { return nil }
    for _ in 1...Self.mostAttempts {
      let victim = residents[random.below(residents.count)]
      if !pins.contains(victim) {
        residents.remove(victim)
        return victim
      }
    }
    return drawUnpinned(sparing: pins)
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { residents.remove(image) }

  public mutating func grow(toImageCount count: Int) { residents.grow(toImageCount: count) }

  private mutating func drawUnpinned(sparing pins: borrowing PinSet) -> ImageID? {
    var free = 0
    for number in 0..<residents.count where !pins.contains(residents[number]) { free += 1 }
    guard free > 0 else { return nil }
    var left = random.below(free)
    for number in 0..<residents.count where !pins.contains(residents[number]) {
      if left == 0 {
        let victim = residents[number]
        residents.remove(victim)
        return victim
      }
      left -= 1
    }
    return nil
  }
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
