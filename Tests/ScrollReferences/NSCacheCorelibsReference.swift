package import ScrollCaching
import ScrollCore

/// `nscache-corelibs`: a list in ascending cost, cut from its front after every store.
///
/// A new entry goes before the first one that costs as much or more, else to the end; one
/// stored again stays if its cost does. After a store, entries go from the front until the
/// excess over the cost limit is gone, then the surplus over the count limit; limits of 0 or
/// less are none. Only these are reported to the delegate. Pinned entries are skipped in their
/// places.
final class NSCacheCorelibsReference: ReferenceModel {
  var ledger = ReferenceContent()
  private let bug: CorelibsBug?
  private var list: [ImageID] = []
  private var limits: CacheLimits

  init(_ setup: PolicySetup, bug: CorelibsBug? = nil) {
    self.bug = bug
    limits = setup.limits
  }

  static let descriptor = PolicyDescriptor.reference(
    of: "nscache-corelibs", model: { NSCacheCorelibsReference($0) })

  func lookup(_ request: Request) -> Bool {
    let cost = ledger.costs[request.image]
    if bug == .renewsOnLookup, let cost { place(request.image, cost) }
    return cost != nil
  }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    if bug == .limitAtOnce { cut() }
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  func didEnterBackground(at time: SimTime) {}

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let (image, cost) = (request.image, max(0, request.cost))
    let oldCost = ledger.costs[image]
    if oldCost != nil { ledger.strike(image, because: .replaced, notifiesDelegate: false) }
    if oldCost != cost || bug == .overwriteLosesPlace { place(image, cost) }
    ledger.enter(image, cost: cost)
    cut(sparing: bug == .sparesNewcomer ? image : nil)
    return .stored
  }

  private func place(_ image: ImageID, _ cost: Int) {
    list.remove(image)
    let place = list.firstIndex { other in
      let otherCost = ledger.costs[other, default: 0]
      return switch bug {
      case .costliestFirst: otherCost <= cost
      case .oldestOfEquals: otherCost > cost
      default: otherCost >= cost
      }
    }
    list.insert(image, at: place ?? list.count)
  }

  private func cut(sparing newcomer: ImageID? = nil) {
    if bug == .countFirst { cutCount(sparing: newcomer) }
    var excess = 0
    if let limit = limits.cost, limit > 0 { excess = ledger.totalCost - limit }
    if bug == .evictsWhenItJustFits, limits.cost ?? 0 > 0 { excess += 1 }
    for image in list where excess > 0 && mayLeave(image) && image != newcomer {
      excess -= ledger.costs[image, default: 0]
      evict(image, because: .cost)
    }
    cutCount(sparing: newcomer)
  }

  private func cutCount(sparing newcomer: ImageID?) {
    var surplus = 0
    if let limit = limits.count, limit > 0 { surplus = ledger.count - limit }
    for image in list where surplus > 0 && mayLeave(image) && image != newcomer {
      surplus -= 1
      evict(image, because: .count)
    }
  }

  private func mayLeave(_ image: ImageID) -> Bool { !ledger.pinned.contains(image) }

  private func evict(_ image: ImageID, because reason: RemovalReason) {
    list.remove(image)
    ledger.strike(image, because: reason, notifiesDelegate: true)
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    list.remove(image)
    ledger.strike(image, because: reason, notifiesDelegate: false)
  }
}

package enum CorelibsBug: PlantedBug {
  case costliestFirst, oldestOfEquals, renewsOnLookup, sparesNewcomer, limitAtOnce
  case evictsWhenItJustFits, overwriteLosesPlace, countFirst

  package var descriptor: PolicyDescriptor {
    .reference(of: "nscache-corelibs", model: { NSCacheCorelibsReference($0, bug: self) })
  }
}
