import ScrollCaching
import ScrollCore
import ScrollTraces
import scrollsim_lab

/// A cache's limits and what is done to it, drawn: not the operations that `Proposal` would choose.
struct RandomLog {
  let header: CacheLogHeader
  let operations: [CacheOperation]

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var limits = CacheLimits()
    switch random.below(4) {
    case 0, 1: limits.count = 1 + random.below(6)
    case 2: limits.cost = 5 + random.below(40)
    default: limits = CacheLimits(cost: 10 + random.below(30), count: 2 + random.below(5))
    }
    var header = CacheLogHeader(tellsEvictions: random.chance(0.7), limits: limits)
    header.verbs = CacheVerb.allCases.filter { ![.discard, .viewport, .place].contains($0) }
    self.header = header
    let costs = [[1], [1, 2, 3], [0, 4, 9], [1, 30]][random.below(4)]
    let keys = 3 + random.below(8)
    var numbers: [Int: Int] = [:]
    func image(_ key: Int) -> ImageID {
      let number = numbers[key] ?? numbers.count
      numbers[key] = number
      return ImageID(number)
    }
    var operations: [CacheOperation] = []
    for _ in 0..<20 + random.below(30) {
      let key = random.below(keys)
      switch random.below(100) {
      case 0..<50: operations.append(.set(image(key), cost: costs[random.below(costs.count)]))
      case 50..<80: operations.append(.get(image(key)))
      case 80..<87: operations.append(.remove(image(key)))
      case 87..<92:
        let count = limits.count.map { 1 + random.below($0 + 1) }
        operations.append(.limits(count: count, cost: count == nil ? 5 + random.below(30) : nil))
      case 92..<95: operations.append(.warning(random.chance(0.5) ? .warning : .critical))
      case 95..<97: operations.append(.wait(milliseconds: random.below(6_000)))
      case 97..<98: operations.append(.background)
      default: operations.append(.clear)
      }
    }
    self.operations = operations
  }

  /// The log as a model writes it.
  func answered(by candidate: Candidate, seed: UInt64) -> CacheLog {
    ProposedLog.answered(
      operations, for: header, asking: header.verbs ?? [], by: candidate,
      drawing: candidate.mayDraw ? DrawScript(seed: seed) : nil)
  }
}
