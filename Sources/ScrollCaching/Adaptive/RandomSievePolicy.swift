import BasicContainers
public import ScrollCore

/// Evicts like `sieve-k`, but the hand visits the images in random order.
///
/// A hit adds a use, up to *k*. The hand draws a resident. A resident that has a use loses one, and
/// the hand draws again; a resident without uses is evicted. The rule is that of RanSIEVE, which
/// equals RanCLOCK, in the repository `Effygal/trace-gen` of the trace generator 2DIO.
///
/// - Complexity: a hit O(1); a victim O(1) amortized; O(residents) for each draw where almost
///   everything is pinned.
public struct RandomSievePolicy: EvictionPolicy, ~Copyable {
  var residents: ImageBag
  var uses: RigidArray<UInt8>
  let mostUses: UInt8
  var random: PolicyRandom
  var unseen: UnseenMarks

  init(
    imageCount: Int, mostUses: Int, random: PolicyRandom,
    prefetchedCountsAs standing: PrefetchedImageRule
  ) {
    residents = ImageBag(imageCount: imageCount)
    uses = RigidArray(repeating: 0, count: imageCount)
    self.mostUses = UInt8(truncatingIfNeeded: mostUses)
    self.random = random
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didHit(_ request: Request) {
    let index = Int(request.image.index)
    if !unseen.clear(request.image), uses[index] < mostUses { uses[index] += 1 }
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    while let candidate = residents.draw(sparing: pins, from: &random) {
      if uses[Int(candidate.index)] > 0 {
        uses[Int(candidate.index)] -= 1
      } else if !unseen.passesOver(candidate) {
        didRemove(candidate)
        return candidate
      }
    }
    return nil
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    uses[Int(request.image.index)] = 0
    residents.insert(request.image)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    residents.remove(image)
    unseen.clear(image)
  }

  public mutating func grow(toImageCount count: Int) {
    residents.grow(toImageCount: count)
    uses.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }
}

extension RandomSievePolicy {
  static let descriptor = PolicyDescriptor(
    "ran-sieve", "Like sieve-k, but the hand visits the images in random order.",
    settings: [SieveKPolicy.mostUses(standard: 1), PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: "Randomized SIEVE, as in the trace generator 2DIO.", drawsAtRandom: true,
      claims: [.standard, .reusesIDs])
  ) {
    RandomSievePolicy(
      imageCount: $0.imageCount, mostUses: $0.settings.integer("k"), random: $0.random,
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
