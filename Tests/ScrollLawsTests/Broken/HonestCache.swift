import ScrollCaching
import ScrollCore

/// A plain LRU cache with a strict budget, of which tests break one function at a time.
class HonestCache: CacheModel {
  class var isSpatial: Bool { false }

  struct Entry {
    var image: ImageID
    var cost: Int
  }

  /// The entries, least recently used first.
  var entries: [Entry] = []
  var pinned: Set<ImageID> = []
  var limits: CacheLimits
  var log: [Removal] = []

  init(_ setup: PolicySetup) { limits = setup.limits }

  var residentCount: Int { entries.count }
  var totalCost: Int { entries.reduce(0) { $0 + $1.cost } }
  func contains(_ image: ImageID) -> Bool { entries.contains { $0.image == image } }

  func lookup(_ request: Request) -> Bool {
    guard let place = entries.firstIndex(where: { $0.image == request.image }) else {
      return false
    }
    entries.append(entries.remove(at: place))
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    guard request.cost <= limits.cost ?? .max, limits.count != 0 else { return .refused }
    drop(request.image, because: .replaced)
    while let reason = excess(request.cost, 1) {
      guard let victim = victim() else { return .refused }
      drop(victim, because: reason)
    }
    entries.append(Entry(image: request.image, cost: request.cost))
    return .stored
  }

  /// Returns the reason for an eviction before this cost and count are added; `nil` if all fits.
  func excess(_ cost: Int, _ count: Int) -> RemovalReason? {
    if totalCost + cost > limits.cost ?? .max { return .cost }
    return entries.count + count > limits.count ?? .max ? .count : nil
  }

  /// Returns the next victim.
  func victim() -> ImageID? { entries.first { !pinned.contains($0.image) }?.image }

  /// Removes an image; all removals go through this function.
  func drop(_ image: ImageID, because reason: RemovalReason) {
    guard let place = entries.firstIndex(where: { $0.image == image }) else { return }
    log.append(Removal(image: image, reason: reason, cost: entries.remove(at: place).cost))
  }

  func remove(_ image: ImageID, because reason: RemovalReason) { drop(image, because: reason) }

  func removeAll(because reason: RemovalReason) {
    for image in entries.map(\.image).sorted() { drop(image, because: reason) }
  }

  func pin(_ image: ImageID) { pinned.insert(image) }
  func unpin(_ image: ImageID) { pinned.remove(image) }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    trim()
  }

  /// Evicts until the limits hold.
  func trim() {
    while let reason = excess(0, 0), let victim = victim() { drop(victim, because: reason) }
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    for image in entries.map(\.image).sorted() where !pinned.contains(image) {
      drop(image, because: .pressure)
    }
  }

  func didEnterBackground(at time: SimTime) {}
  func timePassed(to time: SimTime) {}
  func viewportMoved(to viewport: Viewport) {}

  func drainRemovals(_ body: (Removal) -> Void) {
    log.forEach(body)
    log = []
  }
}
