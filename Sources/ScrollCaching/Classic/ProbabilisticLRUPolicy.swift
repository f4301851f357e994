public import ScrollCore

/// Evicts like `lru`, but promotes an image with some probability only.
///
/// A hit makes the image the newest with the probability of the setting; the oldest image is
/// evicted. With probability 1 this is `lru`, with 0 `fifo`. The rule is that of `lpLRU_prob.c` in
/// the repository of "Demystifying and Improving Lazy Promotion in Cache Eviction", PVLDB 19(4).
public struct ProbabilisticLRUPolicy: EvictionPolicy, ~Copyable {
  var order: ItemList
  var random: PolicyRandom
  let probability: Double

  init(imageCount: Int, probability: Double, random: PolicyRandom) {
    order = ItemList(imageCount: imageCount)
    self.random = random
    self.probability = probability
  }

  public mutating func didHit(_ request: Request) {
    if random.chance(probability) { order.moveToNewest(request.image) }
  }

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

extension ProbabilisticLRUPolicy {
  static let descriptor = PolicyDescriptor(
    "prob-lru", "Like lru, but each use counts only with some probability.",
    settings: [
      Setting(
        "probability", .number(0...1), standard: "0.5", "The probability that a hit promotes.")
    ],
    facts: PolicyDescriptor.Facts(
      discussion: "PVLDB 19(4), 2026. One seeded draw per hit.", drawsAtRandom: true,
      claims: [.standard, .reusesIDs])
  ) {
    ProbabilisticLRUPolicy(
      imageCount: $0.imageCount, probability: $0.settings.number("probability"),
      random: $0.random)
  }
}
