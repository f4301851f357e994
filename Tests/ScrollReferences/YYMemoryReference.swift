import ScrollCaching
import ScrollCore

/// `yy-memory`: a queue in order of last use, a trim by cost that is late, and a timer.
///
/// Each store over the cost limit notes when the other queue will trim. Before a look-up or a
/// frame later than that, it has; and before one at or after a multiple of the timer's interval,
/// that has fired.
final class YYMemoryReference: ReferenceModel {
  var ledger = ReferenceContent()
  private var queue: [ImageID] = []
  private var lastUse: [ImageID: SimTime] = [:]
  private var limits: CacheLimits
  private var orders: [SimTime] = []
  private var now = SimTime.zero
  private var ticks: Int64 = 0
  private let age: Double, delay: SimTime, interval: SimTime

  init(_ setup: PolicySetup) {
    limits = setup.limits
    age = setup.settings.number("ageLimit")
    delay = SimTime(milliseconds: setup.settings.number("trimDelay"))
    interval = SimTime(seconds: setup.settings.number("trimInterval"))
  }

  static let descriptor = PolicyDescriptor.reference(
    of: "yy-memory", model: { YYMemoryReference($0) })

  private var candidates: [ImageID] { queue.filter { !ledger.pinned.contains($0) } }

  func timePassed(to time: SimTime) {
    now = max(now, time)
    if orders.contains(where: { $0 < now }) { trimByCost() }
    orders.removeAll { $0 < now }
    guard now.nanoseconds / interval.nanoseconds > ticks else { return }
    ticks = now.nanoseconds / interval.nanoseconds
    trimByCost()
    for image in candidates {
      guard let limit = limits.count, limit == 0 || ledger.count > limit else { break }
      remove(image, because: .count)
    }
    guard age > 0 else { return }
    let limit = SimTime(seconds: age)
    for image in candidates where now - (lastUse[image] ?? now) > limit {
      remove(image, because: .expired)
    }
  }

  private func trimByCost() {
    for image in candidates {
      guard let limit = limits.cost, limit == 0 || ledger.totalCost > limit else { break }
      remove(image, because: .cost)
    }
  }

  func lookup(_ request: Request) -> Bool {
    timePassed(to: request.time)
    guard contains(request.image) else { return false }
    queue.makeNewest(request.image)
    lastUse[request.image] = now
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    now = max(now, request.time)
    remove(request.image, because: .replaced)
    ledger.enter(request.image, cost: request.cost)
    queue.append(request.image)
    lastUse[request.image] = now
    if let limit = limits.cost, ledger.totalCost > limit { orders.append(now + delay) }
    if let limit = limits.count, ledger.count > limit, let tail = candidates.first {
      remove(tail, because: .count)
    }
    return .stored
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    queue.remove(image)
    ledger.strike(image, because: reason, notifiesDelegate: false)
  }

  func setLimits(_ limits: CacheLimits) { self.limits = limits }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    for image in candidates { remove(image, because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) {
    for image in candidates { remove(image, because: .background) }
  }
}
