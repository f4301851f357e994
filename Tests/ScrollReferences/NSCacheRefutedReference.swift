import ScrollCaching
import ScrollCore

/// `nscache-fifo` and `nscache-random`: a queue in order of storing, or a draw from a list.
///
/// The list changes as a bag does: the last image takes the place of one that leaves. Pinned images
/// are not in it and return at its end.
final class NSCacheRefutedReference: ReferenceModel {
  var ledger = ReferenceContent()
  private var queue: [ImageID] = []
  private var free: [ImageID] = []
  private var random: SeededRandom?
  private var limits: CacheLimits

  init(_ setup: PolicySetup, draws: Bool) {
    limits = setup.limits
    random = draws ? SeededRandom(seed: setup.seed) : nil
  }

  static let fifoDescriptor = PolicyDescriptor.reference(
    of: "nscache-fifo", model: { NSCacheRefutedReference($0, draws: false) })
  static let randomDescriptor = PolicyDescriptor.reference(
    of: "nscache-random", model: { NSCacheRefutedReference($0, draws: true) })

  func lookup(_ request: Request) -> Bool { contains(request.image) }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    ledger.enter(request.image, cost: max(0, request.cost))
    queue.append(request.image)
    if !ledger.pinned.contains(request.image) { free.append(request.image) }
    enforceLimits()
    return .stored
  }

  private func enforceLimits() {
    while let reason = excess, !free.isEmpty {
      let oldest = queue.first { free.contains($0) } ?? free[0]
      let victim = random == nil ? oldest : free[random?.below(free.count) ?? 0]
      remove(victim, because: reason)
    }
  }

  private var excess: RemovalReason? {
    if let limit = limits.cost, limit > 0, ledger.totalCost > limit { return .cost }
    if let limit = limits.count, limit > 0, ledger.count > limit { return .count }
    return nil
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    queue.remove(image)
    takeFromFree(image)
    ledger.strike(image, because: reason, notifiesDelegate: true)
  }

  private func takeFromFree(_ image: ImageID) {
    guard let place = free.firstIndex(of: image) else { return }
    free.swapAt(place, free.count - 1)
    free.removeLast()
  }

  func pin(_ image: ImageID) {
    ledger.pin(image)
    takeFromFree(image)
  }

  func unpin(_ image: ImageID) {
    ledger.unpin(image)
    if contains(image), !free.contains(image) { free.append(image) }
  }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    enforceLimits()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level != .normal { empty(because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) { empty(because: .background) }

  private func empty(because reason: RemovalReason) {
    for image in queue where !ledger.pinned.contains(image) { remove(image, because: reason) }
  }
}
