import ScrollCaching
import ScrollCore

/// The NSCache that is read as LRU, as an array.
final class SabotagedNSCacheLRU: CacheModel {
  let bug: NSCacheLRUBugs.Bug?
  /// Oldest use first.
  var entries: [(image: ImageID, cost: Int)] = []
  var pins: Set<ImageID> = []
  var log: [Removal] = []
  var limits = CacheLimits()
  /// Whether the background empties it.
  let isPlain: Bool

  init(_ setup: PolicySetup, _ bug: NSCacheLRUBugs.Bug?) {
    self.bug = bug
    isPlain = setup.settings["content"] == "plain"
    setLimits(setup.limits)
  }

  var residentCount: Int { entries.count }
  var totalCost: Int { entries.reduce(0) { $0 + $1.cost } }
  func contains(_ image: ImageID) -> Bool { place(of: image) != nil }
  private func place(of image: ImageID) -> Int? { entries.firstIndex { $0.image == image } }

  func lookup(_ request: Request) -> Bool {
    guard let place = place(of: request.image) else { return false }
    if bug != .lookupDoesNotRenew { entries.append(entries.remove(at: place)) }
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let cost = max(0, request.cost)
    if bug == .refusesOversized, let limit = limits.cost, cost > limit { return .refused }
    remove(request.image, because: .replaced)
    entries.append((request.image, cost))
    evict()
    return .stored
  }

  private func evict() {
    while let reason = excess, let victim = oldest(sparing: pins) {
      remove(victim, because: reason)
    }
  }

  private var excess: RemovalReason? {
    if let limit = limits.cost, totalCost > limit { return .cost }
    if let limit = limits.count, residentCount > limit { return .count }
    return nil
  }

  private func oldest(sparing pins: Set<ImageID>) -> ImageID? {
    entries.first { !pins.contains($0.image) }?.image
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard let place = place(of: image) else { return }
    let entry = entries.remove(at: place)
    let tells = !(bug == .replacedUntold && reason == .replaced)
    log.append(Removal(image: image, reason: reason, cost: entry.cost, tellsDelegate: tells))
  }

  func removeAll(because reason: RemovalReason) {
    for image in entries.map(\.image).sorted() { remove(image, because: reason) }
  }

  func pin(_ image: ImageID) { pins.insert(image) }
  func unpin(_ image: ImageID) { pins.remove(image) }

  func setLimits(_ new: CacheLimits) {
    let leastCount = bug == .zeroLimitIsALimit ? 0 : 1
    limits.cost = new.cost.flatMap { $0 > 0 ? $0 : nil }
    limits.count = new.count.flatMap { $0 >= leastCount ? $0 : nil }
    evict()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level > (bug == .warningIgnored ? .warning : .normal) else { return }
    while let victim = oldest(sparing: pins) { remove(victim, because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) {
    guard isPlain else { return }
    let pins = bug == .backgroundDropsPinned ? [] : pins
    while let victim = oldest(sparing: pins) { remove(victim, because: .background) }
  }

  func drainRemovals(_ body: (Removal) -> Void) {
    log.forEach(body)
    log = []
  }
}

extension NSCacheLRUBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedNSCacheLRU {
    SabotagedNSCacheLRU(setup, bug)
  }
}
