import ScrollCaching
import ScrollCore

/// `sdwebimage`: a reference of NSCache, and a dictionary of what it dropped and a view holds.
final class SDMemoryReference: CacheModel {
  private let cache: any CacheModel
  private var weak: [ImageID: Removal] = [:]
  private var pinned: Set<ImageID> = []
  private var removals: [Removal] = []
  private let hasWeakTable: Bool
  private let images: Range<Int>

  init(_ setup: PolicySetup) {
    cache = nsCacheReference(setup)
    images = 0..<setup.imageCount
    hasWeakTable = setup.settings.flag("weakTable")
  }

  static let descriptor = PolicyDescriptor.reference(
    of: "sdwebimage", model: { SDMemoryReference($0) })

  private func collect(evicted: Bool = true) {
    cache.drainRemovals { removal in
      if hasWeakTable, evicted, removal.reason != .replaced, pinned.contains(removal.image) {
        weak[removal.image] = removal
      } else {
        removals.append(removal)
      }
    }
  }

  func lookup(_ request: Request) -> Bool {
    if cache.lookup(request) { return true }
    guard let value = weak.removeValue(forKey: request.image) else { return false }
    var again = request
    again.cost = value.cost
    _ = cache.store(again, as: .viewed)
    collect()
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced, onlyWeak: true)
    _ = cache.store(request, as: admission)
    collect()
    return .stored
  }

  private func remove(_ image: ImageID, because reason: RemovalReason, onlyWeak: Bool) {
    if var value = weak.removeValue(forKey: image) {
      value.reason = reason
      removals.append(value)
    } else if !onlyWeak {
      cache.remove(image, because: reason)
      collect(evicted: false)
    }
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    remove(image, because: reason, onlyWeak: false)
  }

  func removeAll(because reason: RemovalReason) {
    for image in weak.keys.sorted() { remove(image, because: reason) }
    cache.removeAll(because: reason)
    collect(evicted: false)
  }

  func pin(_ image: ImageID) {
    pinned.insert(image)
    if !hasWeakTable { cache.pin(image) }
  }

  func unpin(_ image: ImageID) {
    pinned.remove(image)
    cache.unpin(image)
    if let value = weak.removeValue(forKey: image) { removals.append(value) }
  }

  func setLimits(_ limits: CacheLimits) {
    cache.setLimits(limits)
    collect()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    cache.pressureChanged(to: level, at: time)
    for image in images.map({ ImageID($0) }) where level != .normal {
      if hasWeakTable || !pinned.contains(image) { cache.remove(image, because: .pressure) }
    }
    collect()
  }

  func didEnterBackground(at time: SimTime) {
    cache.didEnterBackground(at: time)
    collect()
  }

  func contains(_ image: ImageID) -> Bool { cache.contains(image) || weak[image] != nil }
  var residentCount: Int { cache.residentCount + weak.count }
  var totalCost: Int { cache.totalCost + weak.values.reduce(0) { $0 + $1.cost } }

  func drainRemovals(_ body: (Removal) -> Void) {
    removals.forEach(body)
    removals = []
  }
}
