import BasicContainers

/// The hits and evictions of images by class and age, from which `lhd` derives the expected hits
/// per unit of time.
///
/// An age is a number of requests divided by 2^shift; the last of the ages includes everything
/// older. Until the first `learn`, the density of an age is (class + 1) / (age + 1).
///
/// - Complexity: `fade`, `learn` and `rescale` O(classes x ages in use), all else O(1)
///   amortized.
struct HitDensities: ~Copyable {
  static var ages: Int { 20_000 }
  static var classes: Int { 16 }
  /// The last age, which includes everything older.
  static var oldest: Int { ages - 1 }
  /// The share of the counts that remains at each `learn`.
  static var decay: Double { 0.9 }

  struct Count: BitwiseCopyable {
    var hits = 0.0
    var evictions = 0.0
  }

  /// The counts, by age up to the oldest that was counted, then by class.
  private var counts = UniqueArray<Count>()
  /// The densities in the same order, for the learned ages; all older ages have a density of 0.
  private var densities = UniqueArray<Double>()
  private var hasLearnt = false

  private var agesInUse: Int { counts.count / Self.classes }

  private static func place(_ kind: Int, _ age: Int) -> Int { age * classes + kind }

  /// Makes room for the counts of an age.
  private mutating func use(_ age: Int) {
    while agesInUse <= age { for _ in 0..<Self.classes { counts.append(Count()) } }
  }

  /// Returns the class of images whose last two ages at a hit have this sum.
  ///
  /// The class is the number of times that the sum must be doubled to reach `ages`, limited to the
  /// last class.
  static func classOf(_ sum: Int) -> Int {
    guard sum > 0 else { return classes - 1 }
    var (age, doublings) = (sum, 0)
    while age < ages, doublings < classes - 1 {
      age *= 2
      doublings += 1
    }
    return doublings
  }

  /// Returns the hits per unit of time that an image can expect.
  ///
  /// - Returns: `nil` at the oldest age, whose density is below all others.
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

  /// Reduces the counts by the decay.
  mutating func fade() {
    for place in 0..<counts.count {
      counts[place].hits *= Self.decay
      counts[place].evictions *= Self.decay
    }
  }

  /// Computes densities from the counts.
  ///
  /// The density of an age is the number of hits of all images that reached this age, divided by
  /// the sum of their remaining lives. Both are added up from the oldest age down.
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

  /// Changes the length of an age by a factor of 2^steps, which is below 1 for negative steps.
  ///
  /// Ages are merged, or split evenly. Counts that are then too old move to the oldest age, which
  /// also keeps its own counts.
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

  /// Removes and returns the counts of an age.
  private mutating func take(_ kind: Int, _ age: Int) -> Count {
    let count = counts[Self.place(kind, age)]
    counts[Self.place(kind, age)] = Count()
    return count
  }
}
