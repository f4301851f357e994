public import BasicContainers
public import ScrollCore

/// The strict budget around a policy: after every operation, what is resident fits.
///
/// An image is charged its cost and keeps that charge as long as it is resident; `checkInvariants`
/// adds the charges up again. An image
/// larger than the limit is never stored and evicts nothing. Limits act at once when they change.
/// A memory warning (either level) removes everything that is not pinned, which is what an app's
/// own `didReceiveMemoryWarning` does with its own cache; going to the background removes nothing.
///
/// Storing what is resident replaces it: the old entry leaves (reason `replaced`) and the
/// new one is a newcomer like any other. If the new one is not admitted the old one stays; if
/// it is refused later, because everything else is pinned or the policy declines after room
/// was made, both are gone.
///
/// - Complexity: that of the policy's verbs; O(images) to remove everything, and where ids are
///   reused O(residents log residents).
public struct Cache<Policy: EvictionPolicy & ~Copyable>: ~Copyable {
  @usableFromInline var policy: Policy
  /// What each resident was charged; `absent` for the others.
  @usableFromInline var charges: RigidArray<Int>
  @usableFromInline var pins: PinSet
  @usableFromInline var costLimit: Int, countLimit: Int
  @usableFromInline var log = RemovalLog()
  @usableFromInline let recordsRemovals: Bool
  /// The digest of each image's key; empty while that is its number.
  @usableFromInline var digests: [UInt64] = []
  /// Sum of the residents' charges, and their number.
  @usableFromInline var charged = 0, residents = 0
  @usableFromInline var counts = Tally()
  /// Where the last request of a replay was, for spatial policies.
  @usableFromInline var lastItem = Int32(-1)
  @usableFromInline var lastDirection = ScrollDirection.forward

  @inlinable static var absent: Int { -1 }

  /// An empty cache; `recordsRemovals` if `drainRemovals` is going to be asked.
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
  /// The sum of what the residents were charged.
  @inlinable public var totalCost: Int { charged }
  @inlinable public var residentCount: Int { residents }
  /// What was counted so far.
  @inlinable public var tally: Tally { counts }

  @inlinable public func contains(_ image: ImageID) -> Bool {
    charges[Int(image.index)] != Self.absent
  }

  /// A request: true on a hit.
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

  /// Evicts until so many newcomers of this cost fit; false if everything left is pinned.
  @inline(__always) @inlinable
  mutating func makeRoom(for cost: Int, _ newcomers: Int) -> Bool {
    while cost > costLimit - charged || newcomers > countLimit - residents {
      let reason: RemovalReason = cost > costLimit - charged ? .cost : .count
      guard let victim = policy.nextVictim(sparing: pins) else { return false }
      drop(victim, because: reason)
    }
    return true
  }

  /// Evicts what the policy's own segments have no room for.
  @inlinable mutating func dropOverflow() {
    while let victim = policy.popOverflow(sparing: pins) { drop(victim, because: .cost) }
  }

  /// Takes an image out, if it is in.
  @inline(never) @inlinable
  public mutating func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    policy.didRemove(image)
    drop(image, because: reason)
  }

  /// Takes everything out, in ascending order of digests: without `reassign` that of the images.
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

  /// The system reports its memory state: unless that is normal, what is not pinned goes.
  @inlinable public mutating func pressureChanged(to level: PressureLevel) {
    policy.pressureChanged(to: level)
    if level != .normal { removeAll(because: .pressure, sparingPinned: true) }
  }

  @inlinable public mutating func viewportMoved(to viewport: Viewport) {
    policy.viewportMoved(to: viewport)
    while let stray = policy.popStray(sparing: pins) { drop(stray, because: .leftRange) }
  }

  /// Tells the policy that the items lie elsewhere; no image strays before the viewport moves.
  @inlinable public mutating func placementChanged(to placement: ItemPlacement) {
    policy.placementChanged(to: placement)
  }

  @inlinable public mutating func drainRemovals(_ body: (Removal) -> Void) {
    log.drain(body)
  }

  /// Re-adds every charge.
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

  /// The one place where something leaves.
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

/// What a cache with keys and values of its own asks besides.
extension Cache where Policy: ~Copyable {
  /// What a resident was charged.
  /// - Precondition: the image is resident.
  @inlinable public func charge(of image: ImageID) -> Int { charges[Int(image.index)] }

  /// What a resident was charged on average, rounded down; 1 where nothing is resident.
  @inlinable public var meanCharge: Int { residents > 0 ? charged / residents : 1 }

  /// The digest of the key that an id stands for.
  @inlinable public func digest(of image: ImageID) -> UInt64 {
    digests.isEmpty ? UInt64(image.index) : digests[Int(image.index)]
  }

  @inlinable public var limits: CacheLimits {
    CacheLimits(
      cost: costLimit == .max ? nil : costLimit, count: countLimit == .max ? nil : countLimit)
  }

  /// Tells the policy of the memory state, and takes nothing out for it.
  @inlinable public mutating func policyHears(of level: PressureLevel) {
    policy.pressureChanged(to: level)
  }
}

/// Ids that are reused: what a cache with keys of its own goes by.
///
/// An id stands for an image as long as that is resident, pinned or remembered by the policy.
/// Whoever wants an id for another image takes one that is not in use and says so with
/// `reassign`, or makes more of them with `grow`. A policy that claims `PolicyClaims.reusesIDs`
/// evicts then as if every image had an id of its own.
extension Cache where Policy: ~Copyable {
  /// Images are `0..<imageCount`.
  @inlinable public var imageCount: Int { charges.count }

  /// Whether the policy knows anything of an image that is not resident.
  @inlinable public func remembers(_ image: ImageID) -> Bool { policy.remembers(image) }

  /// Whether an id must go on standing for its image.
  @inlinable public func isInUse(_ image: ImageID) -> Bool {
    contains(image) || pins.contains(image) || policy.remembers(image)
  }

  /// From now on the id means another image, whose key has this digest.
  /// - Precondition: the id is not in use.
  @inlinable public mutating func reassign(_ image: ImageID, digest: UInt64) {
    precondition(!isInUse(image), "\(image) is in use")
    if digests.isEmpty { digests = (0..<UInt64(imageCount)).map { $0 } }
    digests[Int(image.index)] = digest
    policy.reassign(image, digest: digest)
  }

  /// Images are `0..<count` from now on.
  /// - Precondition: there are no fewer than before.
  /// - Complexity: O(count): to double it costs O(1) for each image.
  @inlinable public mutating func grow(toImageCount count: Int) {
    precondition(count >= imageCount, "\(count) images are fewer than \(imageCount)")
    if !digests.isEmpty { digests += UInt64(imageCount)..<UInt64(count) }
    charges.grow(to: count, filling: Self.absent)
    pins.grow(toImageCount: count)
    policy.grow(toImageCount: count)
  }

  /// How many milliseconds the image took to decode, and in all to get: told before its store.
  @inlinable public mutating func didMeasure(
    _ image: ImageID, decode: Double, reload: Double
  ) {
    policy.didMeasure(image, decode: decode, reload: reload)
  }

  /// These items show the image from now on, in the order of the content.
  @inlinable public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    policy.didPlace(image, at: items)
  }

  /// The residents by their digests; nil where that is their order anyway.
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

/// Removals that a cache has yet to report, in order.
@usableFromInline
struct RemovalLog: ~Copyable {
  private var removals = UniqueArray<Removal>()

  @usableFromInline init() {}

  /// Not inlined, or every place where something leaves would have the growth of an array in it.
  @usableFromInline @inline(never) mutating func append(_ removal: Removal) {
    removals.append(removal)
  }

  /// Hands over all removals and forgets them.
  @usableFromInline mutating func drain(_ body: (Removal) -> Void) {
    for index in 0..<removals.count { body(removals[index]) }
    removals.removeAll(keepingCapacity: true)
  }
}
