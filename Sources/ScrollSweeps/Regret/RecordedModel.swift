package import ScrollCaching
package import ScrollCore

/// A cache model that writes down what it is asked for.
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
