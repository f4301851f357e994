public import ScrollCore

/// Evicts like `lru`, but promotes an image only some time after its insertion or last promotion.
///
/// The *delay* is a share of the capacity. A hit makes the image the newest if images that cost
/// more than the delay were inserted since the image was inserted or last promoted. The oldest
/// image is evicted. The rule is that of `LRUdelay.c` in the repository of "Demystifying and
/// Improving Lazy Promotion in Cache Eviction", PVLDB 19(4). That program counts the delay in
/// insertions (`countedIn=insertions`), at least one.
public struct DelayLRUPolicy: EvictionPolicy, ~Copyable {
  var order: ItemList
  var clock: InsertionClock
  let delayShare: Double
  var delay: Int

  init(
    imageCount: Int, capacity: Int, delayShare: Double, countedIn unit: InsertionClock.Unit
  ) {
    order = ItemList(imageCount: imageCount)
    clock = InsertionClock(imageCount: imageCount, unit: unit)
    self.delayShare = delayShare
    delay = max(1, QueueShares.share(delayShare, of: capacity))
  }

  public mutating func didHit(_ request: Request) {
    guard clock.age(of: request.image) > delay else { return }
    order.moveToNewest(request.image)
    clock.restart(request.image)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = order.oldest(sparing: pins) else { return nil }
    order.remove(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    clock.insert(request.image, cost: request.cost)
    order.append(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { order.remove(image) }

  public mutating func capacityChanged(to capacity: Int) {
    delay = max(1, QueueShares.share(delayShare, of: capacity))
  }

  public mutating func grow(toImageCount count: Int) {
    order.grow(toImageCount: count)
    clock.grow(toImageCount: count)
  }
}

extension DelayLRUPolicy {
  static let descriptor = PolicyDescriptor(
    "delay-lru", "Like lru, but uses soon after a store or another counted use do not count.",
    settings: [
      Setting(
        "delayShare", .number(0...1), standard: "0.2",
        "The distance within which a hit does not count, as a share of the capacity."),
      InsertionClock.Unit.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: "PVLDB 19(4), 2026.",
      claims: [.standard, .reusesIDs, .resizes, .forgets])
  ) {
    DelayLRUPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      delayShare: $0.settings.number("delayShare"),
      countedIn: InsertionClock.Unit($0.settings))
  }
}
