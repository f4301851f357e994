public import ScrollCore

/// NSCache on Apple's systems, the reading with two recency lists and ghosts.
///
/// **Lists.** Residents are in `recent` (read at most once) or `frequent` (twice or more);
/// keys of evicted images are in a ghost list of each, newest first. Reads are counted per
/// key up to 255, across evictions as long as the key is a ghost; a missed look-up of a ghost
/// counts. A hit makes an image the newest of the list that its reads say.
///
/// **Storing.** A new key starts with 0 reads as the newest of `recent`. A known one first
/// moves the target size `p` of `recent`: up by `max(1, frequent ghosts / recent ghosts)` if
/// it was on the recent side, at most to the capacity, down by the inverse, at least to 0, if
/// on the frequent one (whole division; by 0 the numerator itself). Its old value leaves, and
/// it is the newest of the list that its reads say. If there are then more residents than
/// the capacity, which starts at 20, the capacity grows to 20 or by one, up to the count
/// limit: without a count limit nothing is ever evicted by number.
///
/// **Evicting.** While there are more residents than the capacity, or their cost is over the
/// limit: the oldest of `recent` becomes a ghost, or the oldest of `frequent` if `recent` is
/// empty or not longer than `p`. Then ghosts go, by the same rule, until they are neither more
/// than the residents nor than the capacity.
///
/// **Limits** act at once; 0 or less is none. A new count limit is the new capacity, none
/// sets it to 0, from where it grows to 20. Where both change, the count limit goes first.
///
/// **The system.** A memory warning sets the capacity to half the residents, a critical one
/// to 0, and for 4 s it cannot grow: after a critical one every store is evicted at once.
/// The background removes all values, unless images are NSDiscardableContent. The
/// delegate is called for every value that leaves, which is discarded unless it is in use. With
/// `content=discardable` a value can lose its content and stay as a shell, as in
/// `NSCacheLRU`: it counts towards capacity and limits until it is read or evicted.
///
/// The idea is that of ARC (N. Megiddo, D. S. Modha, "ARC: A self-tuning, low overhead
/// replacement cache", FAST 2003). Evidence: an approximation. It agrees with the delegate
/// orders, limits and background behavior that people reported from Apple's systems, as
/// `NSCacheLRU` does; the rest has not been compared with the real one. In the real one the
/// cost belongs to the value, so that storing the same object again keeps its first cost;
/// here every store is a new value, because a simulation never stores the same one twice.
/// Choices: pinned images stay, whatever happens; a removed or backgrounded image leaves no
/// ghost; removing one that is a ghost only changes nothing; `removeAll` forgets ghosts;
/// the background empties `recent` before `frequent`, oldest first; a negative cost counts 0.
///
/// - Complexity: O(1) per verb and image that leaves, besides pinned ones.
public final class NSCacheARC: DiscardingModel {
  /// The capacity of a new cache, and the least to which it grows.
  static let startingCapacity = 20
  /// How long after a memory warning the capacity cannot grow.
  static let pressureWindow = SimTime(milliseconds: 4000)

  var holdings: Holdings
  var lists: ReadLists
  var capacity = NSCacheARC.startingCapacity
  var countLimit = 0, costLimit = 0
  /// The target length of `recent`.
  var target = 0
  /// Ghosts as the real one may count them: see `ghostDrift`.
  var ghostCount = 0
  let ghostDrift: Bool
  package var contents: DiscardableContents
  private let prunes: Bool
  var latest = SimTime.zero
  var lastPressure: SimTime?

  /// An empty cache.
  /// - Parameters:
  ///   - setup: number of images and limits.
  ///   - ghostDrift: whether the number of ghosts is not lowered when one is stored again
  ///     (and residents are counted as keys less that number). Unknown; if so, ghosts
  ///     die out over time and what remains is two lists with a fixed target.
  ///   - evictsObjectsWithDiscardedContent: whether a value without content leaves when read.
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

  /// Residents and shells.
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
        "Whether the number of ghosts stays when one is stored again."),
      DiscardableContents.setting, DiscardableContents.pruning,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Images read twice or more are kept apart from the others; evicted keys are \
        remembered, and storing one again moves the balance. Limits act at once; the capacity \
        grows by itself where there is no count limit, and cannot for 4 s after a memory \
        warning; the background drops everything but NSDiscardableContent. Source: what was \
        observed on Apple's systems, and ARC (Megiddo and Modha, FAST 2003). Evidence: an \
        approximation that \
        agrees with all observations; never compared with Apple's hardware.
        """, zeroIsNoLimit: true, refusal: .nothing, claims: []),
    model: {
      NSCacheARC(
        $0, ghostDrift: $0.settings.flag("ghostDrift"),
        evictsObjectsWithDiscardedContent: $0.settings.flag("evictsObjectsWithDiscardedContent"))
    })
}
