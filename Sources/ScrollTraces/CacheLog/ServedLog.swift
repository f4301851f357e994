package import ScrollCaching
import ScrollCore

/// A log whose operations are performed on other caches, to count the hits of their look-ups.
///
/// A look-up that was a hit in the log may miss in another cache. Then the value is stored again
/// there, at the cost that it had in the log, as an app would load it and store it.
package struct ServedLog: Sendable {
  private let entries: [CacheLog.Entry]
  private let header: CacheLogHeader
  private let world: CacheSetup
  /// The first cost of each key; 0 for a key that is never stored.
  private let firstCosts: [Int]

  /// Creates a log without change, or with other limits.
  /// - Parameters:
  ///   - log: the log with the operations.
  ///   - counting: whether every cost is 1 and no cost is limited.
  ///   - limits: the limits from beginning to end; `nil` for those of the log.
  package init(_ log: CacheLog, counting: Bool, limits: CacheLimits?) {
    var header = log.header
    if let limits { header.limits = limits }
    if counting { header.limits.cost = nil }
    self.header = header
    entries = log.entries.compactMap { $0.served(counting: counting, hasLimits: limits != nil) }
    world = CacheSetup(header, serving: entries, of: log)
    var costs = [Int?](repeating: nil, count: log.keys.count)
    for case .set(let image, let cost) in entries.lazy.map(\.operation) {
      costs[Int(image.index)] = costs[Int(image.index)] ?? cost
    }
    firstCosts = costs.map { $0 ?? 0 }
  }

  /// Returns the counts of the look-ups in another cache.
  /// - Parameters:
  ///   - candidate: the model of the other cache.
  ///   - seed: the seed of a randomized model.
  /// - Returns: the counts; a request is a look-up.
  package func tally(of candidate: Candidate, seed: UInt64) -> Tally {
    let model = PlayedModel(candidate, in: world, seed: seed)
    var costs = firstCosts
    var loads = [LoggedLoad?](repeating: nil, count: costs.count)
    var tally = Tally()
    for entry in entries {
      let answer = model.perform(entry.operation, entry.details)
      tally.removals += answer.evicted.count
      if case .set(let image, let cost) = entry.operation {
        costs[Int(image.index)] = cost
        loads[Int(image.index)] = entry.details.load
      }
      guard case .get(let image) = entry.operation else { continue }
      let cost = costs[Int(image.index)]
      tally.requests += 1
      tally.costRequested += Int64(cost)
      guard answer.hit == false else { continue }
      tally.misses += 1
      tally.costMissed += Int64(cost)
      if entry.hit == true {
        var details = OperationDetails()
        (details.time, details.load) = (entry.details.time, loads[Int(image.index)])
        tally.removals += model.perform(.set(image, cost: cost), details).evicted.count
      }
    }
    return tally
  }
}

extension CacheLog {
  /// A Boolean value that indicates whether costs are limited or any cost differs from 1.
  package var hasCosts: Bool {
    (header.limits.cost ?? 0) > 0
      || entries.contains {
        if case .set(_, let cost) = $0.operation { cost != 1 } else { false }
      }
  }

  /// Returns the sum, over all keys, of the largest cost of each key, or the number of keys if
  /// every cost counts as 1.
  package func workingSet(counting: Bool) -> Int {
    guard !counting else { return keys.count }
    var costs = [Int](repeating: 0, count: keys.count)
    for case .set(let image, let cost) in entries.lazy.map(\.operation) {
      costs[Int(image.index)] = max(costs[Int(image.index)], cost)
    }
    return costs.reduce(0, +)
  }
}

extension CacheLog.Entry {
  /// Returns the entry in the form in which it is performed; `nil` if it is left out.
  fileprivate func served(counting: Bool, hasLimits: Bool) -> CacheLog.Entry? {
    var details = details
    if counting { details.cost = nil }
    switch operation {
    case .set(let image, _) where counting:
      return CacheLog.Entry(line: line, operation: .set(image, cost: 1), hit: hit, details)
    case .limits where hasLimits: return nil
    case .limits(let count, _) where counting:
      return count.map { CacheLog.Entry(line: line, operation: .limits(count: $0, cost: nil)) }
    default: return CacheLog.Entry(line: line, operation: operation, hit: hit, details)
    }
  }
}
