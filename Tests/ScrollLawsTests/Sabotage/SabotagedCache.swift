import ScrollCaching
import ScrollCore
import ScrollReferences

/// The strict cache around LRU, as one array.
final class SabotagedCache: CacheModel {
  struct Entry {
    let image: ImageID
    var charge: Int
  }

  let bug: CacheBug?
  /// The entries, oldest use first.
  var entries: [Entry] = []
  /// The totals as the cache has recorded them.
  var totalCost = 0, residentCount = 0
  /// The number of pins of each pinned image.
  var pins: [ImageID: Int] = [:]
  /// The images that look-ups take for resident.
  var index: Set<ImageID> = []
  var log: [Removal] = []
  var limits: CacheLimits

  init(_ setup: PolicySetup, _ bug: CacheBug?) {
    self.bug = bug
    limits = setup.limits
  }

  var costLimit: Int { limits.cost ?? .max }
  var countLimit: Int {
    bug == .countLimitIgnored && limits.cost != nil ? .max : limits.count ?? .max
  }

  func contains(_ image: ImageID) -> Bool { entries.contains { $0.image == image } }

  func lookup(_ request: Request) -> Bool {
    guard let place = entries.firstIndex(where: { $0.image == request.image }) else {
      return bug == .staleIndex && index.contains(request.image)
    }
    var entry = entries.remove(at: place)
    if bug == .reweighsOnHit {
      totalCost += request.cost - entry.charge
      entry.charge = request.cost
    }
    entries.append(entry)
    return true
  }

  /// Returns the oldest image that may be evicted.
  func oldest() -> ImageID? {
    entries.first { bug == .evictsPinned || pins[$0.image] == nil }?.image
  }

  func insert(_ image: ImageID, charge: Int) {
    entries.append(Entry(image: image, charge: charge))
    index.insert(image)
    add(charge)
    residentCount += 1
  }

  func add(_ cost: Int) {
    totalCost += cost
    if bug == .sumIn32Bits { totalCost = Int(Int32(truncatingIfNeeded: totalCost)) }
  }

  /// Removes an image; all removals go through this function.
  func drop(
    _ image: ImageID, because reason: RemovalReason, loggedCost: Int? = nil
  ) {
    guard let place = entries.firstIndex(where: { $0.image == image }) else { return }
    let entry = entries.remove(at: place)
    let isRemoval = reason == .removed
    if !(bug == .staleIndex && isRemoval) { index.remove(image) }
    if !(bug == .doubleCountsOverwrite && reason == .replaced) { add(-entry.charge) }
    if !(bug == .countKeepsRemoved && isRemoval) { residentCount -= 1 }
    if bug == .replacedNotLogged, reason == .replaced { return }
    if bug == .removedNotLogged, isRemoval { return }
    log.append(Removal(image: image, reason: reason, cost: loggedCost ?? entry.charge))
  }

  func remove(_ image: ImageID, because reason: RemovalReason) { drop(image, because: reason) }

  func removeAll(because reason: RemovalReason) {
    let sum = totalCost
    for image in entries.map(\.image).sorted() { drop(image, because: reason) }
    if bug == .removeAllKeepsSum { totalCost = sum }
    if bug == .removeAllForgetsPins { pins = [:] }
  }

  func pin(_ image: ImageID) {
    if bug == .pinsResidentsOnly, !contains(image) { return }
    pins[image] = bug == .countsPins ? pins[image, default: 0] + 1 : 1
  }

  func unpin(_ image: ImageID) {
    guard let count = pins[image] else { return }
    pins[image] = count > 1 ? count - 1 : nil
  }

  func drainRemovals(_ body: (Removal) -> Void) {
    log.forEach(body)
    log = []
  }
}

enum CacheBug: PlantedBug {
  case leaksBytesOnRefusal, doubleCountsOverwrite, evictsPinned, removeAllKeepsSum
  case makesRoomTooLate, evictsWhenItJustFits, countLimitOffByOne, loweredLimitWaits
  case countLimitIgnored, logsTwice, replacedNotLogged, removedNotLogged, logsOfferedCost
  case saysCostForCount, purgesPinned, logsRefusedNewcomer, emptiesBeforeRefusing
  case refusesWhatJustFits, storesTheOversized, evictsNewcomer, staleIndex
  case removeAllForgetsPins, pinsResidentsOnly, countsPins, reweighsOnHit
  case overwriteKeepsCharge, dropsOldBeforeRefusing, loweredLimitEmpties
  case alwaysEvictsOne, normalPressurePurges, backgroundPurges, countKeepsRemoved
  case sumIn32Bits, zeroCostsOne

  var descriptor: PolicyDescriptor {
    .reference(of: "lru", model: { SabotagedCache($0, self) })
  }
}
