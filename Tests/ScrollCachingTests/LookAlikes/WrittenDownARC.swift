/// The rules of `NSCacheARC` once more, as plain as they can be put: arrays, newest first.
struct WrittenDownARC {
  var recent: [Int] = [], frequent: [Int] = []
  var recentGhosts: [Int] = [], frequentGhosts: [Int] = []
  var reads: [Int: Int] = [:]
  var costs: [Int: Int] = [:]
  var capacity = 20, countLimit = 0, costLimit = 0, target = 0
  var ghostNumber = 0
  let ghostDrift: Bool
  /// Milliseconds.
  var now = 0, lastPressure = -1_000_000
  var told: [Int] = []

  init(ghostDrift: Bool) { self.ghostDrift = ghostDrift }

  mutating func get(_ key: Int) -> Bool {
    guard let before = reads[key] else { return false }
    reads[key] = min(255, before + 1)
    guard costs[key] != nil else { return false }
    file(key)
    return true
  }

  mutating func set(_ key: Int, cost: Int) {
    let (b1, b2) = (recentGhosts.count, frequentGhosts.count)
    if recent.contains(key) || recentGhosts.contains(key) {
      target = min(target + max(1, b1 == 0 ? b2 : b2 / b1), capacity)
    } else if frequent.contains(key) || frequentGhosts.contains(key) {
      target = max(0, target - max(1, b2 == 0 ? b1 : b1 / b2))
    } else {
      reads[key] = 0
    }
    if costs[key] != nil { told.append(key) }
    if recentGhosts.contains(key) || frequentGhosts.contains(key), !ghostDrift {
      ghostNumber -= 1
    }
    costs[key] = cost
    file(key)
    adjust()
  }

  /// Where its reads say, newest.
  private mutating func file(_ key: Int) {
    unfile(key)
    if reads[key, default: 0] >= 2 {
      frequent.insert(key, at: 0)
    } else {
      recent.insert(key, at: 0)
    }
  }

  private mutating func unfile(_ key: Int) {
    recent.removeAll { $0 == key }
    frequent.removeAll { $0 == key }
    recentGhosts.removeAll { $0 == key }
    frequentGhosts.removeAll { $0 == key }
  }

  private mutating func adjust() {
    if costs.count > capacity, now - lastPressure >= 4000 {
      capacity = capacity < 20 ? 20 : capacity + 1
    }
    if countLimit != 0 { capacity = min(capacity, countLimit) }
    enforce()
  }

  private mutating func enforce() {
    while costs.count > capacity || costLimit != 0 && costs.values.reduce(0, +) > costLimit {
      let fromFrequent =
        recent.isEmpty || recent.count <= target && !frequent.isEmpty
      guard let victim = fromFrequent ? frequent.popLast() : recent.popLast() else { break }
      costs[victim] = nil
      told.append(victim)
      if reads[victim, default: 0] >= 2 {
        frequentGhosts.insert(victim, at: 0)
      } else {
        recentGhosts.insert(victim, at: 0)
      }
      ghostNumber += 1
    }
    while true {
      let live = ghostDrift ? reads.count - ghostNumber : costs.count
      guard ghostNumber > live || ghostNumber > capacity else { break }
      let fromFrequent =
        recentGhosts.isEmpty || recentGhosts.count <= target && !frequentGhosts.isEmpty
      guard let ghost = fromFrequent ? frequentGhosts.popLast() : recentGhosts.popLast() else {
        break
      }
      reads[ghost] = nil
      ghostNumber -= 1
    }
  }

  mutating func remove(_ key: Int) {
    guard costs.removeValue(forKey: key) != nil else { return }
    unfile(key)
    reads[key] = nil
    told.append(key)
  }

  mutating func setCountLimit(_ limit: Int) {
    (capacity, countLimit) = (limit, limit)
    adjust()
  }

  mutating func setCostLimit(_ limit: Int) {
    costLimit = limit
    enforce()
  }

  mutating func warn(critically: Bool) {
    capacity = critically ? 0 : costs.count / 2
    lastPressure = now
    enforce()
  }

  mutating func enterBackground() {
    for key in recent.reversed() + frequent.reversed() { remove(key) }
  }
}
