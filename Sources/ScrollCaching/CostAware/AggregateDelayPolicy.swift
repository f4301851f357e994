import BasicContainers
public import ScrollCore

/// Evicts the image whose misses cause the least waiting, relative to the time since its last use.
///
/// While an image loads, further requests for it wait, too; they are delayed hits. So the cost of a
/// miss is the total delay of all these requests, the aggregate delay. Let Z be the time to load
/// the image. A request opens a window of length Z, and waits Z, if it is the first for its image
/// or if it comes Z or more after the last window began. Any other request, at time t, waits Z -
/// (t - w), the rest of the window that began at w. The policy assumes that every window is a miss.
/// The rank of an image is its mean delay per window / (now - its last request); the image with the
/// lowest rank is evicted. N. Atre, J. Sherry, W. Wang, D. Berger, "Caching with Delayed Hits",
/// SIGCOMM 2020, doi:10.1145/3387514.3405883 (MAD). Not checked against an implementation by its
/// authors.
///
/// In a simulation, Z is the time to reload the image. If times count requests, it is
/// `fetchRequests`. With a Z of one request, equal sizes and at most 4 096 residents the policy is
/// `lru`. A request at the current time counts as one unit ago (a nanosecond, or a request). Of
/// images with equal ranks, the one requested longer ago is evicted. The policy also remembers the
/// delays of the last images that are not resident, `retained` times as many as the largest number
/// of residents so far. An image that is stored without a request counts as requested at that time.
/// A prefetched image that was not viewed yet is ranked in the same way, by the delays known from
/// before, or by Z if there are none; in the second case nothing is remembered when it is evicted.
/// If there are more than 4 096 residents, `samples` of them are drawn with repetitions and ranked;
/// if only pinned images are drawn, all residents are ranked.
///
/// - Complexity: O(1), a victim O(residents) up to 4 096 of them, then O(samples).
public struct AggregateDelayPolicy: EvictionPolicy, ~Copyable {
  public static var readsTime: Bool { true }
  static var mostRanked: Int { 4_096 }

  struct Delays: BitwiseCopyable {
    /// The number of windows and the sum of their delays, in nanoseconds or requests.
    var windows = 0
    var sum = 0.0
    /// The time at which the last window began.
    var windowStart = Int64(0)
    /// The time of the last request, or of the store that counts as one, and its sequence number.
    var lastUse = Int64(0)
    var number = 0
  }

  struct Rank: Comparable, BitwiseCopyable {
    var priority: Double
    var number: Int

    static func < (left: Self, right: Self) -> Bool {
      left.priority < right.priority
        || (left.priority == right.priority && left.number < right.number)
    }
  }

  var residents: ImageBag
  var delays: RigidArray<Delays>
  /// The images that are remembered and not resident, oldest first, and their number.
  var absent: ItemList
  var isAbsent: RigidArray<Bool>
  var absentCount = 0
  var mostResidents = 0
  /// Z of each image; empty if it is the same for all.
  var loads: RigidArray<Double>
  /// The image whose Z was measured last, and that Z.
  ///
  /// The value applies from the image's next request or store on, for as long as the image is
  /// remembered.
  var measured: (image: ImageID, load: Double)?
  /// A Boolean value that indicates whether any Z was measured.
  var measuresLoads = false
  let load: Double
  let retained: Double
  let samples: Int
  var candidates: Candidates<Rank>
  var now = Int64(0)
  var numbers = 0
  var random: PolicyRandom
  let standing: PrefetchedImageRule
  /// A Boolean value that indicates whether times are nanoseconds, so that loads can be measured.
  var measuresTime = false
  var unseen: UnseenMarks

  /// Creates an empty order.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - load: Z, in the units of the requests' times, if `loads` is empty.
  ///   - loads: Z of each image.
  ///   - retained: The largest number of remembered images that are not resident, as a multiple of
  ///     the largest number of residents so far.
  ///   - samples: The number of residents that are ranked if there are many.
  ///   - seed: The seed of the draws.
  ///   - standing: The state of a prefetched image until its first view.
  /// - Precondition: `samples` is positive, `retained` not negative.
  public init(
    imageCount: Int, load: Double = 1, loads: [Double] = [], retained: Double = 4,
    samples: Int = 64, seed: UInt64 = 0, prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    precondition(samples > 0, "\(samples) samples are none")
    precondition(retained >= 0, "\(retained) times as many cannot be remembered")
    residents = ImageBag(imageCount: imageCount)
    delays = RigidArray(repeating: Delays(), count: imageCount)
    absent = ItemList(imageCount: imageCount)
    isAbsent = RigidArray(repeating: false, count: imageCount)
    var times = RigidArray<Double>(capacity: loads.count)
    for time in loads { times.append(max(1, time)) }
    self.loads = times
    self.load = max(1, load)
    self.retained = retained
    self.samples = samples
    candidates = Candidates(capacity: max(samples, imageCount))
    random = PolicyRandom(seed: seed)
    self.standing = standing
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didHit(_ request: Request) {
    now = max(now, request.time.nanoseconds)
    unseen.clear(request.image)
    ask(request.image)
  }

  public mutating func didMiss(_ request: Request) {
    now = max(now, request.time.nanoseconds)
    if measuresLoads { applyMeasured(to: request.image) }
    ask(request.image)
    remember(request.image)
  }

  public mutating func willStore(_ request: Request) {
    now = max(now, request.time.nanoseconds)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    draw(sparing: pins)
    guard let victim = candidates.least(passingOver: &unseen)?.image else { return nil }
    didRemove(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let index = Int(request.image.index)
    if measuresLoads { applyMeasured(to: request.image) }
    forget(request.image)
    residents.insert(request.image)
    mostResidents = max(mostResidents, residents.count)
    unseen.didInsert(request.image, as: admission)
    if unseen.contains(request.image) {
      numbers += 1
      (delays[index].lastUse, delays[index].number) = (now, numbers)
    } else if delays[index].windows == 0 || admission == .prefetched {
      ask(request.image)
    }
  }

  public mutating func didRemove(_ image: ImageID) {
    residents.remove(image)
    if unseen.clear(image), delays[Int(image.index)].windows == 0 { return lose(image) }
    remember(image)
  }

  public func remembers(_ image: ImageID) -> Bool { isAbsent[Int(image.index)] }

  public mutating func grow(toImageCount count: Int) {
    residents.grow(toImageCount: count)
    delays.grow(to: count, filling: Delays())
    absent.grow(toImageCount: count)
    isAbsent.grow(to: count, filling: false)
    if !loads.isEmpty { loads.grow(to: count, filling: load) }
    candidates.grow(toCapacity: count)
    unseen.grow(toImageCount: count)
  }

  public mutating func reassign(_ image: ImageID, digest: UInt64) {
    if measured?.image == image { measured = nil }
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    guard measuresTime else { return }
    measuresLoads = true
    loads.grow(to: delays.count, filling: load)
    measured = (image, max(1, reload * 1e6))
  }
}

extension AggregateDelayPolicy {
  private func load(of image: ImageID) -> Double {
    loads.isEmpty ? load : loads[Int(image.index)]
  }

  /// Applies the measured load time of an image that is requested or stored.
  mutating func applyMeasured(to image: ImageID) {
    if let measured, measured.image == image { loads[Int(image.index)] = measured.load }
  }

  /// Counts the delay of a request at the current time.
  mutating func ask(_ image: ImageID) {
    let (index, load) = (Int(image.index), load(of: image))
    let spent = Double(now - delays[index].windowStart)
    if delays[index].windows == 0 || spent >= load {
      delays[index].windows += 1
      delays[index].windowStart = now
      delays[index].sum += load
    } else {
      delays[index].sum += load - spent
    }
    numbers += 1
    (delays[index].lastUse, delays[index].number) = (now, numbers)
  }

  /// Remembers the delays of an image that is not resident, as the newest of those images.
  mutating func remember(_ image: ImageID) {
    if isAbsent[Int(image.index)] {
      absent.moveToNewest(image)
    } else {
      isAbsent[Int(image.index)] = true
      absent.append(image)
      absentCount += 1
    }
    while Double(absentCount) > retained * Double(mostResidents), let oldest = absent.oldest() {
      forget(oldest)
      lose(oldest)
    }
  }

  /// Resets an image that is no longer remembered.
  mutating func lose(_ image: ImageID) {
    delays[Int(image.index)] = Delays()
    if measuresLoads { loads[Int(image.index)] = load }
  }

  /// Removes an image from the list of remembered images, if it is there.
  mutating func forget(_ image: ImageID) {
    guard isAbsent[Int(image.index)] else { return }
    isAbsent[Int(image.index)] = false
    absent.remove(image)
    absentCount -= 1
  }

  private func rank(of image: ImageID) -> Rank {
    let delays = delays[Int(image.index)]
    let mean = delays.windows == 0 ? load(of: image) : delays.sum / Double(delays.windows)
    return Rank(
      priority: mean / Double(max(1, now - delays.lastUse)), number: delays.number)
  }

  /// Draws the candidates of an eviction.
  mutating func draw(sparing pins: borrowing PinSet) {
    candidates.removeAll()
    if residents.count > Self.mostRanked {
      for _ in 0..<samples {
        let image = residents[random.below(residents.count)]
        if !pins.contains(image) { candidates.append(image, rank: rank(of: image)) }
      }
    }
    guard candidates.isEmpty else { return }
    for number in 0..<residents.count where !pins.contains(residents[number]) {
      candidates.append(residents[number], rank: rank(of: residents[number]))
    }
  }
}

extension AggregateDelayPolicy {
  static let descriptor = PolicyDescriptor(
    "aggregate-delay", "Evicts the image whose misses delay other requests least; age counts too.",
    settings: [
      Setting(
        "fetchRequests", .number(1...1e9), standard: "1",
        "The load time of an image in requests, for replays."),
      Setting(
        "retained", .number(0...1e9), standard: "4",
        "The number of evicted images whose delays are remembered, for every image in the cache."),
      Setting(
        "samples", .integer(1...4096), standard: "64",
        "The number of images in the sample for an eviction from more than 4096 images."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Atre, Sherry, Wang, Berger, SIGCOMM 2020; not checked against an implementation by its \
        authors. Loads take their time in a simulation, fetchRequests in a replay.
        """, drawsAtRandom: true, claims: [.standard, .reusesIDs])
  ) {
    let counts = $0.clock == .requests
    var policy = AggregateDelayPolicy(
      imageCount: $0.imageCount, load: counts ? $0.settings.number("fetchRequests") : 1e6,
      loads: counts ? [] : $0.reloadMilliseconds.map { $0 * 1e6 },
      retained: $0.settings.number("retained"), samples: $0.settings.integer("samples"),
      seed: $0.seed, prefetchedCountsAs: PrefetchedImageRule($0.settings))
    policy.random = $0.random
    policy.measuresTime = !counts
    return policy
  }
}
