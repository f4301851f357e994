import ScrollCore

/// Who leaves.
extension WTinyLFUPolicy {
  /// What libCacheSim does in one eviction: empties the window until something leaves.
  mutating func drainWindow(sparing pins: borrowing PinSet) {
    while let candidate = oldest(of: Self.window, sparing: pins) {
      let count = filter.estimate(candidate)
      if !unseen.contains(candidate) { filter.count(candidate) }
      let cost = queues.cost(of: candidate)
      if mainCost + cost > mainRoom {
        guard let opponent = oldestOfMain(sparing: pins),
          count > filter.estimate(opponent)
        else { return release(candidate) }
        release(opponent)
      }
      queues.moveToNewest(candidate, queue: segmentOfMain(for: candidate, sparing: pins))
    }
    if let victim = oldestOfMain(sparing: pins) { release(victim) }
  }

  /// Where main takes an image: the first segment with room.
  ///
  /// If neither has, the oldest of main leave until all of it has room for one on probation.
  private mutating func segmentOfMain(for image: ImageID, sparing pins: borrowing PinSet) -> Int {
    let cost = queues.cost(of: image)
    if queues.cost(ofQueue: Self.probation) + cost <= probationLimit { return Self.probation }
    if queues.cost(ofQueue: Self.protected) + cost <= protectedLimit { return Self.protected }
    while mainCost + cost > mainRoom, let next = oldestOfMain(sparing: pins) { release(next) }
    return Self.probation
  }

  /// What Caffeine does: one that the window has no room for against one of main.
  mutating func duel(sparing pins: borrowing PinSet) {
    guard queues.cost(ofQueue: Self.window) > windowLimit - newcomer,
      let candidate = oldest(of: Self.window, sparing: pins)
    else {
      let victim = oldestOfMain(sparing: pins) ?? oldest(of: Self.window, sparing: pins)
      if let victim { release(victim) }
      return
    }
    queues.moveToNewest(candidate, queue: Self.probation)
    let victim = oldestOfMain(sparing: pins) ?? candidate
    let isBetter = frequencies.estimate(candidate) > frequencies.estimate(victim)
    release(isBetter ? victim : candidate)
  }

  /// Whether an image heavier than the window may go to main directly.
  mutating func passesWindow(_ request: Request) -> Bool {
    var room = capacity - queues.cost(ofQueue: Self.window) - mainCost
    if queues.queue(of: request.image) != nil { room += queues.cost(of: request.image) }
    guard request.cost > room else { return true }
    guard
      let opponent = queues.oldest(queue: Self.probation)
        ?? queues.oldest(queue: Self.protected)
    else { return true }
    return frequencies.estimate(request.image) > frequencies.estimate(opponent)
  }

  /// What is over protected's share moves to probation.
  mutating func demote() {
    while queues.cost(ofQueue: Self.protected) > protectedLimit,
      let oldest = queues.oldest(queue: Self.protected)
    {
      queues.moveToNewest(oldest, queue: Self.probation)
      isCooling = sketch == .libcachesim
    }
  }

  /// The oldest of a queue that is not pinned; unseen images are passed over once.
  mutating func oldest(of queue: Int, sparing pins: borrowing PinSet) -> ImageID? {
    while let candidate = queues.oldest(queue: queue, sparing: pins) {
      guard unseen.passesOver(candidate) else { return candidate }
      queues.moveToNewest(candidate, queue: queue)
    }
    return nil
  }

  /// What main may weigh beside the image being stored, which the window holds in any case.
  private var mainRoom: Int { mainLimit - max(0, newcomer - windowLimit) }

  var mainCost: Int {
    queues.cost(ofQueue: Self.probation) + queues.cost(ofQueue: Self.protected)
  }

  private mutating func oldestOfMain(sparing pins: borrowing PinSet) -> ImageID? {
    oldest(of: Self.probation, sparing: pins) ?? oldest(of: Self.protected, sparing: pins)
  }

  private mutating func release(_ image: ImageID) {
    unseen.clear(image)
    queues.moveToNewest(image, queue: Self.leaving)
  }
}
