import ScrollCaching
import ScrollCore

/// `nuke-clock` and `nuke-lru`: one array of entries, the front being asked to leave first.
///
/// Not stored unless it costs less than the limit times `entryCostLimit`, rounded down; the queue
/// stores any image where the limit is above 2^31 - 1. Then the cost is trimmed, then the number. The clock marks what is
/// used and gives the marked another round; otherwise the used one goes to the end.
final class NukeReference: ReferenceModel {
  private struct Entry {
    var image: ImageID
    var isMarked = false
    var stored: SimTime
  }

  var ledger = ReferenceContent()
  private var entries: [Entry] = []
  private var limits: CacheLimits
  private let isClock: Bool
  private let share: Double, ttl: Double

  init(_ setup: PolicySetup, isClock: Bool) {
    self.isClock = isClock
    limits = setup.limits
    share = setup.settings.number("entryCostLimit")
    ttl = setup.settings.number("ttl")
  }

  static let clockDescriptor = PolicyDescriptor.reference(
    of: "nuke-clock", model: { NukeReference($0, isClock: true) })
  static let leastRecentlyUsedDescriptor = PolicyDescriptor.reference(
    of: "nuke-lru", model: { NukeReference($0, isClock: false) })

  func lookup(_ request: Request) -> Bool {
    guard let place = entries.firstIndex(where: { $0.image == request.image }) else {
      return false
    }
    let age = request.time.nanoseconds - entries[place].stored.nanoseconds
    let life = SimTime(seconds: ttl).nanoseconds
    if ttl > 0, age > life, !ledger.pinned.contains(request.image) {
      remove(request.image, because: .expired)
      return false
    }
    use(place)
    return true
  }

  private func use(_ place: Int) {
    var entry = entries[place]
    if isClock {
      entry.isMarked = true
      entries[place] = entry
    } else {
      entries.remove(at: place)
      entries.append(entry)
    }
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let limit = limits.cost ?? .max
    if isClock || limit <= Int(Int32.max),
      Double(request.cost) >= (Double(limit) * share).rounded(.towardZero)
    {
      return .refused
    }
    if let place = entries.firstIndex(where: { $0.image == request.image }) {
      ledger.strike(request.image, because: .replaced, notifiesDelegate: false)
      entries[place].stored = request.time
      use(place)
    } else {
      entries.append(Entry(image: request.image, stored: request.time))
    }
    ledger.enter(request.image, cost: request.cost)
    trim(cost: limits.cost, .cost)
    trim(count: limits.count, .count)
    return .stored
  }

  private func trim(cost: Int?, _ reason: RemovalReason) {
    while let cost, ledger.totalCost > cost, let victim = victim() {
      remove(victim, because: reason)
    }
  }

  private func trim(count: Int?, _ reason: RemovalReason) {
    while let count, ledger.count > count, let victim = victim() {
      remove(victim, because: reason)
    }
  }

  private func victim() -> ImageID? {
    while let place = entries.firstIndex(where: { !ledger.pinned.contains($0.image) }) {
      guard entries[place].isMarked else { return entries[place].image }
      var entry = entries.remove(at: place)
      entry.isMarked = false
      entries.append(entry)
    }
    return nil
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    entries.removeAll { $0.image == image }
    ledger.strike(image, because: reason, notifiesDelegate: false)
  }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    trim(cost: limits.cost, .cost)
    trim(count: limits.count, .count)
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    for entry in entries where !ledger.pinned.contains(entry.image) {
      remove(entry.image, because: .pressure)
    }
  }

  func didEnterBackground(at time: SimTime) {
    trim(cost: limits.cost.map { Int(Double($0) * 0.1) }, .background)
    trim(count: limits.count.map { Int(Double($0) * 0.1) }, .background)
  }
}
