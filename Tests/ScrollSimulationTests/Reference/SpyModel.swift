import ScrollCaching
import ScrollCore

/// Writes down what a cache model is asked and told.
final class SpyModel: CacheModel {
  let model: any CacheModel
  private(set) var log: [String] = []
  private(set) var lookups = 0

  init(_ model: any CacheModel) { self.model = model }

  var residentCount: Int { model.residentCount }
  var totalCost: Int { model.totalCost }

  /// Returns the first difference between the calls of this model and those of another.
  func differences(from other: SpyModel) -> [String] {
    guard log != other.log else { return [] }
    let place = zip(log, other.log).prefix { $0 == $1 }.count
    let heard = [self, other].map { $0.log.dropFirst(place).first ?? "nothing more" }
    return ["the cache heard\n    \(heard[0])\n  and\n    \(heard[1])"]
  }

  func lookup(_ request: Request) -> Bool {
    let isHit = model.lookup(request)
    lookups += 1
    log.append("\(request.time): look-up of \(request.image), cost \(request.cost): \(isHit)")
    return isHit
  }

  func contains(_ image: ImageID) -> Bool { model.contains(image) }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let outcome = model.store(request, as: admission)
    log.append(
      "\(request.time): store \(request.image), cost \(request.cost), \(admission): \(outcome)")
    return outcome
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    log.append("remove \(image): \(reason)")
    model.remove(image, because: reason)
  }

  func removeAll(because reason: RemovalReason) {
    log.append("remove all: \(reason)")
    model.removeAll(because: reason)
  }

  func pin(_ image: ImageID) { model.pin(image) }
  func unpin(_ image: ImageID) { model.unpin(image) }
  func timePassed(to time: SimTime) { model.timePassed(to: time) }
  var needsTicks: Bool { model.needsTicks }

  func setLimits(_ limits: CacheLimits) {
    log.append("limits \(limits)")
    model.setLimits(limits)
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    log.append("\(time): pressure \(level)")
    model.pressureChanged(to: level, at: time)
  }

  func didEnterBackground(at time: SimTime) {
    log.append("\(time): background")
    model.didEnterBackground(at: time)
  }

  func placementChanged(to placement: ItemPlacement) { model.placementChanged(to: placement) }
  func viewportMoved(to viewport: Viewport) {
    log.append(
      """
      \(viewport.time): viewport \(viewport.lower + 0)..<\(viewport.upper + 0), \
      \(viewport.velocity) pt/s, \(viewport.direction), \(viewport.phase)
      """)
    model.viewportMoved(to: viewport)
  }

  func drainRemovals(_ body: (Removal) -> Void) { model.drainRemovals(body) }
}
