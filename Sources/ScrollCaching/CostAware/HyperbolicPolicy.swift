import BasicContainers
public import ScrollCore

/// Evicts, of a few residents, the one with the fewest uses in its time.
///
/// Rank = uses x cost / (bytes x age), the age in requests since it was stored, at least 1, and
/// the storing counting as a use. The least of `samples` residents leaves, drawn with
/// repetitions, or of all if there are no more than that. A. Blankstein, S. Sen, M. Freedman,
/// "Hyperbolic Caching: Flexible Caching for Web Applications", USENIX ATC 2017.
///
/// The default cost is the size (`bytes`), so that sizes do not count, as in other simulators;
/// with `one` the paper's size-aware rule. Among equals the one stored earlier leaves. Pinned
/// images that are drawn do not count, and if no others were drawn all residents are looked
/// at. Uses and age begin with the first view of a prefetched image; until then they are those
/// of an image stored when it was. The size is that of insertion; 0 bytes count as 1. The
/// residents that are drawn from stand in an array, in which the last one takes the place of
/// one that leaves.
///
/// - Complexity: O(1), a victim O(samples); O(residents) if only pinned images are drawn.
public struct HyperbolicPolicy: EvictionPolicy, ~Copyable {
  struct Entry: BitwiseCopyable {
    /// Requests when it was stored.
    var stored = 0
    /// A number that rises with every image stored.
    var admitted = 0
    var uses = 0
    var costPerByte = 0.0
  }

  struct Rank: Comparable, BitwiseCopyable {
    var priority: Double
    var admitted: Int

    static func < (left: Self, right: Self) -> Bool {
      left.priority < right.priority
        || (left.priority == right.priority && left.admitted < right.admitted)
    }
  }

  var residents: ImageBag
  var entries: RigidArray<Entry>
  var candidates: Candidates<Rank>
  var costs: MissCosts
  let samples: Int
  var random: PolicyRandom
  var requests = 0
  var admissions = 0
  var unseen: UnseenMarks

  /// An empty order.
  /// - Parameters:
  ///   - imageCount: images are `0..<imageCount`.
  ///   - samples: how many residents are drawn when one must leave.
  ///   - cost: what a miss costs.
  ///   - milliseconds: the times that `cost` measures, by image; empty means 1 each.
  ///   - seed: what the draws depend on.
  ///   - standing: what a prefetched image is.
  /// - Precondition: `samples` is positive.
  public init(
    imageCount: Int, samples: Int = 64, cost: ReloadCost = .bytes, milliseconds: [Double] = [],
    seed: UInt64 = 0, prefetchedCountsAs standing: PrefetchStanding = .unseen
  ) {
    precondition(samples > 0, "\(samples) samples are none")
    residents = ImageBag(imageCount: imageCount)
    entries = RigidArray(repeating: Entry(), count: imageCount)
    candidates = Candidates(capacity: max(samples, imageCount))
    costs = MissCosts(cost, imageCount: imageCount, milliseconds: milliseconds)
    self.samples = samples
    random = PolicyRandom(seed: seed)
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didMiss(_ request: Request) { requests += 1 }

  public mutating func didHit(_ request: Request) {
    requests += 1
    if unseen.clear(request.image) {
      begin(request.image)
    } else {
      entries[Int(request.image.index)].uses += 1
    }
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    candidates.removeAll()
    if residents.count > samples {
      for _ in 0..<samples {
        let image = residents[random.below(residents.count)]
        if !pins.contains(image) { candidates.append(image, rank: rank(of: image)) }
      }
    }
    if candidates.isEmpty {
      for number in 0..<residents.count where !pins.contains(residents[number]) {
        candidates.append(residents[number], rank: rank(of: residents[number]))
      }
    }
    guard let victim = candidates.least(passingOver: &unseen) else { return nil }
    didRemove(victim.image)
    return victim.image
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
    entries[Int(request.image.index)].costPerByte = costs.costPerByte(request)
    begin(request.image)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    residents.remove(image)
    unseen.clear(image)
  }

  public mutating func grow(toImageCount count: Int) {
    residents.grow(toImageCount: count)
    entries.grow(to: count, filling: Entry())
    candidates.grow(toCapacity: count)
    costs.grow(toImageCount: count)
    unseen.grow(toImageCount: count)
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    costs.didMeasure(image, decode: decode, reload: reload)
  }

  /// Begins to count an image's uses and age.
  private mutating func begin(_ image: ImageID) {
    admissions += 1
    let index = Int(image.index)
    entries[index].stored = requests
    entries[index].admitted = admissions
    entries[index].uses = 1
  }

  private func rank(of image: ImageID) -> Rank {
    let entry = entries[Int(image.index)]
    let age = Double(max(requests - entry.stored, 1))
    return Rank(
      priority: Double(entry.uses) * entry.costPerByte / age, admitted: entry.admitted)
  }
}

extension HyperbolicPolicy {
  static let descriptor = PolicyDescriptor(
    "hyperbolic",
    "Evicts, from a random sample, the image with the fewest uses for its time in the cache.",
    settings: [
      Setting(
        "samples", .integer(1...4096), standard: "64",
        "How many residents are drawn when one must leave; no more than that: all of them."),
      ReloadCost.setting(standard: .bytes),
      PrefetchStanding.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Blankstein, Sen, Freedman, USENIX ATC 2017. The default cost is the size, so that sizes do \
        not count.
        """, drawsAtRandom: true, claims: [.standard, .reusesIDs])
  ) {
    let cost = ReloadCost($0.settings)
    var policy = HyperbolicPolicy(
      imageCount: $0.imageCount, samples: $0.settings.integer("samples"), cost: cost,
      milliseconds: cost.milliseconds(in: $0), seed: $0.seed,
      prefetchedCountsAs: PrefetchStanding($0.settings))
    policy.random = $0.random
    return policy
  }
}

/// Those of whom one leaves: the least, by a rank of this moment.
///
/// For policies that rank a few residents, or all, whenever one must leave.
struct Candidates<Rank: Comparable & BitwiseCopyable>: ~Copyable {
  struct Candidate: BitwiseCopyable {
    var image: Int32
    var rank: Rank
  }

  private var candidates: RigidArray<Candidate>

  /// Room for that many.
  init(capacity: Int) { candidates = RigidArray(capacity: capacity) }

  /// Room for more.
  mutating func grow(toCapacity capacity: Int) { candidates.reserveCapacity(capacity) }

  var isEmpty: Bool { candidates.isEmpty }

  mutating func removeAll() { candidates.removeAll() }

  mutating func append(_ image: ImageID, rank: Rank) {
    candidates.append(Candidate(image: image.index, rank: rank))
  }

  /// The least, of equals the one appended first; those passed over are none.
  ///
  /// If all are passed over, the first of them all the same. May drop candidates.
  mutating func least(passingOver unseen: inout UnseenMarks) -> (image: ImageID, rank: Rank)? {
    var first: (image: ImageID, rank: Rank)?
    while var least = candidates.isEmpty ? nil : candidates[0] {
      for place in 1..<max(1, candidates.count) where candidates[place].rank < least.rank {
        least = candidates[place]
      }
      let image = ImageID(least.image)
      guard unseen.passesOver(image) else { return (image, least.rank) }
      first = first ?? (image, least.rank)
      // It may have been drawn more than once.
      var kept = 0
      for place in 0..<candidates.count where candidates[place].image != least.image {
        candidates[kept] = candidates[place]
        kept += 1
      }
      candidates.removeLast(candidates.count - kept)
    }
    return first
  }
}
