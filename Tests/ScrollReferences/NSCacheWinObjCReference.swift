import ScrollCaching
import ScrollCore

/// `nscache-winobjc`: a queue in order of last use, walked once from the front to trim.
///
/// An entry goes if there are still too many, or if it costs anything and the total is still
/// over its limit, 0 where there is none. Without costs (no cost limit at all) all cost 0.
final class NSCacheWinObjCReference: ReferenceModel {
  var ledger = ReferenceContent()
  private var queue: [ImageID] = []
  private var limits: CacheLimits

  init(_ setup: PolicySetup) { limits = setup.limits }

  static let descriptor = PolicyDescriptor.reference(
    of: "nscache-winobjc", model: { NSCacheWinObjCReference($0) })

  func lookup(_ request: Request) -> Bool {
    guard contains(request.image) else { return false }
    queue.makeNewest(request.image)
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    ledger.enter(request.image, cost: max(0, request.cost))
    queue.append(request.image)
    trim()
    return .stored
  }

  private func trim() {
    for image in queue where !ledger.pinned.contains(image) {
      let cost = limits.cost == nil ? 0 : ledger.costs[image] ?? 0
      let total = limits.cost == nil ? 0 : ledger.totalCost
      if let most = limits.count, most > 0, ledger.count > most {
        remove(image, because: .count)
      } else if cost > 0, total > max(0, limits.cost ?? 0) {
        remove(image, because: .cost)
      }
    }
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    queue.remove(image)
    ledger.strike(image, because: reason, notifiesDelegate: true)
  }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    trim()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  func didEnterBackground(at time: SimTime) {}
}
