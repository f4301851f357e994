public import ScrollCaching
public import ScrollCore

/// A cache model that passes everything on to another.
open class PassingModel: CacheModel {
  public let model: any CacheModel

  public init(_ model: any CacheModel) { self.model = model }

  open var residentCount: Int { model.residentCount }
  open var totalCost: Int { model.totalCost }
  open var needsTicks: Bool { model.needsTicks }
  open func contains(_ image: ImageID) -> Bool { model.contains(image) }
  open func lookup(_ request: Request) -> Bool { model.lookup(request) }
  open func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    model.store(request, as: admission)
  }
  open func remove(_ image: ImageID, because reason: RemovalReason) {
    model.remove(image, because: reason)
  }
  open func removeAll(because reason: RemovalReason) { model.removeAll(because: reason) }
  open func pin(_ image: ImageID) { model.pin(image) }
  open func unpin(_ image: ImageID) { model.unpin(image) }
  open func setLimits(_ limits: CacheLimits) { model.setLimits(limits) }
  open func pressureChanged(to level: PressureLevel, at time: SimTime) {
    model.pressureChanged(to: level, at: time)
  }
  open func didEnterBackground(at time: SimTime) { model.didEnterBackground(at: time) }
  open func viewportMoved(to viewport: Viewport) { model.viewportMoved(to: viewport) }
  open func placementChanged(to placement: ItemPlacement) {
    model.placementChanged(to: placement)
  }
  open func timePassed(to time: SimTime) { model.timePassed(to: time) }
  open func drainRemovals(_ body: (Removal) -> Void) { model.drainRemovals(body) }
}
