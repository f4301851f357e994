public import BasicContainers
public import ScrollCore

/// A cache around a policy that keeps the residents within its limits after every operation.
///
/// An image is charged its cost and keeps that charge as long as it is resident; `checkInvariants`
/// adds the charges up again. An image larger than the limit is never stored and evicts nothing.
/// Limits act at once when they change. A memory warning (either level) removes everything that is
/// not pinned, as an app's `didReceiveMemoryWarning` does with its own cache; going to the
/// background removes nothing.
///
/// Storing a resident replaces it: the old entry is removed (reason `replaced`) and the new one is
/// a newcomer like any other. If the new entry is not admitted, the old one stays. If the new entry
/// is refused later, because everything else is pinned or the policy declines after room was made,
/// both are gone.
///
/// - Complexity: that of the policy's methods; O(images) to remove everything, and where ids are
///   reused O(residents log residents).
public struct Cache<Policy: EvictionPolicy & ~Copyable>: ~Copyable {
  @usableFromInline var policy: Policy
  /// The charge of each resident; `absent` for the other images.
  @usableFromInline var charges: RigidArray<Int>
  @usableFromInline var pins: PinSet
  @usableFromInline var costLimit: Int, countLimit: Int
  @usableFromInline var log = RemovalLog()
  @usableFromInline let recordsRemovals: Bool
  /// The digest of each image's key; empty while the digest is the image's number.
  @usableFromInline var digests: [UInt64] = []
  /// The sum of the residents' charges, and their number.
  @usableFromInline var charged = 0, residents = 0
  @usableFromInline var counts = Tally()
  /// The item of the last request of a replay, for spatial policies.
  @usableFromInline var lastItem = Int32(-1)
  @usableFromInline var lastDirection = ScrollDirection.forward

  @inlinable static var absent: Int { -1 }

  /// Creates an empty cache.
  ///
  /// `recordsRemovals` is needed for `drainRemovals`.
  @inline(never) @inlinable public init(
    _ policy: consuming Policy, _ setup: PolicySetup, recordsRemovals: Bool = false
  ) {
    self.policy = policy
    charges = RigidArray(repeating: Self.absent, count: setup.imageCount)
    pins = PinSet(count: setup.imageCount)
    costLimit = setup.limits.cost ?? .max
    countLimit = setup.limits.count ?? .max
    self.recordsRemovals = recordsRemovals
  }
}

extension Cache where Policy: ~Copyable {
  /// The sum of the residents' charges.
  @inlinable public var totalCost: Int { charged }
  @inlinable public var residentCount: Int { residents }
  /// The counts so far.
  @inlinable public var tally: Tally { counts }

  @inlinable public func contains(_ image: ImageID) -> Bool {
    charges[Int(image.index)] != Self.absent
  }

  /// Serves a request and returns true on a hit.
  @inlinable public mutating func lookup(_ request: Request) -> Bool {
    counts.requests += 1
    counts.costRequested.add(request.cost)
    guard contains(request.image) else {
      counts.misses += 1
      counts.costMissed.add(request.cost)
      policy.didMiss(request)
      return false
    }
    policy.didHit(request)
    dropOverflow()
    return true
  }

  /// Offers an image.
  /// - Precondition: its cost is not negative.
  @inlinable public mutating func store(
    _ request: Request, as admission: Admission
  ) -> StoreOutcome {
    precondition(request.cost >= 0, "\(request.image) costs \(request.cost)")
    policy.willStore(request)
    guard request.cost <= costLimit, countLimit > 0,
      policy.shouldStore(request, as: admission)
    else {
      counts.refusals += 1
      return .refused
    }
    if contains(request.image) { remove(request.image, because: .replaced) }
    guard makeRoom(for: request.cost, 1), policy.shouldInsert(request) else {
      counts.refusals += 1
      dropOverflow()
      return .refused
    }
    charges[Int(request.image.index)] = request.cost
    charged += request.cost
    residents += 1
    policy.didInsert(request, as: admission)
    dropOverflow()
    return .stored
  }

  /// Evicts images until `newcomers` more images of this cost fit.
  ///
  /// - Returns: `false` if everything left is pinned.
  @inline(__always) @inlinable
  mutating func makeRoom(for cost: Int, _ newcomers: Int) -> Bool {
    while cost > costLimit - charged || newcomers > countLimit - residents {
      let reason: RemovalReason = cost > costLimit - charged ? .cost : .count
      guard let victim = policy.nextVictim(sparing: pins) else { return false }
      drop(victim, because: reason)
    }
    return true
  }

  /// Evicts the images for which the policy's own segments have no room.
  @inlinable mutating func dropOverflow() {
    while let victim = policy.popOverflow(sparing: pins) { drop(victim, because: .cost) }
  }

  /// Removes an image, if it is resident.
  @inline(never) @inlinable
  public mutating func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    policy.didRemove(image)
    drop(image, because: reason)
  }

  /// Removes everything, in ascending order of digests, which without `reassign` is the order of
  /// the images.
  @inlinable public mutating func removeAll(
    because reason: RemovalReason, sparingPinned: Bool = false
  ) {
    let order = orderByDigest()
    for place in 0..<(order?.count ?? charges.count) {
      let image = order?[place] ?? ImageID(place)
      if sparingPinned, pins.contains(image) { continue }
      remove(image, because: reason)
    }
  }

  @inlinable public mutating func pin(_ image: ImageID) { pins.insert(image) }
  @inlinable public mutating func unpin(_ image: ImageID) { pins.remove(image) }

  /// Changes the limits and evicts at once what no longer fits.
  @inlinable public mutating func setLimits(_ limits: CacheLimits) {
    costLimit = limits.cost ?? .max
    countLimit = limits.count ?? .max
    policy.capacityChanged(to: limits.capacity)
    _ = makeRoom(for: 0, 0)
    dropOverflow()
  }

  /// Handles a change of the system's memory state.
  ///
  /// Unless the state is normal, images that are not pinned are removed.
  @inlinable public mutating func pressureChanged(to level: PressureLevel) {
    policy.pressureChanged(to: level)
    if level != .normal { removeAll(because: .pressure, sparingPinned: true) }
  }

  @inlinable public mutating func viewportMoved(to viewport: Viewport) {
    policy.viewportMoved(to: viewport)
    while let stray = policy.popStray(sparing: pins) { drop(stray, because: .leftRange) }
  }

  /// Tells the policy that the items moved.
  ///
  /// Images leave their range only when the viewport moves.
  @inlinable public mutating func placementChanged(to placement: ItemPlacement) {
    policy.placementChanged(to: placement)
  }

  @inlinable public mutating func drainRemovals(_ body: (Removal) -> Void) {
    log.drain(body)
  }

  /// Adds up every charge again.
  /// - Precondition: the running sum and count are right.
  @inlinable public func checkInvariants() {
    var (cost, count) = (0, 0)
    for index in 0..<charges.count where charges[index] != Self.absent {
      cost += charges[index]
      count += 1
    }
    precondition(cost == charged, "residents cost \(cost), but \(charged) were counted")
    precondition(count == residents, "\(count) residents, but \(residents) were counted")
    precondition(cost <= costLimit || !pins.isEmpty, "\(cost) is over the limit \(costLimit)")
  }

  /// Removes an image; every removal takes this path.
  @inlinable mutating func drop(_ victim: ImageID, because reason: RemovalReason) {
    let charge = charges[Int(victim.index)]
    precondition(charge != Self.absent, "\(victim) is evicted but not resident")
    charges[Int(victim.index)] = Self.absent
    charged -= charge
    residents -= 1
    counts.removals += 1
    if recordsRemovals { log.append(Removal(image: victim, reason: reason, cost: charge)) }
  }
}

/// Further queries and calls of a cache with its own keys and values.
extension Cache where Policy: ~Copyable {
  /// The charge of a resident.
  /// - Precondition: the image is resident.
  @inlinable public func charge(of image: ImageID) -> Int { charges[Int(image.index)] }

  /// The average charge of a resident, rounded down; 1 if there is none.
  @inlinable public var meanCharge: Int { residents > 0 ? charged / residents : 1 }

  /// Returns the digest of the key that an id represents.
  @inlinable public func digest(of image: ImageID) -> UInt64 {
    digests.isEmpty ? UInt64(image.index) : digests[Int(image.index)]
  }

  @inlinable public var limits: CacheLimits {
    CacheLimits(
      cost: costLimit == .max ? nil : costLimit, count: countLimit == .max ? nil : countLimit)
  }

  /// Notifies the policy of the memory state, without removing anything.
  @inlinable public mutating func policyHears(of level: PressureLevel) {
    policy.pressureChanged(to: level)
  }
}

/// The reuse of ids, for a cache with its own keys.
///
/// An id represents an image as long as the image is resident, pinned or remembered by the policy.
/// To represent another image, the caller takes an id that is not in use and calls `reassign`, or
/// adds ids with `grow`. A policy that claims `PolicyClaims.reusesIDs` then evicts as if every
/// image had its own id.
extension Cache where Policy: ~Copyable {
  /// The number of ids; images are `0..<imageCount`.
  @inlinable public var imageCount: Int { charges.count }

  /// Returns whether the policy stores facts about an image that is not resident.
  @inlinable public func remembers(_ image: ImageID) -> Bool { policy.remembers(image) }

  /// Returns whether an id must continue to represent its image.
  @inlinable public func isInUse(_ image: ImageID) -> Bool {
    contains(image) || pins.contains(image) || policy.remembers(image)
  }

  /// Assigns an id to another image, whose key has this digest.
  /// - Precondition: the id is not in use.
  @inlinable public mutating func reassign(_ image: ImageID, digest: UInt64) {
    precondition(!isInUse(image), "\(image) is in use")
    if digests.isEmpty { digests = (0..<UInt64(imageCount)).map { $0 } }
    digests[Int(image.index)] = digest
    policy.reassign(image, digest: digest)
  }

  /// Grows the cache to `count` images, with ids `0..<count`.
  /// - Precondition: `count` is not below the current number of images.
  /// - Complexity: O(count); growth by doubling costs O(1) for each image.
  @inlinable public mutating func grow(toImageCount count: Int) {
    precondition(count >= imageCount, "\(count) images are fewer than \(imageCount)")
    if !digests.isEmpty { digests += UInt64(imageCount)..<UInt64(count) }
    charges.grow(to: count, filling: Self.absent)
    pins.grow(toImageCount: count)
    policy.grow(toImageCount: count)
  }

  /// Records the milliseconds that an image took to decode, and in total to load, before its store.
  @inlinable public mutating func didMeasure(
    _ image: ImageID, decode: Double, reload: Double
  ) {
    policy.didMeasure(image, decode: decode, reload: reload)
  }

  /// Records the items that show an image from now on, in the order of the content.
  @inlinable public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    policy.didPlace(image, at: items)
  }

  /// Returns the residents in the order of their digests; `nil` if that is already their order.
  @inlinable func orderByDigest() -> [ImageID]? {
    guard !digests.isEmpty else { return nil }
    var residents: [ImageID] = []
    for index in 0..<charges.count where charges[index] != Self.absent {
      residents.append(ImageID(index))
    }
    let digests = digests
    return residents.sorted { digests[Int($0.index)] < digests[Int($1.index)] }
  }
}

/// The removals that a cache has yet to report, in order.
@usableFromInline
struct RemovalLog: ~Copyable {
  private var removals = UniqueArray<Removal>()

  @usableFromInline init() {}

  /// Records a removal.
  ///
  /// Not inlined, because otherwise every place that removes an image would contain the growth of
  /// an array.
  @usableFromInline @inline(never) mutating func append(_ removal: Removal) {
    removals.append(removal)
  }

  /// Hands over all removals and forgets them.
  @usableFromInline mutating func drain(_ body: (Removal) -> Void) {
    for index in 0..<removals.count { body(removals[index]) }
    removals.removeAll(keepingCapacity: true)
  }
}
