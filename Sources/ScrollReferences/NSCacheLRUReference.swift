import ScrollCaching
import ScrollCore

/// `nscache-lru`: a queue in order of last use, and limits that act at once.
///
/// The image is stored at the end first; then the front leaves until cost and count are within
/// their limits, 0 or less being none. Warnings of both levels empty the queue from the front, and
/// so does the background unless values are discardable. The delegate hears of everything; pinned images stay.
final class NSCacheLRUReference: ReferenceModel {
  var ledger = ReferenceLedger()
  private var queue: [ImageID] = []
  private var limits: CacheLimits
  private let isPlain: Bool

  init(_ setup: PolicySetup) {
    limits = setup.limits
    isPlain = !setup.settings.pairs.contains { $0.name == "content" && $0.value == "discardable" }
  }

  static let descriptor = PolicyDescriptor.reference(
    of: "nscache-lru", model: { NSCacheLRUReference($0) })

  func lookup(_ request: Request) -> Bool {
    guard contains(request.image) else { return false }
    queue.makeNewest(request.image)
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    ledger.enter(request.image, cost: max(0, request.cost))
    queue.append(request.image)
    enforceLimits()
    return .stored
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    queue.remove(image)
    ledger.strike(image, because: reason, tellsDelegate: true)
  }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    enforceLimits()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level != .normal { empty(because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) {
    if isPlain { empty(because: .background) }
  }

  private func empty(because reason: RemovalReason) {
    for image in queue where !ledger.pinned.contains(image) { remove(image, because: reason) }
  }

  private func enforceLimits() {
    for image in queue where !ledger.pinned.contains(image) {
      if let limit = limits.cost, limit > 0, ledger.totalCost > limit {
        remove(image, because: .cost)
      } else if let limit = limits.count, limit > 0, ledger.count > limit {
        remove(image, because: .count)
      }
    }
  }
}
