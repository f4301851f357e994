import ScrollCaching
import ScrollCore

/// The counts of a sketch, as a dictionary of counters by place.
///
/// Before `prepare` every image has a counter of its own; then its counts are made again, in the
/// order of the keys. The hash function is shared with the fast sketches: it is checked against
/// published values.
struct SketchReference {
  enum Kind {
    /// Ten places in a row of 14.4 counters per item, of two 32-bit hashes.
    case tenPlaces
    /// Four of 16 counters up to 15 in four words, halved every ten changes per word.
    case fourBits
  }

  private let keys: [UInt64]
  private let kind: Kind
  private var exact: [ImageID: Int] = [:]
  private var counters: [[Int]: Int] = [:]
  private var size = 0, changes = 0

  init(keys: [UInt64], kind: Kind) {
    self.keys = keys
    self.kind = kind
  }

  var isPrepared: Bool { size > 0 }
  private var most: Int { kind == .fourBits ? 15 : .max }

  mutating func prepare(_ items: Int) {
    switch kind {
    case .tenPlaces:
      let wanted = (Double(items) * 6.907755278982137 / 0.480453013918201).rounded(.up)
      size = Int(min(max(1, wanted), Double(Int32.max)))
    case .fourBits:
      size = 1
      while size < min(items, 1 << 30) { size *= 2 }
    }
    for image in exact.keys.sorted(by: { key(of: $0) < key(of: $1) }) {
      for _ in 0..<exact[image, default: 0] { count(image) }
    }
  }

  private func key(of image: ImageID) -> UInt64 {
    keys.isEmpty ? UInt64(image.index) : keys[Int(image.index)]
  }

  private func places(_ image: ImageID) -> [[Int]] {
    let key = key(of: image)
    switch kind {
    case .tenPlaces:
      let first = XXH64.hash(key, seed: 0x1234_5678) % (1 << 32)
      let step = XXH64.hash(key, seed: 0x1234_4321) % (1 << 32)
      return (0..<10).map { [Int((first + $0 * step) % (1 << 32)) % size] }
    case .fourBits:
      let hash = XXH64.hash(key, seed: 0)
      let (low, high) = (Int(hash % (1 << 32)), Int(hash >> 32))
      let group = high >> 30
      return (0..<4).map { [(low + $0 * (high | 1)) % size, 4 * group + $0] }
    }
  }

  mutating func count(_ image: ImageID) {
    guard isPrepared else {
      exact[image] = min(most, exact[image, default: 0] + 1)
      return
    }
    var isChanged = false
    for place in places(image) where counters[place, default: 0] < most {
      counters[place, default: 0] += 1
      isChanged = true
    }
    guard kind == .fourBits, isChanged else { return }
    changes += 1
    if changes >= 10 * size {
      let odd = counters.values.count { $0 % 2 == 1 }
      changes = (changes - odd / 4) / 2
      halve()
    }
  }

  func estimate(_ image: ImageID) -> Int {
    guard isPrepared else { return exact[image, default: 0] }
    return places(image).map { counters[$0, default: 0] }.min() ?? 0
  }

  mutating func halve() {
    counters = counters.mapValues { $0 / 2 }
    if !isPrepared { exact = exact.mapValues { $0 / 2 } }
  }
}

/// The number of items that a sketch is for: known, or found from the first 1 000 requests.
struct SampleReference {
  private(set) var items: Int?
  private static let most = 1 << 30
  private var costs: [Int] = []

  init(_ setup: PolicySetup) {
    let expected = setup.settings.integer("expectedItems")
    if expected > 0 {
      items = min(expected, Self.most)
    } else if setup.limits.cost == nil {
      items = min(setup.limits.capacity, Self.most)
    }
  }

  mutating func add(_ cost: Int, _ capacity: Int) {
    costs.append(cost)
    guard costs.count == 1_000 else { return }
    let sum = costs.reduce(0) { $0 + Double($1) }
    items = Int(min(max(1, Double(capacity) * 1_000 / max(1, sum)), Double(Self.most)))
  }
}

/// The hill climber: samples of 10 requests per item.
struct ClimberReference {
  private let items: Int
  private let firstStep: Double
  private var step: Double, grows: Bool, rest = 0.0
  private var answers: [Bool] = []
  private var lastRate = 0.0

  init(capacity: Int, items: Int) {
    self.items = max(1, items)
    firstStep = max(2, Double(capacity) / 16)
    step = firstStep
    grows = items <= 512
  }

  /// Returns the amount by which the window must grow.
  mutating func request(_ isHit: Bool) -> Int {
    answers.append(isHit)
    guard answers.count == 10 * items else { return 0 }
    let rate = Double(answers.count { $0 }) / Double(answers.count)
    answers = []
    if rate < lastRate { grows.toggle() }
    let change = (grows ? step : -step) + rest
    rest = change.truncatingRemainder(dividingBy: 1)
    step = abs(rate - lastRate) >= 0.05 ? firstStep : step * (items <= 512 ? 0.995 : 0.98)
    lastRate = rate
    return Int(change)
  }
}
