import ScrollCaching
import ScrollCore

/// The contents of a cache after each call that changed them.
final class ResidencyHistory {
  struct Change: Equatable {
    /// The number of the call, among all calls from 1 on.
    var call: Int
    var residents: [ImageID]
  }

  private(set) var changes: [Change] = []
  private var calls = 0

  func note(_ residents: [ImageID]) {
    calls += 1
    guard residents != changes.last?.residents ?? [] else { return }
    changes.append(Change(call: calls, residents: residents))
  }

  /// Returns the residents after a call.
  func residents(after call: Int) -> [ImageID] {
    changes.last { $0.call <= call }?.residents ?? []
  }
}

/// Notes the contents of a cache each time the simulation fetches its removals.
final class ResidencySpy: CacheModel {
  private let model: any CacheModel
  private let history: ResidencyHistory
  private let imageCount: Int

  init(_ model: any CacheModel, imageCount: Int, _ history: ResidencyHistory) {
    self.model = model
    self.history = history
    self.imageCount = imageCount
  }

  var residentCount: Int { model.residentCount }
  var totalCost: Int { model.totalCost }
  /// With ticks, every cache is called as often as any other.
  var needsTicks: Bool { true }

  func drainRemovals(_ body: (Removal) -> Void) {
    model.drainRemovals(body)
    history.note(model.residents(among: imageCount))
  }

  func lookup(_ request: Request) -> Bool { model.lookup(request) }
  func contains(_ image: ImageID) -> Bool { model.contains(image) }
  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    model.store(request, as: admission)
  }
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
}
