import ScrollCaching
import ScrollCore

/// A cache model that records its calls, so that a copy can replay them.
///
/// A copy is a new model that receives the same calls. The state of a model depends only on its
/// setup and its calls. So copying works for every model, and policies need no code for it.
///
/// - Complexity: each recorded call takes some 60 bytes; a copy is O(calls), each at the cost of
///   the model.
final class RepeatableCache: CacheModel {
  private enum Call {
    case lookup(Request), store(Request, Admission)
    case remove(ImageID, RemovalReason), removeAll(RemovalReason)
    case pin(ImageID), unpin(ImageID)
    case limits(CacheLimits), pressure(PressureLevel, SimTime), background(SimTime)
    case viewport(Viewport), time(SimTime)
    indirect case placement(ItemPlacement)
    /// A call of `drainRemovals` that returned at least one removal.
    case drain
  }

  private let make: () -> any CacheModel
  private var model: any CacheModel
  private var calls: [Call] = []

  /// Creates a cache around a new model.
  /// - Parameter make: a function that returns a new model in its initial state, for the first
  ///   process, for copies and for later processes.
  init(_ make: @escaping () -> any CacheModel) {
    self.make = make
    model = make()
  }

  /// Returns a cache in the same state that shares no storage with this one.
  func copy() -> RepeatableCache {
    let copy = RepeatableCache(make)
    for call in calls { _ = copy.pass(on: call) }
    copy.calls = calls
    return copy
  }

  /// Replaces the model by a new one for the next process, and returns this cache.
  func restarted() -> RepeatableCache {
    model = make()
    calls = []
    return self
  }

  /// Records a call and passes it to the model.
  /// - Returns: `true` for a hit, and for an image that was stored.
  @discardableResult private func receive(_ call: Call) -> Bool {
    calls.append(call)
    return pass(on: call)
  }

  private func pass(on call: Call) -> Bool {
    switch call {
    case .lookup(let request): return model.lookup(request)
    case .store(let request, let admission): return model.store(request, as: admission) == .stored
    case .remove(let image, let reason): model.remove(image, because: reason)
    case .removeAll(let reason): model.removeAll(because: reason)
    case .pin(let image): model.pin(image)
    case .unpin(let image): model.unpin(image)
    case .limits(let limits): model.setLimits(limits)
    case .pressure(let level, let time): model.pressureChanged(to: level, at: time)
    case .background(let time): model.didEnterBackground(at: time)
    case .viewport(let viewport): model.viewportMoved(to: viewport)
    case .placement(let placement): model.placementChanged(to: placement)
    case .time(let time): model.timePassed(to: time)
    case .drain: model.drainRemovals { _ in }
    }
    return false
  }

  func lookup(_ request: Request) -> Bool { receive(.lookup(request)) }
  func contains(_ image: ImageID) -> Bool { model.contains(image) }
  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    receive(.store(request, admission)) ? .stored : .refused
  }
  func remove(_ image: ImageID, because reason: RemovalReason) { receive(.remove(image, reason)) }
  func removeAll(because reason: RemovalReason) { receive(.removeAll(reason)) }
  func pin(_ image: ImageID) { receive(.pin(image)) }
  func unpin(_ image: ImageID) { receive(.unpin(image)) }
  func setLimits(_ limits: CacheLimits) { receive(.limits(limits)) }
  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    receive(.pressure(level, time))
  }
  func didEnterBackground(at time: SimTime) { receive(.background(time)) }
  func viewportMoved(to viewport: Viewport) { receive(.viewport(viewport)) }
  func placementChanged(to placement: ItemPlacement) { receive(.placement(placement)) }
  func timePassed(to time: SimTime) { receive(.time(time)) }
  var needsTicks: Bool { model.needsTicks }
  var residentCount: Int { model.residentCount }
  var totalCost: Int { model.totalCost }

  func drainRemovals(_ body: (Removal) -> Void) {
    var count = 0
    model.drainRemovals {
      count += 1
      body($0)
    }
    if count > 0 { calls.append(.drain) }
  }
}
