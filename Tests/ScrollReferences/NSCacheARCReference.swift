package import ScrollCaching
import ScrollCore

/// `nscache-arc`: the rules of `NSCacheARC` once more, as plain as they can be put.
///
/// Four arrays, oldest first: T1 (read at most once) and T2, and their ghosts B1 and B2; the
/// reads of everything on them; a capacity that grows from 20.
final class NSCacheARCReference: ReferenceModel {
  var ledger = ReferenceContent()
  let bug: NSCacheARCBug?
  var t1: [ImageID] = [], t2: [ImageID] = [], b1: [ImageID] = [], b2: [ImageID] = []
  private var reads: [ImageID: Int] = [:]
  var capacity = 20
  private var countLimit = 0, costLimit = 0
  private var p = 0
  private var ghosts = 0
  private let ghostDrift: Bool
  let isPlain: Bool
  /// Nanoseconds.
  var now: Int64 = 0, lastPressure: Int64?

  init(_ setup: PolicySetup, bug: NSCacheARCBug? = nil) {
    self.bug = bug
    ghostDrift = setup.settings.flag("ghostDrift")
    isPlain = !setup.settings.pairs.contains { $0.name == "content" && $0.value == "discardable" }
    setLimits(setup.limits)
  }

  static let descriptor = PolicyDescriptor.reference(
    of: "nscache-arc", model: { NSCacheARCReference($0) })

  func lookup(_ request: Request) -> Bool {
    now = max(now, request.time.nanoseconds)
    let counts = bug != .ghostReadsUncounted || contains(request.image)
    if counts, let before = reads[request.image] { reads[request.image] = min(255, before + 1) }
    guard contains(request.image) else { return false }
    file(request.image)
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    now = max(now, request.time.nanoseconds)
    if t1.contains(image) || b1.contains(image) {
      p = min(p + max(1, b1.isEmpty ? b2.count : b2.count / b1.count), capacity)
    } else if t2.contains(image) || b2.contains(image) {
      p = max(0, p - max(1, b2.isEmpty ? b1.count : b1.count / b2.count))
    } else {
      reads[image] = 0
    }
    if b1.contains(image) || b2.contains(image), !ghostDrift { ghosts -= 1 }
    if contains(image) { ledger.strike(image, because: .replaced, notifiesDelegate: true) }
    ledger.enter(image, cost: max(0, request.cost))
    file(image)
    growAndEvict()
    return .stored
  }

  /// As the newest of the list that its reads say.
  private func file(_ image: ImageID) {
    unfile(image)
    if isFrequent(image) { t2.append(image) } else { t1.append(image) }
  }

  private func isFrequent(_ image: ImageID) -> Bool {
    reads[image, default: 0] >= (bug == .frequentAtOneRead ? 1 : 2)
  }

  private func unfile(_ image: ImageID) {
    for list in [\NSCacheARCReference.t1, \.t2, \.b1, \.b2] { self[keyPath: list].remove(image) }
  }

  private var isUnderPressure: Bool { lastPressure.map { now - $0 < 4_000_000_000 } ?? false }

  private func growAndEvict() {
    if ledger.count > capacity, !isUnderPressure || bug == .growsUnderPressure {
      capacity = capacity < 20 ? 20 : capacity + 1
    }
    if countLimit > 0 { capacity = min(capacity, countLimit) }
    evict()
  }

  func evict(sparingPins: Bool = true) {
    while let reason = excess, let victim = victim(sparingPins: sparingPins) {
      unfile(victim)
      if isFrequent(victim) { b2.append(victim) } else { b1.append(victim) }
      ghosts += 1
      ledger.strike(victim, because: reason, notifiesDelegate: true)
    }
    while let ghost = superfluousGhost() {
      forget(ghost)
      ghosts -= 1
    }
  }

  private var excess: RemovalReason? {
    if costLimit > 0, ledger.totalCost > costLimit { return .cost }
    guard ledger.count > capacity else { return nil }
    let isOverLimit = countLimit > 0 && ledger.count > countLimit
    return isUnderPressure && !isOverLimit ? .pressure : .count
  }

  /// From T1, but from T2 if T1 is not longer than p; where all of it is pinned, the other.
  private func victim(sparingPins: Bool) -> ImageID? {
    let lists = t1.count <= p ? t2 + t1 : t1 + t2
    return lists.first { !sparingPins || !ledger.pinned.contains($0) }
  }

  private func superfluousGhost() -> ImageID? {
    let residents = ghostDrift ? reads.count - ghosts : ledger.count
    guard ghosts > residents || ghosts > capacity else { return nil }
    return (b1.count <= p ? b2 + b1 : b1 + b2).first
  }

  private func forget(_ image: ImageID) {
    unfile(image)
    reads[image] = nil
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    forget(image)
    ledger.strike(image, because: reason, notifiesDelegate: true)
  }

  func removeAll(because reason: RemovalReason) {
    for image in ledger.images { remove(image, because: reason) }
    if bug == .removeAllKeepsGhosts { return }
    for ghost in b1 + b2 { forget(ghost) }
    ghosts = 0
  }

  func setLimits(_ limits: CacheLimits) {
    let count = max(0, limits.count ?? 0), cost = max(0, limits.cost ?? 0)
    if count != countLimit {
      (capacity, countLimit) = (count, count)
      if bug != .loweredCountWaits { growAndEvict() }
    }
    if cost != costLimit {
      costLimit = cost
      evict()
    }
  }
}

extension NSCacheARCReference {
  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    now = max(now, time.nanoseconds)
    lastPressure = time.nanoseconds
    capacity = level == .critical ? 0 : ledger.count / 2
    evict(sparingPins: bug != .evictsPinsUnderPressure || level != .critical)
  }

  func didEnterBackground(at time: SimTime) {
    guard isPlain else { return }
    for image in t1 + t2 where !ledger.pinned.contains(image) {
      remove(image, because: .background)
    }
  }
}

package enum NSCacheARCBug: PlantedBug {
  case ghostReadsUncounted, growsUnderPressure, removeAllKeepsGhosts, frequentAtOneRead
  case loweredCountWaits, evictsPinsUnderPressure

  package var descriptor: PolicyDescriptor {
    .reference(of: "nscache-arc", model: { NSCacheARCReference($0, bug: self) })
  }
}
