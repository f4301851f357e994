package import ScrollCaching
import ScrollCore

/// `nscache-lru`: a queue in order of last use, and limits that act at once.
///
/// The image is stored at the end first; then the front leaves until cost and count are within
/// their limits, 0 or less being none. Warnings of both levels empty the queue from the front, and
/// so does the background unless values are discardable. The delegate is notified of every removal;
/// pinned images stay.
final class NSCacheLRUReference: ReferenceModel {
  var ledger = ReferenceContent()
  private let bug: NSCacheLRUBug?
  private var queue: [ImageID] = []
  private var limits: CacheLimits
  private let isPlain: Bool

  init(_ setup: PolicySetup, bug: NSCacheLRUBug? = nil) {
    self.bug = bug
    limits = setup.limits
    isPlain = !setup.settings.pairs.contains { $0.name == "content" && $0.value == "discardable" }
  }

  static let descriptor = PolicyDescriptor.reference(
    of: "nscache-lru", model: { NSCacheLRUReference($0) })

  func lookup(_ request: Request) -> Bool {
    guard contains(request.image) else { return false }
    if bug != .lookupDoesNotRenew { queue.makeNewest(request.image) }
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    if bug == .refusesOversized, let limit = limits.cost, limit > 0, request.cost > limit {
      return .refused
    }
    remove(request.image, because: .replaced)
    ledger.enter(request.image, cost: max(0, request.cost))
    queue.append(request.image)
    enforceLimits()
    return .stored
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    queue.remove(image)
    ledger.strike(
      image, because: reason,
      notifiesDelegate: bug != .replacedUntold || reason != .replaced)
  }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    enforceLimits()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level > (bug == .warningIgnored ? .warning : .normal) { empty(because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) {
    if isPlain { empty(because: .background) }
  }

  private func empty(because reason: RemovalReason) {
    let sparesPins = bug != .backgroundDropsPinned || reason != .background
    for image in queue where !sparesPins || !ledger.pinned.contains(image) {
      remove(image, because: reason)
    }
  }

  private func enforceLimits() {
    let leastCount = bug == .zeroLimitIsALimit ? 0 : 1
    for image in queue where !ledger.pinned.contains(image) {
      if let limit = limits.cost, limit > 0, ledger.totalCost > limit {
        remove(image, because: .cost)
      } else if let limit = limits.count, limit >= leastCount, ledger.count > limit {
        remove(image, because: .count)
      }
    }
  }
}

package enum NSCacheLRUBug: PlantedBug {
  case refusesOversized, backgroundDropsPinned, warningIgnored, replacedUntold
  case lookupDoesNotRenew, zeroLimitIsALimit

  package var descriptor: PolicyDescriptor {
    .reference(of: "nscache-lru", model: { NSCacheLRUReference($0, bug: self) })
  }
}
