import BasicContainers
public import ScrollCore

/// Evicts the image with the largest product of size and time until its next use, and never keeps
/// an image that is not used again.
///
/// The policy needs the future (`PolicySetup.nextUses`). An image that is not requested again is
/// not stored, and is removed at its last hit. The victim is chosen among 128 residents drawn with
/// replacement from the seeded generator, or among all if there are no more. The policy is a
/// heuristic for unequal sizes, not a bound; the rule is that of libCacheSim's BeladySize.
///
/// Of images with equal products, the one stored first is evicted. If there are more than 128
/// residents and only pinned ones are drawn, all residents are examined. The policy identifies
/// requests by counting `didHit` and `didMiss`, so every request of the stream must be looked up,
/// once.
///
/// - Complexity: every operation O(1), a victim O(128).
public struct BeladySizePolicy: EvictionPolicy, ~Copyable {
  static var samples: Int { 128 }

  /// The facts about a resident.
  struct Entry: BitwiseCopyable {
    var cost: Int
    /// The number of the next request for the image; `Int32.max` if there is none.
    var nextUse: Int32
    /// The sequence number of the image's store.
    var stored: Int32
  }

  var residents: ImageBag
  var entries: RigidArray<Entry>
  let nextUses: [Int32]
  var random: SeededRandom
  /// The number of requests and of stores so far.
  var served = 0, stores = Int32(0)
  /// The image whose last hit has just happened.
  var finished: ImageID?

  /// Creates a policy that knows the next use of each request's image.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - nextUses: The result of `RequestStream.nextUses()`.
  ///   - seed: The seed of the draws.
  public init(imageCount: Int, nextUses: [Int32], seed: UInt64) {
    residents = ImageBag(imageCount: imageCount)
    entries = RigidArray(
      repeating: Entry(cost: 0, nextUse: .max, stored: 0), count: imageCount)
    self.nextUses = nextUses
    random = SeededRandom(seed: seed)
  }

  public mutating func didHit(_ request: Request) {
    served += 1
    entries[Int(request.image.index)].nextUse = nextUse
    if nextUse == .max { finished = request.image }
  }

  public mutating func didMiss(_ request: Request) { served += 1 }

  public mutating func shouldStore(_ request: Request) -> Bool { nextUse != .max }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var victim: ImageID?
    if residents.count > Self.samples {
      for _ in 1...Self.samples {
        consider(random.below(residents.count), &victim, sparing: pins)
      }
    }
    if victim == nil {
      for number in 0..<residents.count { consider(number, &victim, sparing: pins) }
    }
    if let victim { residents.remove(victim) }
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    stores += 1
    entries[Int(request.image.index)] = Entry(
      cost: request.cost, nextUse: nextUse, stored: stores)
    residents.insert(request.image)
  }

  public mutating func didRemove(_ image: ImageID) {
    residents.remove(image)
    if finished == image { finished = nil }
  }

  public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    guard let image = finished else { return nil }
    finished = nil
    if pins.contains(image) { return nil }
    residents.remove(image)
    return image
  }

  /// The next use of the currently requested image.
  private var nextUse: Int32 {
    precondition(
      served > 0 && served <= nextUses.count,
      "request \(served) is not among the \(nextUses.count) that belady-size was told of")
    return nextUses[served - 1]
  }

  /// Makes a resident the victim if it is better than the victim found so far.
  private func consider(
    _ number: Int, _ victim: inout ImageID?, sparing pins: borrowing PinSet
  ) {
    let image = residents[number]
    guard image != victim, !pins.contains(image) else { return }
    guard let best = victim else {
      victim = image
      return
    }
    let (own, other) = (score(of: image), score(of: best))
    let isOlder = entries[Int(image.index)].stored < entries[Int(best.index)].stored
    if own > other || (own == other && isOlder) { victim = image }
  }

  private func score(of image: ImageID) -> Double {
    let entry = entries[Int(image.index)]
    return Double(entry.cost) * Double(Int(entry.nextUse) + 1 - served)
  }
}

extension BeladySizePolicy {
  static let descriptor = PolicyDescriptor(
    "belady-size",
    "Evicts, from a sample of 128, the image with the largest size x time to its next use.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        An image that is never used again is not stored, and is removed at its last hit. A \
        heuristic, not a bound. Only for replay. The rule is libCacheSim's.
        """,
      needsFuture: true,
      refusal: RefusalRule("refuses images that are never requested again") { cost, capacity in
        cost > capacity ? true : nil
      },
      claims: [.keepsOldOnRefusal, .mirrors, .scales])
  ) { BeladySizePolicy(imageCount: $0.imageCount, nextUses: $0.nextUses, seed: $0.seed) }
}
