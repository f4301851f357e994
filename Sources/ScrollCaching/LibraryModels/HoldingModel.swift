import ScrollCore

/// A model that holds images itself: what all of them answer alike.
///
/// By default the system changes nothing and time does nothing.
protocol HoldingModel: CacheModel {
  var holdings: Holdings { get set }
}

extension HoldingModel {
  public func lookup(_ request: Request) -> Bool { contains(request.image) }
  public func contains(_ image: ImageID) -> Bool { holdings.contains(image) }
  public var residentCount: Int { holdings.count }
  public var totalCost: Int { holdings.totalCost }
  public func drainRemovals(_ body: (Removal) -> Void) { holdings.drain(body) }
  public func removeAll(because reason: RemovalReason) {
    for index in holdings.images { remove(ImageID(index), because: reason) }
  }

  public func pin(_ image: ImageID) { holdings.pins.insert(image) }
  public func unpin(_ image: ImageID) { holdings.pins.remove(image) }
  public func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  public func didEnterBackground(at time: SimTime) {}
  public var needsTicks: Bool { false }
}

extension CacheLimits {
  /// The same limits, those of 0 or less being none.
  var positive: CacheLimits {
    CacheLimits(
      cost: cost.flatMap { $0 > 0 ? $0 : nil }, count: count.flatMap { $0 > 0 ? $0 : nil })
  }
}
