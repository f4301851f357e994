import BasicContainers
public import ScrollCore

/// Stores small images more readily than large ones, and evicts the least recently used.
///
/// An image is admitted with probability exp(-bytes / c). c is 2^15 bytes at first. After every
/// `interval` requests, the policy chooses a new c between 1 byte and the capacity, for which
/// `AdmissionModel` predicts the most hits. The model covers the images seen so far, each with its
/// latest size; the rate of an image is 0.7 times its requests in the interval plus 0.3 times its
/// old rate. While these images are less than three times as large as the cache, c stays the same
/// and is reviewed after 10 000 requests (or `interval`, if that is less). D. Berger, R. Sitaraman,
/// M. Harchol-Balter, "AdaptSize: Orchestrating the Hot Object Memory Cache in a Content Delivery
/// Network", NSDI 2017.
///
/// Every offered image that is no larger than the cache takes one random draw. A cache without a
/// limit in bytes admits everything, without a draw, and is `lru`. The search takes the best c that
/// it has tried, which need not be the last. If the predicted hits have several maxima, a better c
/// may exist.
///
/// - Complexity: O(1), O(pinned) for a victim; once per interval, some 1 000 steps for each image.
public struct AdaptSizePolicy: EvictionPolicy, ~Copyable {
  static var firstCutoff: Double { 32_768 }

  struct Demand: BitwiseCopyable {
    /// The number of requests in this interval; -1 for an image that was never requested.
    var requests: Int32 = -1
    var rate = 0.0
    var bytes = 0
  }

  var order: ItemList
  var demands: RigidArray<Demand>
  /// The bytes of all images that were requested.
  var bytesSeen = 0.0
  let interval: Int
  /// The number of requests until the next choice.
  var remaining: Int
  var capacity: Int
  let hasByteLimit: Bool
  /// The parameter c.
  var cutoff = AdaptSizePolicy.firstCutoff
  var random: PolicyRandom

  /// Creates an empty order.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - limits: The limits of the cache.
  ///   - interval: The number of requests between two choices of c.
  ///   - seed: The seed of the draws.
  /// - Precondition: `interval` is positive.
  public init(imageCount: Int, limits: CacheLimits, interval: Int = 500_000, seed: UInt64 = 0) {
    precondition(interval > 0, "nothing is chosen every \(interval) requests")
    order = ItemList(imageCount: imageCount)
    demands = RigidArray(repeating: Demand(), count: imageCount)
    self.interval = interval
    remaining = interval
    capacity = limits.capacity
    hasByteLimit = limits.cost != nil
    random = PolicyRandom(seed: seed)
  }

  public mutating func didMiss(_ request: Request) { count(request) }

  public mutating func didHit(_ request: Request) {
    count(request)
    order.moveToNewest(request.image)
  }

  public mutating func shouldStore(_ request: Request) -> Bool {
    !hasByteLimit || random.chance(exp(-Double(request.cost) / cutoff))
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

  /// Returns true for every image that was ever requested; the policy never forgets one.
  public func remembers(_ image: ImageID) -> Bool { demands[Int(image.index)].requests >= 0 }

  public mutating func grow(toImageCount count: Int) {
    order.grow(toImageCount: count)
    demands.grow(to: count, filling: Demand())
  }

  public mutating func capacityChanged(to capacity: Int) { self.capacity = capacity }

  private mutating func count(_ request: Request) {
    guard hasByteLimit else { return }
    let index = Int(request.image.index)
    bytesSeen += Double(request.cost) - Double(demands[index].bytes)
    demands[index].bytes = request.cost
    demands[index].requests = max(demands[index].requests, 0) + 1
    remaining -= 1
    guard remaining == 0 else { return }
    if bytesSeen > 3 * Double(capacity) {
      remaining = interval
      chooseCutoff()
    } else {
      remaining = min(interval, 10_000)
    }
  }

  private mutating func chooseCutoff() {
    var model = AdmissionModel(capacity: capacity)
    for index in 0..<demands.count where demands[index].requests >= 0 {
      demands[index].rate = 0.3 * demands[index].rate + 0.7 * Double(demands[index].requests)
      demands[index].requests = 0
      model.add(rate: demands[index].rate, bytes: demands[index].bytes)
    }
    cutoff = exp2(model.bestExponent())
  }
}

extension AdaptSizePolicy {
  static let descriptor = PolicyDescriptor(
    "adaptsize", "Admits small images more readily than large ones; evicts as lru does.",
    settings: [
      Setting(
        "interval", .integer(1...Int(clamping: Int64(1) << 40)), standard: "500000",
        "The number of requests between adjustments of c, the size up to which most images "
          + "are admitted.")
    ],
    facts: facts
  ) {
    var policy = AdaptSizePolicy(
      imageCount: $0.imageCount, limits: $0.limits, interval: $0.settings.integer("interval"),
      seed: $0.seed)
    policy.random = $0.random
    return policy
  }

  private static var facts: PolicyDescriptor.Facts {
    var facts = PolicyDescriptor.Facts(
      discussion: """
        Berger, Sitaraman, Harchol-Balter, NSDI 2017. Without a limit in bytes it is lru.
        """,
      refusal: RefusalRule(
        "refuses images larger than the whole cache, and others by chance, large ones most"
      ) { cost, capacity in cost > capacity ? true : nil },
      drawsAtRandom: true, claims: [.keepsOldOnRefusal, .mirrors, .scales])
    facts.neverForgets = { _ in "remembers the requests for every image that was ever requested" }
    return facts
  }
}

/// A prediction of the hits of an LRU cache that stores images with probability exp(-bytes / c),
/// for any c: the Markov model of AdaptSize.
///
/// An image is resident with probability P = x / (1 + x), where x = exp(-bytes / c) (exp(rate T) -
/// 1). T is the time for which an unused image stays. It is chosen so that bytes times P, added up
/// over all images, is the capacity. T is found by bisection of its logarithm, in 48 steps.
/// Published code takes ten steps of T x capacity / bytes held instead; these end far from the
/// solution if c is small, and predict that every request hits. T is at most 16 units of time: for
/// a c so small that the cache takes longer to fill, the model counts only images that are resident
/// by then. `exp` may differ in the last bit between platforms.
package struct AdmissionModel {
  /// The requests of each image per unit of time, and its bytes.
  var rates: [Double] = [], bytes: [Double] = []
  let capacity: Double
  /// The logarithm of the largest T.
  private static let longestStay = 4.0

  package init(capacity: Int) { self.capacity = Double(max(capacity, 1)) }

  package mutating func add(rate: Double, bytes: Int) {
    rates.append(rate)
    self.bytes.append(Double(bytes))
  }

  /// Returns the hits per unit of time with c = 2^`exponent`.
  package func hits(exponent: Double) -> Double {
    let reluctance = bytes.map { $0 / exp2(exponent) }
    let everything = rates.reduce(0, +)
    guard bytes.reduce(0, +) > capacity else { return everything }
    var (low, high) = (-64.0, Self.longestStay)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      var held = 0.0
      for index in rates.indices {
        held += bytes[index] * Self.presence(rates[index] * exp2(middle), reluctance[index])
      }
      if held > capacity { high = middle } else { low = middle }
    }
    var hits = 0.0
    for index in rates.indices {
      hits += rates[index] * Self.presence(rates[index] * exp2(low), reluctance[index])
    }
    return hits
  }

  /// Returns the probability that an image is resident.
  ///
  /// The image is expected to be used `uses` times while unused images stay, and is admitted with
  /// probability exp(-`reluctance`).
  private static func presence(_ uses: Double, _ reluctance: Double) -> Double {
    let logOdds = (uses > 40 ? uses : log(expm1(uses))) - reluctance
    return 1 / (1 + exp(-logOdds))
  }

  /// Returns the exponent with the most hits of those tried.
  ///
  /// The search tries the capacity's exponent, every fourth from 2 on, and up to 15 steps of a
  /// golden-section search from the best of these.
  package func bestExponent() -> Double {
    let golden = 0.61803399
    var best = (exponent: log2(capacity), hits: hits(exponent: log2(capacity)))
    func attempt(_ exponent: Double) -> Double {
      let hits = hits(exponent: exponent)
      if hits > best.hits { best = (exponent, hits) }
      return hits
    }
    var (low, high) = (0.0, log2(capacity))
    var grid = 2.0
    while grid < high {
      _ = attempt(grid)
      grid += 4
    }
    // The best is one of the two inner points; the other lies in the larger part.
    var (left, right) = (best.exponent, best.exponent)
    var (leftHits, rightHits) = (best.hits, best.hits)
    if high - left > left - low {
      right = left + (1 - golden) * (high - left)
      rightHits = attempt(right)
    } else {
      left = low + golden * (right - low)
      leftHits = attempt(left)
    }
    for _ in 0..<15 where high - low > 3e-8 * (left + right) {
      if rightHits > leftHits {
        (low, left, right) = (left, right, golden * right + (1 - golden) * high)
        (leftHits, rightHits) = (rightHits, attempt(right))
      } else {
        (high, right, left) = (right, left, golden * left + (1 - golden) * low)
        (rightHits, leftHits) = (leftHits, attempt(left))
      }
    }
    return best.exponent
  }
}
