import ScrollCaching
import ScrollCore

/// A cache model that writes down what it is asked for.
final class RecordedModel: CacheModel {
  private let model: any CacheModel
  private let log: DemandLog

  init(_ model: any CacheModel, log: DemandLog) {
    self.model = model
    self.log = log
  }

  var residentCount: Int { model.residentCount }
  var totalCost: Int { model.totalCost }

  func lookup(_ request: Request) -> Bool {
    let isHit = model.lookup(request)
    log.record(request, isHit: isHit)
    return isHit
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let outcome = model.store(request, as: admission)
    if outcome == .stored { log.stored(request.image) }
    return outcome
  }

  func contains(_ image: ImageID) -> Bool { model.contains(image) }
  func remove(_ image: ImageID, because reason: RemovalReason) {
    model.remove(image, because: reason)
  }
  func removeAll(because reason: RemovalReason) { model.removeAll(because: reason) }
  func pin(_ image: ImageID) { model.pin(image) }
  func unpin(_ image: ImageID) { model.unpin(image) }
  func setLimits(_ limits: CacheLimits) { model.setLimits(limits) }
  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    model.pressureChanged(to: level, at: time)
  }
  func didEnterBackground(at time: SimTime) { model.didEnterBackground(at: time) }
  func viewportMoved(to viewport: Viewport) { model.viewportMoved(to: viewport) }
  func placementChanged(to placement: ItemPlacement) { model.placementChanged(to: placement) }
  func timePassed(to time: SimTime) { model.timePassed(to: time) }
  var heedsTime: Bool { model.heedsTime }
  func drainRemovals(_ body: (Removal) -> Void) { model.drainRemovals(body) }
}
