package import ScrollCaching
package import ScrollCore

/// A cache model that records its requests.
package final class RecordedModel: CacheModel {
  private let model: any CacheModel
  private let log: DemandLog

  package init(_ model: any CacheModel, log: DemandLog) {
    self.model = model
    self.log = log
  }

  package var residentCount: Int { model.residentCount }
  package var totalCost: Int { model.totalCost }

  package func lookup(_ request: Request) -> Bool {
    let isHit = model.lookup(request)
    log.record(request, isHit: isHit)
    return isHit
  }

  package func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let outcome = model.store(request, as: admission)
    if outcome == .stored { log.stored(request.image) }
    return outcome
  }

  package func contains(_ image: ImageID) -> Bool { model.contains(image) }
  package func remove(_ image: ImageID, because reason: RemovalReason) {
    model.remove(image, because: reason)
  }
  package func removeAll(because reason: RemovalReason) { model.removeAll(because: reason) }
  package func pin(_ image: ImageID) { model.pin(image) }
  package func unpin(_ image: ImageID) { model.unpin(image) }
  package func setLimits(_ limits: CacheLimits) { model.setLimits(limits) }
  package func pressureChanged(to level: PressureLevel, at time: SimTime) {
    model.pressureChanged(to: level, at: time)
  }
  package func didEnterBackground(at time: SimTime) { model.didEnterBackground(at: time) }
  package func viewportMoved(to viewport: Viewport) { model.viewportMoved(to: viewport) }
  package func placementChanged(to placement: ItemPlacement) {
    model.placementChanged(to: placement)
  }
  package func timePassed(to time: SimTime) { model.timePassed(to: time) }
  package var needsTicks: Bool { model.needsTicks }
  package func drainRemovals(_ body: (Removal) -> Void) { model.drainRemovals(body) }
}

/// The requests of a run without prefetches, and the times when images were stored.
///
/// A load takes time. Its image may be stored many requests after the request that missed, and
/// occupies no space until then. So the bound of a run assumes that a cache can keep an image from
/// the time when the run stored it. The bound holds for every cache with the arrival times of this
/// run, whichever images the cache evicts. If loads end at other times, the bound is another one.
package final class DemandLog {
  private var images: [ImageID] = []
  private var costs: [Int] = []
  /// For each request, the index of the last request before its image was last stored; -1 if the
  /// image was not stored yet.
  private var arrivals: [Int32] = []
  private var lastStored: [Int32]
  private var misses = 0

  package init(imageCount: Int) { lastStored = [Int32](repeating: -1, count: imageCount) }

  func record(_ request: Request, isHit: Bool) {
    images.append(request.image)
    costs.append(request.cost)
    arrivals.append(lastStored[Int(request.image.index)])
    misses += isHit ? 0 : 1
  }

  func stored(_ image: ImageID) { lastStored[Int(image.index)] = Int32(images.count - 1) }

  /// Returns the fewest misses that this run could have had.
  package func regret(capacity: Int, facts: PolicyDescriptor.Facts) -> RegretRecord {
    guard facts.limits == .always || facts.limits == .afterStores else { return .none }
    let stream = RequestStream(images: images, imageCount: lastStored.count, sizes: costs)
    if let room = EqualSizes(stream)?.count(in: capacity) {
      let reuses = ReuseIntervals(stream.countingItems, capacity: room, arrivals: arrivals)
      return regret("min-bypass", MinBypass.misses(reuses, capacity: room))
    }
    let reuses = ReuseIntervals(stream, capacity: capacity, arrivals: arrivals)
    return regret("pfoo-l", PFOO.lower(reuses, capacity: capacity))
  }

  private func regret(_ bound: String, _ least: Int) -> RegretRecord {
    RegretRecord(bound: bound, leastMisses: least, misses: misses - least)
  }
}
