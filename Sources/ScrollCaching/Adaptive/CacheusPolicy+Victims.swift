public import ScrollCore

/// Who leaves, and what is remembered of it.
extension CacheusPolicy {
  /// Takes weight from the expert in whose history an image was.
  mutating func regret(_ history: Int) {
    let factor = exp(-rate.value)
    let (first, second) =
      history == Self.lruHistory
      ? (weight * factor, 1 - weight) : (weight, (1 - weight) * factor)
    weight = min(max(first / (first + second), 0.01), 0.99)
  }

  /// Takes out a victim, which leaves traces if it was seen.
  mutating func retire(_ victim: ImageID, history: Int?) {
    order.remove(victim)
    marks.pardon(victim)
    let cost = queues.cost(of: victim)
    guard !unseen.clear(victim) else { return queues.remove(victim) }
    switch lists {
    case .libcachesim:
      queues.moveToNewest(victim, queue: Self.past)
      queues.trim(queue: Self.past, to: max(capacity - 1, 0))
    case .authors: queues.remove(victim)
    }
    guard let history, cost <= historyLimit else { return }
    trim(history, to: historyLimit - cost)
    histories.append(victim, cost: cost, queue: history)
    if history == Self.lruHistory { marks.didEnterHistory(victim) }
  }

  public func remembers(_ image: ImageID) -> Bool {
    queues.queue(of: image) != nil || histories.queue(of: image) != nil
  }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    histories.grow(toImageCount: count)
    order.grow(toImageCount: count)
    uses.grow(to: count, filling: 0)
    marks.grow(toImageCount: count)
    unseen.grow(toImageCount: count)
  }

  var historyLimit: Int {
    Int(min(Double(capacity / 2) * (2 * historyShare), .mostCapacity))
  }

  /// Drops the oldest of a history until it weighs no more than `limit`.
  mutating func trim(_ history: Int, to limit: Int) {
    while histories.cost(ofQueue: history) > limit, let oldest = histories.oldest(queue: history) {
      forget(oldest)
    }
  }

  /// Takes an image out of its history.
  mutating func forget(_ image: ImageID) {
    if histories.queue(of: image) == Self.lruHistory { marks.didLeaveHistory(image) }
    histories.remove(image)
  }

  func oldest(sparing pins: borrowing PinSet) -> ImageID? {
    queues.oldest(queue: Self.new, sparing: pins)
      ?? queues.oldest(queue: Self.reused, sparing: pins)
  }

  /// Whom the first expert names.
  mutating func leastRecent(sparing pins: borrowing PinSet) -> ImageID? {
    while let image = oldest(sparing: pins) {
      guard unseen.passesOver(image) else { return image }
      queues.moveToNewest(image, queue: queues.queue(of: image) ?? Self.new)
    }
    return nil
  }

  /// Whom the second one names.
  mutating func leastUsed(sparing pins: borrowing PinSet, passesOver: Bool) -> ImageID? {
    let first =
      passesOver && !unseen.isEmpty
      ? order.removeFirst(sparing: pins, passingOver: &unseen) : nil
    guard let found = first ?? order.removeFirst(sparing: pins) else { return nil }
    order.insert(found.image, key: found.key)
    return found.image
  }

  /// The oldest of new that is neither pinned nor the newcomer; unseen images are passed over
  /// once.
  mutating func surplus(sparing pins: borrowing PinSet) -> ImageID? {
    var candidate = queues.oldest(queue: Self.new)
    while let image = candidate {
      candidate = queues.order.newer(than: image)
      if pins.contains(image) || image == newcomer { continue }
      guard unseen.passesOver(image) else { return image }
      queues.moveToNewest(image, queue: Self.new)
      candidate = candidate ?? image
    }
    return nil
  }
}
