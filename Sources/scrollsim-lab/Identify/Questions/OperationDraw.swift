import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A generator of operations that make models of caches differ.
///
/// It works in small steps of a few operations each. The steps fill the cache, read values, store
/// them again, and request values that have left. It only draws operations that the cache supports.
/// Keys are numbered in the order in which they are first stored.
struct OperationDraw {
  /// The largest number of keys.
  static let mostKeys = 200
  /// The largest number of values; a larger cache first gets lower limits, if it supports that.
  static let mostRoom = 12

  private let verbs: Set<CacheVerb>
  private let tellsEvictions: Bool
  private let costs: [Int]
  /// The approximate number of values that the cache holds.
  private let room: Int
  private let limits: CacheLimits
  private var random: SeededRandom
  /// The number of keys that were stored so far.
  private var known = 0
  /// The operations that must come first.
  private var opening: [CacheOperation] = []

  init(_ header: CacheLogHeader, _ verbs: [CacheVerb], seed: UInt64) {
    self.verbs = Set(verbs)
    tellsEvictions = header.tellsEvictions
    random = SeededRandom(seed: seed)
    var limits = header.limits.zeroIsNone
    let costRoom = limits.cost.map { min($0, 6) }
    if verbs.contains(.limits), (limits.count ?? costRoom ?? .max) > Self.mostRoom {
      limits.count = 4
      opening = [.limits(count: 4, cost: nil)]
    }
    self.limits = limits
    room = max(1, min(limits.count ?? costRoom ?? 8, costRoom ?? .max, Self.mostKeys / 2))
    if header.countsItems {
      costs = [1]
    } else if let cost = limits.cost {
      let part = max(1, cost / room)
      costs = [part, part, max(1, part / 3), min(cost, 2 * part), 1, cost]
    } else {
      costs = [1, 1, 2, 3, 5, 9]
    }
  }

  /// Returns a generator in the same state with other draws.
  func reseeded(_ seed: UInt64) -> OperationDraw {
    var draw = self
    draw.random = SeededRandom(seed: seed)
    return draw
  }

  /// Draws a number of operations; none if values cannot be stored.
  mutating func sequence(_ length: Int) -> [CacheOperation] {
    guard verbs.contains(.set) else { return [] }
    var operations: [CacheOperation] = []
    while operations.count < length { operations += step() }
    return Array(operations.prefix(length))
  }

  /// Draws a few related operations, or none.
  mutating func step() -> [CacheOperation] {
    guard opening.isEmpty else {
      defer { opening = [] }
      return opening
    }
    let operations = known == 0 ? scan(1 + random.below(room + 1)) : drawn()
    return operations.filter { verbs.contains($0.verb) }
  }

  private mutating func drawn() -> [CacheOperation] {
    switch random.below(100) {
    case 0..<22: return scan(1 + random.below(room + 2))
    case 22..<50: return reads()
    case 50..<66: return [.set(recent(), cost: cost())]
    case 66..<78:
      // An app's typical step: look up a key, and store its value on a miss.
      let image = recent()
      return [.get(image), .set(image, cost: cost())]
    case 78..<86: return [.remove(recent())]
    case 86..<93: return squeeze()
    case 93..<99: return [systemEvent()]
    default: return [.clear]
    }
  }

  /// Stores new keys, or old ones if no new keys are left.
  private mutating func scan(_ count: Int) -> [CacheOperation] {
    var operations: [CacheOperation] = []
    for _ in 0..<count {
      let image = known < Self.mostKeys ? ImageID(known) : recent()
      known = min(known + 1, Self.mostKeys)
      operations.append(.set(image, cost: cost()))
    }
    return operations + looks()
  }

  /// Reads some keys, perhaps more than once.
  private mutating func reads() -> [CacheOperation] {
    var operations: [CacheOperation] = []
    for _ in 0...random.below(3) {
      let image = recent()
      for _ in 0...random.below(2) { operations.append(.get(image)) }
    }
    return operations
  }

  /// Looks up the last keys in some steps, if the cache does not report evictions.
  private mutating func looks() -> [CacheOperation] {
    guard !tellsEvictions, random.chance(0.3) else { return [] }
    return (max(0, known - room - 2)..<known).map { .get(ImageID($0)) }
  }

  /// Lowers a limit, and raises it again.
  private mutating func squeeze() -> [CacheOperation] {
    guard let amount = limits.count ?? limits.cost else { return [] }
    let isCount = limits.count != nil
    func limit(_ amount: Int) -> CacheOperation {
      .limits(count: isCount ? amount : nil, cost: isCount ? nil : amount)
    }
    let lower = max(1, amount / (2 + random.below(2)))
    let between = random.chance(0.5) ? scan(1) : []
    return [limit(lower)] + between + [limit(amount)]
  }

  private mutating func systemEvent() -> CacheOperation {
    switch random.below(4) {
    case 0: .warning(.warning)
    case 1: .warning(.critical)
    case 2: .background
    default: .wait(milliseconds: random.chance(0.5) ? 1_000 : 5_000)
    }
  }

  /// Draws a key that was stored, mostly one of the last.
  private mutating func recent() -> ImageID {
    let span = random.chance(0.8) ? min(known, 2 * room + 1) : known
    return ImageID(known - 1 - random.below(span))
  }

  private mutating func cost() -> Int { costs[random.below(costs.count)] }
}
