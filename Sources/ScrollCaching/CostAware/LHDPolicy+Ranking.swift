import BasicContainers
import ScrollCore

extension LHDPolicy {
  /// The bytes that explorers may hold.
  static func explorerRoom(of capacity: Int) -> Double { (Double(capacity) * 0.01).rounded(.down) }

  /// Counts a request, and learns if a period is over.
  mutating func count() {
    if requests > 0, requests % period == 0 {
      densities.fade()
      if periods == 5 || periods == 25 { fitAges() }
      densities.learn()
      periods += 1
    }
    requests += 1
  }

  /// Makes ages as long as the number of residents asks for.
  private mutating func fitAges() {
    var fitting = 1
    while Double(1 << fitting) < Double(residents.count) / (0.01 * Double(HitDensities.ages)) {
      fitting += 1
    }
    densities.rescale(by: fitting - shift)
    shift = fitting
  }

  /// The age of an image, as of now.
  func age(of entry: Entry) -> Int {
    min((requests - entry.used) >> shift, HitDensities.oldest)
  }

  /// The rank of an image, -1 at the oldest age.
  func rank(of entry: Entry) -> Double {
    guard let density = densities.density(Int(entry.kind), age: age(of: entry)) else { return -1 }
    return density / entry.bytes + (entry.explores ? 1 : 0)
  }

  /// Makes an image new: stored, or viewed for the first time.
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

  /// Makes one image in 32 an explorer, and every other one none; whether it was drawn.
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
        "Requests after which hit densities are learnt anew; before, they are assumed."),
      Setting(
        "ageShift", .integer(0...40), standard: "10",
        "Ages count requests in units of two to this power, until they are fitted."),
      PrefetchStanding.setting,
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
      seed: $0.seed, prefetchedCountsAs: PrefetchStanding($0.settings))
    policy.random = $0.random
    return policy
  }
}
