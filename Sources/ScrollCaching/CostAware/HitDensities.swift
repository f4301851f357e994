import BasicContainers

/// What `lhd` knows of images by class and age: how many were hit, how many evicted, and from
/// that how many hits the rest of a life brings per unit of time.
///
/// An age is a number of requests divided by 2^shift; the last of the ages stands for
/// everything older. Until the first `learn`, the density of an age is (class + 1) / (age + 1).
///
/// - Complexity: `learn` O(classes x ages in use), everything else O(1).
struct HitDensities: ~Copyable {
  static var ages: Int { 20_000 }
  static var classes: Int { 16 }
  /// The age of everything older.
  static var oldest: Int { ages - 1 }
  /// What is left of the counts at each `learn`.
  static var decay: Double { 0.9 }

  struct Count: BitwiseCopyable {
    var hits = 0.0
    var evictions = 0.0
  }

  /// By class, then by age.
  private var counts = RigidArray<Count>(
    repeating: Count(), count: HitDensities.classes * HitDensities.ages)
  /// Empty until the first `learn`.
  private var densities = RigidArray<Double>(capacity: 0)
  /// Ages from here on were never counted.
  private var agesInUse = 0

  /// The class of images by the sum of their last two ages at a hit: how often that must be
  /// doubled to fill all ages.
  static func classOf(_ sum: Int) -> Int {
    guard sum > 0 else { return classes - 1 }
    var (age, doublings) = (sum, 0)
    while age < ages, doublings < classes - 1 {
      age *= 2
      doublings += 1
    }
    return doublings
  }

  /// Hits per unit of time that an image has before it; nil at the oldest age, where it has
  /// less than any other.
  func density(_ kind: Int, age: Int) -> Double? {
    guard age < Self.oldest else { return nil }
    guard !densities.isEmpty else { return Double(kind + 1) / Double(age + 1) }
    return densities[kind * Self.ages + age]
  }

  mutating func countHit(_ kind: Int, age: Int) {
    counts[kind * Self.ages + age].hits += 1
    agesInUse = max(agesInUse, age + 1)
  }

  mutating func countEviction(_ kind: Int, age: Int) {
    counts[kind * Self.ages + age].evictions += 1
    agesInUse = max(agesInUse, age + 1)
  }

  /// Lets the counts fade.
  mutating func fade() {
    for kind in 0..<Self.classes {
      for place in (kind * Self.ages)..<(kind * Self.ages + agesInUse) {
        counts[place].hits *= Self.decay
        counts[place].evictions *= Self.decay
      }
    }
  }

  /// Makes densities of the counts.
  ///
  /// From the oldest age down: of all that got to an age, hits over the sum of their lives.
  mutating func learn() {
    if densities.isEmpty {
      densities = RigidArray(repeating: 0, count: Self.classes * Self.ages)
    }
    for kind in 0..<Self.classes {
      var (hits, events, life) = (0.0, 0.0, 0.0)
      for age in (0..<agesInUse).reversed() {
        let count = counts[kind * Self.ages + age]
        hits += count.hits
        events += count.hits + count.evictions
        life += events
        densities[kind * Self.ages + age] = events > 1e-5 ? hits / life : 0
      }
    }
  }

  /// Counts in ages of 2^steps times the length, or, with fewer than none, of a fraction.
  ///
  /// Ages are merged, or split evenly; what is then too old goes to the oldest, which stays
  /// what it is.
  mutating func rescale(by steps: Int) {
    guard steps != 0 else { return }
    for kind in 0..<Self.classes {
      if steps > 0 { merge(kind, steps) } else { split(kind, -steps) }
    }
    let youngInUse = min(agesInUse, Self.oldest)
    let inUse = steps > 0 ? (youngInUse + (1 << steps) - 1) >> steps : youngInUse << -steps
    agesInUse = agesInUse > Self.oldest || inUse > Self.oldest ? Self.ages : inUse
  }

  private mutating func merge(_ kind: Int, _ steps: Int) {
    for age in 0..<min(agesInUse, Self.oldest) {
      let place = kind * Self.ages + age
      let count = counts[place]
      counts[place] = Count()
      counts[kind * Self.ages + (age >> steps)].hits += count.hits
      counts[kind * Self.ages + (age >> steps)].evictions += count.evictions
    }
  }

  private mutating func split(_ kind: Int, _ steps: Int) {
    let parts = 1 << steps
    for age in (0..<min(agesInUse, Self.oldest)).reversed() {
      let place = kind * Self.ages + age
      let count = counts[place]
      counts[place] = Count()
      let share = Count(
        hits: count.hits / Double(parts), evictions: count.evictions / Double(parts))
      let first = min(age << steps, Self.oldest)
      let end = min((age + 1) << steps, Self.oldest)
      for new in first..<end {
        counts[kind * Self.ages + new].hits += share.hits
        counts[kind * Self.ages + new].evictions += share.evictions
      }
      let rest = Double(parts - (end - first))
      counts[kind * Self.ages + Self.oldest].hits += share.hits * rest
      counts[kind * Self.ages + Self.oldest].evictions += share.evictions * rest
    }
  }
}
