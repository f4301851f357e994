import ScrollCore

/// What is counted, and how the capacity is divided.
extension WTinyLFUPolicy {
  /// Takes note of a request, hit or miss.
  mutating func observe(_ request: Request) {
    if items.known == nil, let found = items.count(request, capacity: capacity) {
      prepareSketch(forItems: found)
    }
    if sketch == .caffeine { frequencies.count(request.image) }
  }

  mutating func countMainHit(_ image: ImageID) {
    filter.count(image)
    mainHits += 1
    guard mainHits >= mainHitsPerHalving else { return }
    mainHits = 0
    filter.halve()
  }

  /// Makes the sketch for a number of items, or in libCacheSim's filter for main's bytes.
  mutating func prepareSketch(forItems items: Int) {
    switch sketch {
    case .caffeine:
      if !frequencies.isPrepared { frequencies.prepare(forItems: items) }
    case .libcachesim where !filter.isPrepared:
      let size = sketchesBytes ? mainLimit : min(items, mainLimit)
      filter.prepare(forItems: size)
      mainHitsPerHalving = size > .max / 32 ? .max : max(32 * size, 1)
    case .libcachesim: break
    }
  }

  mutating func divide(_ capacity: Int) {
    windowLimit = Self.windowShare(of: capacity)
    switch sketch {
    case .libcachesim:
      mainLimit = capacity - windowLimit
      probationLimit = mainLimit / 5
      protectedLimit = mainLimit / 5 * 4 + mainLimit % 5 * 4 / 5
    case .caffeine:
      windowLimit = max(windowLimit, 1)
      mainLimit = max(capacity - windowLimit, 0)
      protectedLimit = Int(Double(mainLimit) * 0.8)
    }
  }

  /// Counts a request for the climber, and moves the boundary when it says so.
  mutating func climb(isHit: Bool) {
    guard climbs, wasFull, let items = items.known else { return }
    let growth: Int
    if climber == nil { climber = HillClimber(capacity: capacity, items: items) }
    growth = climber?.count(isHit: isHit) ?? 0
    if growth > 0 {
      growWindow(by: min(growth, protectedLimit))
    } else if growth < 0 {
      shrinkWindow(by: min(-growth, windowLimit - max(1, Self.windowShare(of: capacity))))
    }
  }

  private mutating func growWindow(by share: Int) {
    windowLimit += share
    protectedLimit -= share
    demote()
    var moved = 0
    while moved < share, let oldest = queues.oldest(queue: Self.probation),
      queues.cost(ofQueue: Self.window) + queues.cost(of: oldest) <= windowLimit
    {
      moved += queues.cost(of: oldest)
      queues.moveToNewest(oldest, queue: Self.window)
    }
  }

  private mutating func shrinkWindow(by share: Int) {
    windowLimit -= share
    protectedLimit += share
    while queues.cost(ofQueue: Self.window) > windowLimit,
      let oldest = queues.oldest(queue: Self.window)
    {
      queues.moveToOldest(oldest, queue: Self.probation)
    }
  }
}

extension WeighedQueues {
  /// Makes an image the oldest of another queue than its own.
  fileprivate mutating func moveToOldest(_ image: ImageID, queue: Int) {
    moveToNewest(image, queue: queue)
    order.remove(image)
    order.prepend(image, queue: queue)
  }
}
