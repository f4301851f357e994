import ScrollCaching
import ScrollCore

/// `lhd`: hit densities by class and age, learnt from counts that fade.
///
/// Age: requests since the last use, divided by 2^shift, at most 19 999. Class: how often the sum
/// of the last two ages at hits must be doubled to reach 20 000, at most 15, and 15 if it is 0; a
/// new image has two ages of 20 000. Density: before anything is learnt (class + 1) / (age + 1);
/// then, of the counted hits and evictions of its class, all hits at its age or later over the sum,
/// from its age on, of all events at that age or later. Rank: density / bytes, 1 more for
/// explorers, and below all others at the greatest age.
///
/// After `period` requests: counts x 0.9; at the 6th and 26th time ages become 2^s requests long, s
/// the least from 1 on with 2^s >= residents / 200; then densities are learnt.
///
/// A hit, a first view and a store draw once from 32: at 0 the image is an explorer, if there were
/// fewer than 50 periods and explorers have bytes left of a hundredth of the capacity. A new image
/// that did not draw 0 and has a lower rank than the victims' mean goes into a ring of 8. A victim
/// is the least of 8 drawn (32 after 50 periods), the first of equals, and the ring's residents; of
/// all if these are pinned.
struct LHDReference: EvictionPolicy {
  private struct Bin: Hashable { var kind: Int, age: Int }
  private struct Entry {
    var bytes: Double, used: Int, ages: [Int], explores: Bool
  }

  private let setup: PolicySetup
  private var residents: [ImageID] = []
  private var entries: [ImageID: Entry] = [:]
  private var hits: [Bin: Double] = [:], evictions: [Bin: Double] = [:]
  private var densities: [Bin: Double]?
  private var ring = [ImageID?](repeating: nil, count: 8), head = 0
  private var mean = 0.0
  private var explorerBytes: Double
  private var capacity: Int
  private var shift: Int, requests = 0, periods = 0
  private var random: SeededRandom
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    self.setup = setup
    capacity = setup.limits.capacity
    explorerBytes = Double(Int(Double(capacity) * 0.01))
    shift = setup.settings.integer("ageShift")
    random = SeededRandom(seed: setup.seed)
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "lhd") { LHDReference($0) }

  private func kind(_ entry: Entry) -> Int {
    var (sum, doublings) = (entry.ages.reduce(0, +), 0)
    if sum == 0 { return 15 }
    while sum < 20_000, doublings < 15 { (sum, doublings) = (sum * 2, doublings + 1) }
    return doublings
  }

  private func bin(_ entry: Entry) -> Bin {
    Bin(kind: kind(entry), age: min((requests - entry.used) >> shift, 19_999))
  }

  private func rank(_ entry: Entry) -> Double {
    let bin = self.bin(entry)
    if bin.age == 19_999 { return -1 }
    let density =
      densities.map { $0[bin, default: 0] } ?? Double(bin.kind + 1) / Double(bin.age + 1)
    return density / entry.bytes + (entry.explores ? 1 : 0)
  }

  private mutating func tick() {
    if requests > 0, requests % setup.settings.integer("period") == 0 { learn() }
    requests += 1
  }

  private mutating func learn() {
    hits = hits.mapValues { $0 * 0.9 }
    evictions = evictions.mapValues { $0 * 0.9 }
    if periods == 5 || periods == 25 {
      var fitting = 1
      while Double(1 << fitting) < Double(residents.count) / 200 { fitting += 1 }
      hits = rescaled(hits, by: fitting - shift)
      evictions = rescaled(evictions, by: fitting - shift)
      shift = fitting
    }
    periods += 1
    var learnt: [Bin: Double] = [:]
    let oldest = (Array(hits.keys) + Array(evictions.keys)).map(\.age).max() ?? 0
    for kind in 0..<16 {
      var (allHits, events, life) = (0.0, 0.0, 0.0)
      for age in (0...oldest).reversed() {
        let bin = Bin(kind: kind, age: age)
        allHits += hits[bin, default: 0]
        events += hits[bin, default: 0] + evictions[bin, default: 0]
        life += events
        if events > 1e-5 { learnt[bin] = allHits / life }
      }
    }
    densities = learnt
  }

  /// Returns the counts for ages 2^steps times as long; negative steps halve the ages and split the
  /// counts of whole ages evenly.
  private func rescaled(_ counts: [Bin: Double], by steps: Int) -> [Bin: Double] {
    var result: [Bin: Double] = [:]
    let young = counts.filter { $0.key.age < 19_999 }
    for old in counts where old.key.age == 19_999 { result[old.key] = old.value }
    if steps >= 0 {
      for old in young.sorted(by: { $0.key.age < $1.key.age }) {
        result[Bin(kind: old.key.kind, age: old.key.age >> steps), default: 0] += old.value
      }
      return result
    }
    let parts = 1 << -steps
    for old in young.sorted(by: { $0.key.age > $1.key.age }) {
      let share = old.value / Double(parts)
      let new = (old.key.age * parts)..<((old.key.age + 1) * parts)
      for age in new.clamped(to: 0..<19_999) {
        result[Bin(kind: old.key.kind, age: age)] = share
      }
      let rest = parts - new.clamped(to: 0..<19_999).count
      if rest == 0 { continue }
      result[Bin(kind: old.key.kind, age: 19_999), default: 0] += share * Double(rest)
    }
    return result
  }

  /// Draws a number and returns `true` if it is 0.
  private mutating func draft(_ image: ImageID) -> Bool {
    dismiss(image)
    guard random.below(32) == 0 else { return false }
    if explorerBytes > 0, periods < 50, let bytes = entries[image]?.bytes {
      entries[image]?.explores = true
      explorerBytes -= bytes
    }
    return true
  }

  private mutating func dismiss(_ image: ImageID) {
    guard let entry = entries[image], entry.explores else { return }
    entries[image]?.explores = false
    explorerBytes += entry.bytes
  }

  private mutating func begin(_ image: ImageID) {
    entries[image]?.ages = [20_000, 20_000]
    entries[image]?.used = requests
    let drewZero = draft(image)
    if let entry = entries[image], !drewZero, rank(entry) < mean {
      ring[head] = image
      head = (head + 1) % 8
    }
  }

  mutating func didMiss(_ request: Request) { tick() }

  mutating func didHit(_ request: Request) {
    tick()
    if unseen.unmark(request.image) { return begin(request.image) }
    guard var entry = entries[request.image] else { return }
    let bin = self.bin(entry)
    hits[bin, default: 0] += 1
    entry.ages = [entry.ages[1], bin.age]
    entry.used = requests
    entries[request.image] = entry
    _ = draft(request.image)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.append(request.image)
    entries[request.image] = Entry(
      bytes: Double(max(1, request.cost)), used: requests, ages: [], explores: false)
    begin(request.image)
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    dismiss(image)
    residents.removeAndFill(image)
    entries[image] = nil
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    let old = Double(Int(Double(self.capacity) * 0.01))
    explorerBytes += Double(Int(Double(capacity) * 0.01)) - old
    self.capacity = capacity
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    if residents.isEmpty { return nil }
    var drawn: [ImageID] = []
    for _ in 0..<(periods > 50 ? 32 : 8) {
      drawn.append(residents[random.below(residents.count)])
    }
    drawn += ring.compactMap { $0 }.filter { residents.contains($0) }
    drawn = drawn.unpinned(pins)
    if drawn.isEmpty { drawn = residents.unpinned(pins) }
    let ranks = drawn.map { image in entries[image].map { rank($0) } ?? 0 }
    let ranked = drawn.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { drawn[$0] }
    guard let victim = unseen.leaver(among: ranked), let entry = entries[victim] else { return nil }
    let its = rank(entry)
    if its >= 0 { mean = 0.9 * mean + (1 - 0.9) * its }
    if !unseen.unmark(victim) { evictions[bin(entry), default: 0] += 1 }
    didRemove(victim)
    return victim
  }
}
