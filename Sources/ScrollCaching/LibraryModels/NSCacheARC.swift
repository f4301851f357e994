import BasicContainers
public import ScrollCore

/// NSCache on Apple's systems, in the reading with two recency lists and ghosts.
///
/// **Lists.** Residents are in `recent` (read at most once) or `frequent` (twice or more); keys of
/// evicted images are in two ghost lists, one for each, newest first. Reads are counted per key up
/// to 255, across evictions as long as the key is a ghost; a missed look-up of a ghost counts. A
/// hit makes an image the newest of the list that its number of reads determines.
///
/// **Storing.** A new key starts with 0 reads as the newest of `recent`. A known key first moves
/// the target size `p` of `recent`. If the key is in `recent` or its ghost list, `p` rises by
/// `max(1, frequent ghosts / recent ghosts)`, at most to the capacity. If it is in `frequent` or
/// its ghost list, `p` falls by `max(1, recent ghosts / frequent ghosts)`, at least to 0. Quotients
/// are whole numbers; a division by 0 results in the numerator. Then the old value is removed, and
/// the key becomes the newest of the list that its number of reads determines. If there are then
/// more residents than the capacity, which is 20 at first, the capacity grows to 20 or by one, up
/// to the count limit. So without a count limit nothing is ever evicted by number.
///
/// **Evicting.** While there are more residents than the capacity, or their cost is over the limit:
/// the oldest of `recent` becomes a ghost, or the oldest of `frequent` if `recent` is empty or not
/// longer than `p`. Then ghosts are dropped, by the same rule for the ghost lists, until their
/// number exceeds neither the number of residents nor the capacity.
///
/// **Limits** act at once; a limit of 0 or less means no limit. A new count limit becomes the
/// capacity. Removing the count limit sets the capacity to 0, from where it grows to 20. If both
/// limits change, the count limit is applied first.
///
/// **The system.** A memory warning sets the capacity to half the number of residents, and a
/// critical one to 0. For 4 s after either, the capacity cannot grow, so after a critical warning
/// every stored image is evicted at once. The background removes all values, unless images are
/// NSDiscardableContent. The delegate is called for every removed value, which is discarded unless
/// it is in use. With `content=discardable` a value can lose its content and stay as a shell, as in
/// `NSCacheLRU`: it counts towards capacity and limits until it is read or evicted.
///
/// The rule follows ARC (N. Megiddo, D. S. Modha, "ARC: A self-tuning, low overhead replacement
/// cache", FAST 2003). Evidence: an approximation. It agrees with the delegate orders, limits and
/// background behavior that people reported from Apple's systems, as `NSCacheLRU` does; the rest
/// has not been compared with Apple's NSCache. In Apple's NSCache the cost belongs to the value, so
/// storing the same object again keeps its first cost; here every store is a new value, because a
/// simulation never stores the same one twice. Choices:
///
/// - Pinned images always stay.
/// - An image that is removed, or that the background removes, leaves no ghost. Removing a ghost
///   changes nothing; `removeAll` forgets the ghosts.
/// - The background empties `recent` before `frequent`, oldest first.
/// - A negative cost counts 0.
///
/// - Complexity: O(1) per call and removed image, except for pinned ones.
public final class NSCacheARC: DiscardingModel {
  /// The capacity of a new cache, and the smallest capacity after growth.
  static let startingCapacity = 20
  /// The time after a memory warning in which the capacity cannot grow.
  static let pressureWindow = SimTime(milliseconds: 4000)

  var holdings: Holdings
  var lists: ReadLists
  var capacity = NSCacheARC.startingCapacity
  var countLimit = 0, costLimit = 0
  /// The target length of `recent`.
  var target = 0
  /// The number of ghosts as the real cache may count them; see `ghostDrift`.
  var ghostCount = 0
  let ghostDrift: Bool
  package var contents: DiscardableContents
  private let prunes: Bool
  var latest = SimTime.zero
  var lastPressure: SimTime?

  /// Creates an empty cache.
  /// - Parameters:
  ///   - setup: The number of images and the limits.
  ///   - ghostDrift: `true` if the number of ghosts does not drop when a ghost is stored again (and
  ///     residents are counted as keys minus that number). The real behavior is unknown; with
  ///     `true`, ghosts die out over time and two lists with a fixed target remain.
  ///   - evictsObjectsWithDiscardedContent: `true` if a value without content is removed when it is
  ///     read.
  public init(
    _ setup: PolicySetup, ghostDrift: Bool = false,
    evictsObjectsWithDiscardedContent: Bool = true
  ) {
    contents = DiscardableContents(setup)
    prunes = evictsObjectsWithDiscardedContent
    holdings = Holdings(imageCount: setup.imageCount)
    lists = ReadLists(imageCount: setup.imageCount)
    self.ghostDrift = ghostDrift
    setLimits(setup.limits)
  }

  /// The number of residents and shells.
  var liveCount: Int { holdings.count + contents.shellCount }
  var liveCost: Int { holdings.totalCost + contents.shellCost }

  public func lookup(_ request: Request) -> Bool {
    latest = max(latest, request.time)
    lists.countRead(of: request.image)
    if contents.isShell(request.image) {
      if prunes { forgetShell(request.image) } else { lists.makeNewest(request.image) }
      return false
    }
    guard holdings.contains(request.image) else { return false }
    lists.makeNewest(request.image)
    return true
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    latest = max(latest, request.time)
    if let list = lists.list(of: image) {
      moveTarget(forStoringFrom: list)
      if holdings.contains(image) {
        contents.discardIfPossible(image)
        holdings.drop(image, because: .replaced, notifyingDelegate: true)
      } else if contents.isShell(image) {
        contents.forgetShell(image)
      } else if !ghostDrift {
        ghostCount -= 1
      }
    }
    contents.create(image, uses: holdings.pins.contains(image) ? 1 : 0)
    holdings.add(image, cost: max(0, request.cost))
    lists.makeNewest(image)
    growAndEvict()
    return .stored
  }

  private func moveTarget(forStoringFrom list: ReadLists.List) {
    let (recent, frequent) = (lists.length(.recentGhosts), lists.length(.frequentGhosts))
    switch list {
    case .recent, .recentGhosts:
      target = min(target + max(1, recent == 0 ? frequent : frequent / recent), capacity)
    case .frequent, .frequentGhosts:
      target = max(0, target - max(1, frequent == 0 ? recent : recent / frequent))
    }
  }

  func forget(_ image: ImageID) { lists.forget(image) }

  public func removeAll(because reason: RemovalReason) {
    for index in holdings.images {
      remove(ImageID(index), because: reason)
      forgetShell(ImageID(index))
    }
    ghostCount = 0
  }

  public func setLimits(_ limits: CacheLimits) {
    let count = max(0, limits.count ?? 0), cost = max(0, limits.cost ?? 0)
    if count != countLimit {
      countLimit = count
      capacity = count
      growAndEvict()
    }
    if cost != costLimit {
      costLimit = cost
      evict()
    }
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    latest = max(latest, time)
    lastPressure = time
    capacity = level == .critical ? 0 : liveCount / 2
    evict()
  }

  public func didEnterBackground(at time: SimTime) {
    guard !contents.isOn else { return }
    while let image = lists.oldest(.recent, sparing: holdings.pins)
      ?? lists.oldest(.frequent, sparing: holdings.pins)
    {
      remove(image, because: .background)
    }
  }
}

extension NSCacheARC {
  static let descriptor = PolicyDescriptor(
    "nscache-arc", "NSCache on Apple's systems, modeled as two recency lists with ghosts.",
    settings: [
      Setting(
        "ghostDrift", .flag, standard: "false",
        "The number of ghosts (remembered evicted keys) stays when one is stored again."),
      DiscardableContents.setting, DiscardableContents.pruning,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Images read twice or more are kept apart from the others; evicted keys are remembered, \
        and storing one again moves the balance. Limits act at once; the capacity grows by \
        itself where there is no count limit, and cannot for 4 s after a memory warning; the \
        background drops everything but NSDiscardableContent. Source: observations on Apple's \
        systems, and ARC (Megiddo and Modha, FAST 2003). Evidence: an approximation that agrees \
        with all observations; never compared with Apple's hardware.
        """, zeroIsNoLimit: true, refusal: .nothing, claims: []),
    model: {
      NSCacheARC(
        $0, ghostDrift: $0.settings.flag("ghostDrift"),
        evictsObjectsWithDiscardedContent: $0.settings.flag("evictsObjectsWithDiscardedContent"))
    })
}

extension NSCacheARC {
  private var isUnderPressure: Bool {
    lastPressure.map { latest - $0 < Self.pressureWindow } ?? false
  }

  /// Grows the capacity if possible, then evicts, after a store or a new count limit.
  func growAndEvict() {
    if liveCount > capacity, !isUnderPressure {
      capacity = max(Self.startingCapacity, capacity + 1)
    }
    if countLimit > 0 { capacity = min(capacity, countLimit) }
    evict()
  }

  func evict() {
    while let reason = excess, let victim = victim() {
      lists.makeGhost(victim)
      ghostCount += 1
      if contents.isShell(victim) {
        contents.forgetShell(victim)
      } else {
        contents.discardIfPossible(victim)
        holdings.drop(victim, because: reason, notifyingDelegate: true)
      }
    }
    trimGhosts()
  }

  /// The reason why an image must be evicted; `nil` if none.
  private var excess: RemovalReason? {
    if costLimit > 0, liveCost > costLimit { return .cost }
    guard liveCount > capacity else { return nil }
    if countLimit > 0, liveCount > countLimit { return .count }
    return isUnderPressure ? .pressure : .count
  }

  private func victim() -> ImageID? {
    let recent = lists.oldest(.recent, sparing: holdings.pins)
    let frequent = lists.oldest(.frequent, sparing: holdings.pins)
    return lists.length(.recent) <= target ? frequent ?? recent : recent ?? frequent
  }

  private func trimGhosts() {
    while true {
      let residents =
        ghostDrift ? liveCount + lists.ghostCount - ghostCount : liveCount
      let recent = lists.oldest(.recentGhosts), frequent = lists.oldest(.frequentGhosts)
      let isRecentShort = lists.length(.recentGhosts) <= target
      guard ghostCount > residents || ghostCount > capacity,
        let ghost = isRecentShort ? frequent ?? recent : recent ?? frequent
      else { return }
      lists.forget(ghost)
      ghostCount -= 1
    }
  }
}

/// Images by the number of their reads: two lists of residents and two of ghosts.
///
/// `recent` holds images that were read at most once, `frequent` those that were read more often;
/// each has a ghost list of evicted keys. An image is on at most one list and is known while it is
/// on one: its reads are counted, up to 255, until it is forgotten.
///
/// - Complexity: every operation O(1), those that spare pins O(pinned).
struct ReadLists: ~Copyable {
  enum List: Int {
    case recent, frequent, recentGhosts, frequentGhosts
  }

  private var order: ItemList
  /// The list of each image; -1 for none.
  private var places: RigidArray<Int8>
  private var reads: RigidArray<UInt8>
  private var lengths: RigidArray<Int>

  init(imageCount: Int) {
    order = ItemList(imageCount: imageCount, queues: 4)
    places = RigidArray(repeating: -1, count: imageCount)
    reads = RigidArray(repeating: 0, count: imageCount)
    lengths = RigidArray(repeating: 0, count: 4)
  }

  /// Returns the list of an image; `nil` if it is not known.
  func list(of image: ImageID) -> List? { List(rawValue: Int(places[Int(image.index)])) }

  func length(_ list: List) -> Int { lengths[list.rawValue] }

  var ghostCount: Int { length(.recentGhosts) + length(.frequentGhosts) }

  func oldest(_ list: List) -> ImageID? { order.oldest(queue: list.rawValue) }

  func oldest(_ list: List, sparing pins: borrowing PinSet) -> ImageID? {
    order.oldest(queue: list.rawValue, sparing: pins)
  }

  /// Counts a look-up of an image, if it is known.
  mutating func countRead(of image: ImageID) {
    guard list(of: image) != nil, reads[Int(image.index)] < .max else { return }
    reads[Int(image.index)] += 1
  }

  /// Makes an image the newest of the residents' list for its number of reads, which is 0 if
  /// unknown.
  mutating func makeNewest(_ image: ImageID) {
    forget(image, exceptReads: list(of: image) != nil)
    append(image, to: reads[Int(image.index)] >= 2 ? .frequent : .recent)
  }

  /// Makes a resident the newest of the ghost list for its number of reads.
  mutating func makeGhost(_ image: ImageID) {
    forget(image, exceptReads: true)
    append(image, to: reads[Int(image.index)] >= 2 ? .frequentGhosts : .recentGhosts)
  }

  /// Forgets an image, if it is known.
  mutating func forget(_ image: ImageID) { forget(image, exceptReads: false) }

  private mutating func forget(_ image: ImageID, exceptReads: Bool) {
    if !exceptReads { reads[Int(image.index)] = 0 }
    guard let list = list(of: image) else { return }
    order.remove(image)
    lengths[list.rawValue] -= 1
    places[Int(image.index)] = -1
  }

  private mutating func append(_ image: ImageID, to list: List) {
    order.append(image, queue: list.rawValue)
    lengths[list.rawValue] += 1
    places[Int(image.index)] = Int8(list.rawValue)
  }
}
