import BasicContainers
public import ScrollCore

/// Evicts the image with the fewest uses per unit of time, from a small random sample of residents.
///
/// The rank of an image is uses x cost / (bytes x age). The age is the number of requests since the
/// image was stored, at least 1; the store counts as a use. The policy draws `samples` residents,
/// with repetitions, and evicts the one with the lowest rank; if there are no more residents than
/// that, all are ranked. A. Blankstein, S. Sen, M. Freedman, "Hyperbolic Caching: Flexible Caching
/// for Web Applications", USENIX ATC 2017.
///
/// The default cost is the size (`bytes`), so that sizes do not count, as in other simulators;
/// `one` gives the paper's size-aware rule. Of images with equal ranks, the one stored earlier is
/// evicted. Pinned images that are drawn do not count, and if no others were drawn all residents
/// are examined. Uses and age begin with the first view of a prefetched image; until then they are
/// those of an image stored at the same time. The size is that at insertion; 0 bytes count as 1.
/// The residents are in an array, in which the last one takes the place of a removed one.
///
/// - Complexity: O(1), a victim O(samples); O(residents) if only pinned images are drawn.
public struct HyperbolicPolicy: EvictionPolicy, ~Copyable {
  struct Entry: BitwiseCopyable {
    /// The number of requests when the image was stored.
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

  /// Creates an empty order.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - samples: The number of residents that are drawn for an eviction.
  ///   - cost: The cost of a miss.
  ///   - milliseconds: The time of each image that `cost` uses; empty means 1 each.
  ///   - seed: The seed of the draws.
  ///   - standing: The state of a prefetched image until its first view.
  /// - Precondition: `samples` is positive.
  public init(
    imageCount: Int, samples: Int = 64, cost: ReloadCost = .bytes, milliseconds: [Double] = [],
    seed: UInt64 = 0, prefetchedCountsAs standing: PrefetchedImageRule = .unseen
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
        "The number of images in the sample for an eviction."),
      ReloadCost.setting(standard: .bytes),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Blankstein, Sen, Freedman, USENIX ATC 2017. The default cost is the size, so sizes have \
        no effect.
        """, drawsAtRandom: true, claims: [.standard, .reusesIDs])
  ) {
    let cost = ReloadCost($0.settings)
    var policy = HyperbolicPolicy(
      imageCount: $0.imageCount, samples: $0.settings.integer("samples"), cost: cost,
      milliseconds: cost.milliseconds(in: $0), seed: $0.seed,
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
    policy.random = $0.random
    return policy
  }
}

/// The candidates of an eviction with their ranks at that moment; the one with the least rank is
/// evicted.
///
/// The type serves policies that rank a few residents, or all, at every eviction.
struct Candidates<Rank: Comparable & BitwiseCopyable>: ~Copyable {
  struct Candidate: BitwiseCopyable {
    var image: Int32
    var rank: Rank
  }

  private var candidates: RigidArray<Candidate>

  /// Creates an empty list with room for a number of candidates.
  init(capacity: Int) { candidates = RigidArray(capacity: capacity) }

  /// Makes room for more candidates.
  mutating func grow(toCapacity capacity: Int) { candidates.reserveCapacity(capacity) }

  var isEmpty: Bool { candidates.isEmpty }

  mutating func removeAll() { candidates.removeAll() }

  mutating func append(_ image: ImageID, rank: Rank) {
    candidates.append(Candidate(image: image.index, rank: rank))
  }

  /// Returns the candidate with the least rank that is not passed over; of several, the one
  /// appended first.
  ///
  /// If all are passed over, this returns the first of them. The call may drop candidates.
  mutating func least(passingOver unseen: inout UnseenMarks) -> (image: ImageID, rank: Rank)? {
    var first: (image: ImageID, rank: Rank)?
    while var least = candidates.isEmpty ? nil : candidates[0] {
      for place in 1..<max(1, candidates.count) where candidates[place].rank < least.rank {
        least = candidates[place]
      }
      let image = ImageID(least.image)
      guard unseen.passesOver(image) else { return (image, least.rank) }
      first = first ?? (image, least.rank)
      // The image may have been drawn more than once.
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
