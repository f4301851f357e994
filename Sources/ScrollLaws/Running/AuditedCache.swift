package import ScrollCaching
package import ScrollCore

/// A slow strict cache that records the fault of its policy instead of trapping.
///
/// `Cache` trusts its policy, and traps if the policy breaks the contract. Laws must find the fault
/// and shrink the case instead. So this cache keeps its own accounting (an array of charges, from
/// which it recomputes all sums) and stops at the first fault. It implements the contract of
/// `EvictionPolicy` independently of the code of `Cache`. A law checks that the two caches agree.
package final class AuditedCache: CacheModel {
  let policy: AnyPolicy
  private var charges: [Int?]
  private(set) var pins: PinSet
  /// The digest of each image's key.
  private var digests: [UInt64]
  private var limits: CacheLimits
  private var log: [Removal] = []
  /// The policy's violation of its contract; `nil` if there is none so far.
  private(set) var fault: Fault?

  package init(_ policy: AnyPolicy, _ setup: PolicySetup) {
    self.policy = policy
    charges = Array(repeating: nil, count: setup.imageCount)
    pins = PinSet(count: setup.imageCount)
    digests = (0..<UInt64(setup.imageCount)).map { $0 }
    limits = setup.limits
  }

  package var totalCost: Int { charges.reduce(0) { $0 + ($1 ?? 0) } }
  package var residentCount: Int { charges.count { $0 != nil } }
  package func contains(_ image: ImageID) -> Bool { charges[Int(image.index)] != nil }

  package func lookup(_ request: Request) -> Bool {
    guard contains(request.image) else {
      policy.didMiss(request)
      return false
    }
    policy.didHit(request)
    drainOverflow()
    return true
  }

  package func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    policy.willStore(request)
    guard request.cost <= limits.cost ?? .max, limits.count != 0,
      policy.shouldStore(request, as: admission)
    else { return .refused }
    if contains(request.image) { remove(request.image, because: .replaced) }
    while let reason = excess(with: request.cost) {
      guard evict(because: reason) else {
        drainOverflow()
        return .refused
      }
    }
    defer { drainOverflow() }
    guard policy.shouldInsert(request) else { return .refused }
    charges[Int(request.image.index)] = request.cost
    policy.didInsert(request, as: admission)
    return .stored
  }

  package func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    policy.didRemove(image)
    drop(image, because: reason)
  }

  package func removeAll(because reason: RemovalReason) {
    for image in imagesByDigest { remove(image, because: reason) }
  }

  package func pin(_ image: ImageID) { pins.insert(image) }
  package func unpin(_ image: ImageID) { pins.remove(image) }

  package func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    policy.capacityChanged(to: limits.capacity)
    while let reason = excess(with: nil), evict(because: reason) {}
    drainOverflow()
  }

  package func pressureChanged(to level: PressureLevel, at time: SimTime) {
    policy.pressureChanged(to: level)
    guard level != .normal else { return }
    for image in imagesByDigest where !pins.contains(image) { remove(image, because: .pressure) }
  }

  package func didEnterBackground(at time: SimTime) {}
  package func viewportMoved(to viewport: Viewport) {
    policy.viewportMoved(to: viewport)
    while fault == nil, let stray = policy.popStray(sparing: pins) {
      guard take(stray, because: .leftRange) else { return }
    }
  }

  package func placementChanged(to placement: ItemPlacement) {
    policy.placementChanged(to: placement)
  }

  package var imageCount: Int { charges.count }

  package func reassign(_ image: ImageID, digest: UInt64) {
    digests[Int(image.index)] = digest
    policy.reassign(image, digest: digest)
  }

  package func grow(toImageCount count: Int) {
    digests += UInt64(imageCount)..<UInt64(count)
    charges += Array(repeating: nil, count: count - imageCount)
    pins.grow(toImageCount: count)
    policy.grow(toImageCount: count)
  }

  private var imagesByDigest: [ImageID] {
    charges.indices.sorted { digests[$0] < digests[$1] }.map { ImageID($0) }
  }

  package func drainRemovals(_ body: (Removal) -> Void) {
    log.forEach(body)
    log = []
  }

  /// Returns the reason why an image must be evicted, to store a new image with a cost or without a
  /// new image; `nil` if none must be.
  private func excess(with newcomer: Int?) -> RemovalReason? {
    guard fault == nil else { return nil }
    if totalCost + (newcomer ?? 0) > limits.cost ?? .max { return .cost }
    return residentCount + (newcomer == nil ? 0 : 1) > limits.count ?? .max ? .count : nil
  }

  /// Asks the policy for a victim and evicts it.
  ///
  /// - Returns: `false` if the policy names no victim, or one that is not allowed.
  private func evict(because reason: RemovalReason) -> Bool {
    guard let victim = policy.nextVictim(sparing: pins) else {
      let spared = charges.indices.filter { charges[$0] != nil && !pins.contains(ImageID($0)) }
      if let image = spared.first {
        fault = .namesNoVictim(although: image)
      }
      return false
    }
    return take(victim, because: reason)
  }

  private func drainOverflow() {
    while fault == nil, let victim = policy.popOverflow(sparing: pins) {
      guard take(victim, because: .cost) else { return }
    }
  }

  private func take(_ victim: ImageID, because reason: RemovalReason) -> Bool {
    guard charges.indices.contains(Int(victim.index)), contains(victim) else {
      fault = .victimIsNotResident(Int(victim.index))
      return false
    }
    guard !pins.contains(victim) else {
      fault = .victimIsPinned(Int(victim.index))
      return false
    }
    drop(victim, because: reason)
    return true
  }

  private func drop(_ image: ImageID, because reason: RemovalReason) {
    log.append(Removal(image: image, reason: reason, cost: charges[Int(image.index)] ?? 0))
    charges[Int(image.index)] = nil
  }
}

extension AuditedCache: ReusableCache {
  package func isInUse(_ image: ImageID) -> Bool {
    contains(image) || pins.contains(image) || policy.remembers(image)
  }

  package func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    policy.didMeasure(image, decode: decode, reload: reload)
  }

  package func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    policy.didPlace(image, at: items)
  }
}
