import BasicContainers

/// What `lhd` knows of images by class and age: how many were hit, how many evicted, and from
/// that how many hits the rest of a life brings per unit of time.
///
/// An age is a number of requests divided by 2^shift; the last of the ages stands for
/// everything older. Until the first `learn`, the density of an age is (class + 1) / (age + 1).
///
/// - Complexity: `fade`, `learn` and `rescale` O(classes x ages in use), all else O(1)
///   amortized.
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

  /// By age, up to the oldest that was counted, then by class.
  private var counts = UniqueArray<Count>()
  /// In the same order, as far as was learnt; 0 beyond.
  private var densities = UniqueArray<Double>()
  private var hasLearnt = false

  private var agesInUse: Int { counts.count / Self.classes }

  private static func place(_ kind: Int, _ age: Int) -> Int { age * classes + kind }

  /// Makes room for the counts of an age.
  private mutating func use(_ age: Int) {
    while agesInUse <= age { for _ in 0..<Self.classes { counts.append(Count()) } }
  }

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
    guard hasLearnt else { return Double(kind + 1) / Double(age + 1) }
    let place = Self.place(kind, age)
    return place < densities.count ? densities[place] : 0
  }

  mutating func countHit(_ kind: Int, age: Int) {
    use(age)
    counts[Self.place(kind, age)].hits += 1
  }

  mutating func countEviction(_ kind: Int, age: Int) {
    use(age)
    counts[Self.place(kind, age)].evictions += 1
  }

  /// Lets the counts fade.
  mutating func fade() {
    for place in 0..<counts.count {
      counts[place].hits *= Self.decay
      counts[place].evictions *= Self.decay
    }
  }

  /// Makes densities of the counts.
  ///
  /// From the oldest age down: of all that got to an age, hits over the sum of their lives.
  mutating func learn() {
    hasLearnt = true
    densities.removeAll(keepingCapacity: true)
    for _ in 0..<counts.count { densities.append(0) }
    for kind in 0..<Self.classes {
      var (hits, events, life) = (0.0, 0.0, 0.0)
      for age in (0..<agesInUse).reversed() {
        let count = counts[Self.place(kind, age)]
        hits += count.hits
        events += count.hits + count.evictions
        life += events
        densities[Self.place(kind, age)] = events > 1e-5 ? hits / life : 0
      }
    }
  }

  /// Counts in ages of 2^steps times the length, or, with fewer than none, of a fraction.
  ///
  /// Ages are merged, or split evenly; what is then too old goes to the oldest, which stays
  /// what it is.
  mutating func rescale(by steps: Int) {
    let youngAges = min(agesInUse, Self.oldest)
    let last = youngAges - 1
    guard steps != 0, last >= 0 else { return }
    if steps < 0 { use(min(youngAges << -steps, Self.ages) - 1) }
    for kind in 0..<Self.classes {
      for age in 0...last where steps > 0 { merge(kind, age, steps) }
      for age in (0...last).reversed() where steps < 0 { split(kind, age, -steps) }
    }
    guard agesInUse < Self.ages else { return }
    while steps > 0, agesInUse > (last >> steps) + 1 {
      for _ in 0..<Self.classes { _ = counts.removeLast() }
    }
  }

  private mutating func merge(_ kind: Int, _ age: Int, _ steps: Int) {
    let count = take(kind, age)
    counts[Self.place(kind, age >> steps)].hits += count.hits
    counts[Self.place(kind, age >> steps)].evictions += count.evictions
  }

  private mutating func split(_ kind: Int, _ age: Int, _ steps: Int) {
    let (count, parts) = (take(kind, age), 1 << steps)
    let share = Count(
      hits: count.hits / Double(parts), evictions: count.evictions / Double(parts))
    let first = min(age << steps, Self.oldest)
    let end = min((age + 1) << steps, Self.oldest)
    for new in first..<end {
      counts[Self.place(kind, new)].hits += share.hits
      counts[Self.place(kind, new)].evictions += share.evictions
    }
    guard end - first < parts else { return }
    let rest = Double(parts - (end - first))
    counts[Self.place(kind, Self.oldest)].hits += share.hits * rest
    counts[Self.place(kind, Self.oldest)].evictions += share.evictions * rest
  }

  /// Takes the counts of an age away.
  private mutating func take(_ kind: Int, _ age: Int) -> Count {
    let count = counts[Self.place(kind, age)]
    counts[Self.place(kind, age)] = Count()
    return count
  }
}
