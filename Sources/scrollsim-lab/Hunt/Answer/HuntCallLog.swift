import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// The requests to a cache and the images that left it, in order.
final class HuntLog {
  enum Event {
    case asked(ImageID, isHit: Bool)
    case stored(ImageID)
    /// The image was refused.
    case refused(ImageID)
    case left(ImageID, RemovalReason)
  }

  private(set) var events: [(time: SimTime, event: Event)] = []

  func add(_ event: Event, at time: SimTime) { events.append((time, event)) }
}

/// A cache model that logs its events.
final class HuntCallLog: CacheModel {
  private let model: any CacheModel
  private let log: HuntLog
  /// The time of the latest call that had one.
  private var now = SimTime.zero

  init(_ model: any CacheModel, log: HuntLog) {
    self.model = model
    self.log = log
  }

  var residentCount: Int { model.residentCount }
  var totalCost: Int { model.totalCost }
  var needsTicks: Bool { model.needsTicks }

  func lookup(_ request: Request) -> Bool {
    now = request.time
    let isHit = model.lookup(request)
    log.add(.asked(request.image, isHit: isHit), at: now)
    return isHit
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    now = request.time
    let outcome = model.store(request, as: admission)
    log.add(outcome == .stored ? .stored(request.image) : .refused(request.image), at: now)
    return outcome
  }

  func drainRemovals(_ body: (Removal) -> Void) {
    model.drainRemovals { removal in
      if removal.reason != .replaced {
        log.add(.left(removal.image, removal.reason), at: now)
      }
      body(removal)
    }
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    now = time
    model.pressureChanged(to: level, at: time)
  }

  func didEnterBackground(at time: SimTime) {
    now = time
    model.didEnterBackground(at: time)
  }

  func viewportMoved(to viewport: Viewport) {
    now = viewport.time
    model.viewportMoved(to: viewport)
  }

  func timePassed(to time: SimTime) {
    now = time
    model.timePassed(to: time)
  }

  func contains(_ image: ImageID) -> Bool { model.contains(image) }
  func remove(_ image: ImageID, because reason: RemovalReason) {
    model.remove(image, because: reason)
  }
  func removeAll(because reason: RemovalReason) { model.removeAll(because: reason) }
  func pin(_ image: ImageID) { model.pin(image) }
  func unpin(_ image: ImageID) { model.unpin(image) }
  func setLimits(_ limits: CacheLimits) { model.setLimits(limits) }
  func placementChanged(to placement: ItemPlacement) { model.placementChanged(to: placement) }
}
