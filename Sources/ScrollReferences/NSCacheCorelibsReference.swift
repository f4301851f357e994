import ScrollCaching
import ScrollCore

/// `nscache-corelibs`: a list in ascending cost, cut from its front after every store.
///
/// A new entry goes before the first one that costs as much or more, else to the end; one
/// stored again stays if its cost does. After a store, entries go from the front until the
/// excess over the cost limit is gone, then the surplus over the count limit; limits of 0 or
/// less are none. The delegate hears of these only. Pinned entries are skipped in their places.
final class NSCacheCorelibsReference: ReferenceModel {
  var ledger = ReferenceLedger()
  private var list: [ImageID] = []
  private var limits: CacheLimits

  init(_ setup: PolicySetup) { limits = setup.limits }

  static let descriptor = PolicyDescriptor.reference(
    of: "nscache-corelibs", model: { NSCacheCorelibsReference($0) })

  func lookup(_ request: Request) -> Bool { contains(request.image) }
  func setLimits(_ limits: CacheLimits) { self.limits = limits }
  func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  func didEnterBackground(at time: SimTime) {}

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let (image, cost) = (request.image, max(0, request.cost))
    let oldCost = ledger.costs[image]
    if oldCost != nil { ledger.strike(image, because: .replaced, tellsDelegate: false) }
    if oldCost != cost {
      list.remove(image)
      let place = list.firstIndex { ledger.costs[$0, default: 0] >= cost }
      list.insert(image, at: place ?? list.count)
    }
    ledger.enter(image, cost: cost)
    cut()
    return .stored
  }

  private func cut() {
    var excess = 0, surplus = 0
    if let limit = limits.cost, limit > 0 { excess = ledger.totalCost - limit }
    for image in list where excess > 0 && !ledger.pinned.contains(image) {
      excess -= ledger.costs[image, default: 0]
      evict(image, because: .cost)
    }
    if let limit = limits.count, limit > 0 { surplus = ledger.count - limit }
    for image in list where surplus > 0 && !ledger.pinned.contains(image) {
      surplus -= 1
      evict(image, because: .count)
    }
  }

  private func evict(_ image: ImageID, because reason: RemovalReason) {
    list.remove(image)
    ledger.strike(image, because: reason, tellsDelegate: true)
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    list.remove(image)
    ledger.strike(image, because: reason, tellsDelegate: false)
  }
}
