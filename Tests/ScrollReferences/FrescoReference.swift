import ScrollCaching
import ScrollCore

/// `fresco`: a queue of the images that are not in use, in the order of release.
///
/// Images that are in the ledger but not in the queue are in use. The old value is removed first;
/// then the reference checks whether the newcomer fits beside the images in use; then it cuts the
/// queue.
final class FrescoReference: ReferenceModel {
  var ledger = ReferenceContent()
  private var queue: [ImageID] = []
  private var limits: CacheLimits
  private let settings: SettingValues

  init(_ setup: PolicySetup) {
    limits = setup.limits
    settings = setup.settings
  }

  static let descriptor = PolicyDescriptor.reference(of: "fresco", model: { FrescoReference($0) })

  private var queueCost: Int { queue.reduce(0) { $0 + ledger.costs[$1, default: 0] } }
  private var usedCost: Int { ledger.totalCost - queueCost }
  private var usedCount: Int { ledger.count - queue.count }
  private var maxEntries: Int { limits.count ?? settings.integer("maxEntries") }

  private func setting(_ name: String) -> Int {
    settings.integer(name) == 0 ? .max : settings.integer(name)
  }

  func lookup(_ request: Request) -> Bool {
    if queue.contains(request.image) { queue.makeNewest(request.image) }
    return contains(request.image)
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let (image, cost) = (request.image, request.cost)
    remove(image, because: .replaced)
    let isStored =
      cost <= setting("maxEntrySize") && usedCount <= maxEntries - 1
      && usedCost + cost <= limits.cost ?? .max
    if isStored {
      ledger.enter(image, cost: cost)
      if !ledger.pinned.contains(image) { queue.append(image) }
    }
    cut()
    return isStored ? .stored : .refused
  }

  private func cut() {
    let room = (limits.cost ?? .max) - usedCost, places = maxEntries - usedCount
    cutQueue(
      cost: min(setting("maxQueueSize"), room), count: min(setting("maxQueueEntries"), places))
  }

  private func cutQueue(cost: Int, count: Int, because reason: RemovalReason? = nil) {
    while let first = queue.first, queueCost > max(0, cost) || queue.count > max(0, count) {
      remove(first, because: reason ?? (queueCost > max(0, cost) ? .cost : .count))
    }
  }

  func pin(_ image: ImageID) {
    ledger.pin(image)
    queue.remove(image)
  }

  func unpin(_ image: ImageID) {
    guard ledger.pinned.contains(image) else { return }
    ledger.unpin(image)
    if contains(image) { queue.append(image) }
    if contains(image) { cut() }
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    queue.remove(image)
    ledger.strike(image, because: reason, notifiesDelegate: false)
  }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    cut()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level == .warning {
      cutQueue(cost: ledger.totalCost / 2 - usedCost, count: .max, because: .pressure)
    }
    if level == .critical { cutQueue(cost: 0, count: .max, because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) { cutQueue(cost: 0, count: .max, because: .background) }
}
