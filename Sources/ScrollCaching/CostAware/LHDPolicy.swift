import BasicContainers
public import ScrollCore

/// Evicts the image with the fewest expected hits per byte and time, from a small random sample of
/// residents.
///
/// The name is short for least hit density. The age of an image is the number of requests since its
/// last use, divided by 2^shift; its class is derived from the sum of the two ages at which it was
/// last hit (both 20 000 for a new image). `HitDensities` counts the ages at which the images of a
/// class are hit and evicted, and computes from these counts, after every `period` requests, the
/// density of expected hits for each class and age. The rank of an image is that density divided by
/// its bytes.
///
/// The image with the lowest rank among the candidates is evicted. The candidates are 32 residents,
/// drawn with repetitions (8 until more than 50 periods have passed), and the last 8 images that
/// were stored with a rank below the running mean of the victims' ranks. Each victim changes this
/// mean to 0.9 times the old mean plus 0.1 times its rank. With probability 1 in 32, an image that
/// is stored or hit becomes an explorer, whose rank is higher by 1, as long as fewer than 50
/// periods have passed and explorers hold less than 1 % of the capacity. After 5 and after 25
/// periods, the shift becomes the binary logarithm of residents / 200, rounded up, at least 1.
///
/// N. Beckmann, H. Chen, A. Cidon, "LHD: Improving Cache Hit Rate by Maximizing Hit Density", NSDI
/// 2018; constants are those of the authors' code.
///
/// Of several images with the lowest rank, the one drawn first is evicted. In the published code,
/// the first hit seems to determine the class already. But the miss counts of a simulator that runs
/// this code, which are within 1 % of those here, indicate that the second hit does; the two
/// readings differ by 3.4 %. This policy differs from that code in four points. Requests count
/// instead of hits and inserts. The size is that at insertion, and 0 bytes count as 1. Merging or
/// splitting ages neither loses nor doubles counts. A victim of the oldest age does not change the
/// mean. Pinned images that are drawn do not count; if no others were drawn, all residents are
/// examined. Images that the cache removes for another reason do not count as evicted, nor do
/// prefetched images that were never viewed. The first view of a prefetched image has the effect of
/// an insert. Residents are in an array, in which the last one takes the place of a removed one.
///
/// - Complexity: O(1), a victim O(candidates); O(residents) if only pinned images are drawn;
///   once per period O(classes x ages).
public struct LHDPolicy: EvictionPolicy, ~Copyable {
  static var explorersEndAfter: Int { 50 }
  static var lastAdmissions: Int { 8 }

  struct Entry: BitwiseCopyable {
    var bytes = 1.0
    /// The number of requests when the image was last used.
    var used = 0
    /// The age at the image's last hit.
    var hitAge: Int32 = 0
    var kind: UInt8 = 0
    var explores = false
  }

  var residents: ImageBag
  var entries: RigidArray<Entry>
  var densities = HitDensities()
  var candidates: Candidates<Double>
  /// The images that were recently stored with low ranks, in a ring; `nil` for an unused place.
  var lowAdmissions = RigidArray<ImageID?>(repeating: nil, count: LHDPolicy.lastAdmissions)
  var nextLowAdmission = 0
  /// The running mean of the victims' ranks.
  var victimRank = 0.0
  /// The bytes that are left for further explorers.
  var explorerRoom: Double
  var capacity: Int
  let period: Int
  var shift: Int
  var requests = 0
  var periods = 0
  var random: PolicyRandom
  var unseen: UnseenMarks

  /// Creates an empty order.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - capacity: The capacity, of which explorers may hold a hundredth.
  ///   - period: The number of requests between two updates of the densities.
  ///   - ageShift: The initial shift; an age is a number of requests divided by 2^shift.
  ///   - seed: The seed of the draws.
  ///   - standing: The state of a prefetched image until its first view.
  /// - Precondition: `period` is positive, `ageShift` is in `0...40`.
  public init(
    imageCount: Int, capacity: Int, period: Int = 1 << 20, ageShift: Int = 10, seed: UInt64 = 0,
    prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    precondition(period > 0, "nothing is learnt every \(period) requests")
    precondition((0...40).contains(ageShift), "ages cannot be shifted by \(ageShift)")
    residents = ImageBag(imageCount: imageCount)
    entries = RigidArray(repeating: Entry(), count: imageCount)
    candidates = Candidates(capacity: max(40, imageCount))
    self.capacity = capacity
    explorerRoom = Self.explorerRoom(of: capacity)
    self.period = period
    shift = ageShift
    random = PolicyRandom(seed: seed)
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didMiss(_ request: Request) { count() }

  public mutating func didHit(_ request: Request) {
    count()
    if unseen.clear(request.image) { return begin(request.image) }
    let index = Int(request.image.index)
    let age = age(of: entries[index])
    densities.countHit(Int(entries[index].kind), age: age)
    let kind = HitDensities.classOf(age + Int(entries[index].hitAge))
    entries[index].kind = UInt8(truncatingIfNeeded: kind)
    entries[index].hitAge = Int32(truncatingIfNeeded: age)
    entries[index].used = requests
    draftExplorer(index)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    draw(sparing: pins)
    guard let victim = candidates.least(passingOver: &unseen) else { return nil }
    if victim.rank >= 0 { victimRank = 0.9 * victimRank + (1 - 0.9) * victim.rank }
    if !unseen.contains(victim.image) {
      let entry = entries[Int(victim.image.index)]
      densities.countEviction(Int(entry.kind), age: age(of: entry))
    }
    didRemove(victim.image)
    return victim.image
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
    entries[Int(request.image.index)] = Entry(bytes: Double(max(request.cost, 1)))
    begin(request.image)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    dismissExplorer(Int(image.index))
    residents.remove(image)
    unseen.clear(image)
  }

  /// Returns whether the image would be a candidate if it were stored again.
  public func remembers(_ image: ImageID) -> Bool {
    for place in 0..<Self.lastAdmissions where lowAdmissions[place] == image { return true }
    return false
  }

  public mutating func grow(toImageCount count: Int) {
    residents.grow(toImageCount: count)
    entries.grow(to: count, filling: Entry())
    candidates.grow(toCapacity: count)
    unseen.grow(toImageCount: count)
  }

  public mutating func capacityChanged(to capacity: Int) {
    explorerRoom += Self.explorerRoom(of: capacity) - Self.explorerRoom(of: self.capacity)
    self.capacity = capacity
  }
}

extension LHDPolicy {
  /// Returns the bytes that explorers may hold.
  static func explorerRoom(of capacity: Int) -> Double { (Double(capacity) * 0.01).rounded(.down) }

  /// Counts a request, and updates the densities at the end of a period.
  mutating func count() {
    if requests > 0, requests % period == 0 {
      densities.fade()
      if periods == 5 || periods == 25 { fitAges() }
      densities.learn()
      periods += 1
    }
    requests += 1
  }

  /// Adapts the length of an age to the number of residents.
  private mutating func fitAges() {
    var fitting = 1
    while Double(1 << fitting) < Double(residents.count) / (0.01 * Double(HitDensities.ages)) {
      fitting += 1
    }
    densities.rescale(by: fitting - shift)
    shift = fitting
  }

  /// Returns the current age of an image.
  func age(of entry: Entry) -> Int {
    min((requests - entry.used) >> shift, HitDensities.oldest)
  }

  /// Returns the rank of an image, -1 at the oldest age.
  func rank(of entry: Entry) -> Double {
    guard let density = densities.density(Int(entry.kind), age: age(of: entry)) else { return -1 }
    return density / entry.bytes + (entry.explores ? 1 : 0)
  }

  /// Resets an image that was stored, or viewed for the first time.
  mutating func begin(_ image: ImageID) {
    let index = Int(image.index)
    entries[index].kind = 0
    entries[index].hitAge = Int32(HitDensities.ages)
    entries[index].used = requests
    let drafted = draftExplorer(index)
    if !drafted, rank(of: entries[index]) < victimRank {
      lowAdmissions[nextLowAdmission] = image
      nextLowAdmission = (nextLowAdmission + 1) % Self.lastAdmissions
    }
  }

  /// Makes an image an explorer with probability 1 in 32, and otherwise none.
  ///
  /// - Returns: `true` if the image was drawn.
  @discardableResult
  mutating func draftExplorer(_ index: Int) -> Bool {
    dismissExplorer(index)
    guard random.below(32) == 0 else { return false }
    if explorerRoom > 0, periods < Self.explorersEndAfter {
      entries[index].explores = true
      explorerRoom -= entries[index].bytes
    }
    return true
  }

  mutating func dismissExplorer(_ index: Int) {
    guard entries[index].explores else { return }
    entries[index].explores = false
    explorerRoom += entries[index].bytes
  }

  /// Draws the candidates of an eviction.
  mutating func draw(sparing pins: borrowing PinSet) {
    candidates.removeAll()
    guard !residents.isEmpty else { return }
    for _ in 0..<(periods > Self.explorersEndAfter ? 32 : 8) {
      append(residents[random.below(residents.count)], sparing: pins)
    }
    for place in 0..<Self.lastAdmissions {
      guard let image = lowAdmissions[place], residents.contains(image) else { continue }
      append(image, sparing: pins)
    }
    guard candidates.isEmpty else { return }
    for number in 0..<residents.count { append(residents[number], sparing: pins) }
  }

  private mutating func append(_ image: ImageID, sparing pins: borrowing PinSet) {
    if pins.contains(image) { return }
    candidates.append(image, rank: rank(of: entries[Int(image.index)]))
  }
}

extension LHDPolicy {
  static let descriptor = PolicyDescriptor(
    "lhd", "Evicts, from a random sample, the image with the fewest expected hits per byte.",
    settings: [
      Setting(
        "period", .integer(1...Int(clamping: Int64(1) << 40)), standard: "1048576",
        "The number of requests between updates of the hit densities; before the first one, "
          + "they are assumed."),
      Setting(
        "ageShift", .integer(0...40), standard: "10",
        "The unit of ages is two to this power requests, until it is fitted."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Beckmann, Chen, Cidon, NSDI 2018. Short traces run on the assumed densities alone: see \
        period.
        """, drawsAtRandom: true, claims: [.standard, .reusesIDs])
  ) {
    var policy = LHDPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      period: $0.settings.integer("period"), ageShift: $0.settings.integer("ageShift"),
      seed: $0.seed, prefetchedCountsAs: PrefetchedImageRule($0.settings))
    policy.random = $0.random
    return policy
  }
}
