import ScrollCaching
import ScrollCore

/// `lirs`: hot images weigh C - h at most, cold residents h = max(1, Int(hirShare x C)).
///
/// There are three lists:
/// - S has all images that were used since the oldest hot one, by last use. Older ones are cut off.
/// - Q has the cold residents, by last use.
/// - NH has the images on S that were evicted, by the time of their eviction. An image that leaves
///   Q while on S joins NH, unless it is unseen. Fronts of NH are removed while S weighs over 2 C.
///
/// A hit moves an image to the end of S and Q. The first view of an unseen image does no more. A
/// cold image that was on S becomes hot. If a cold image was not on S, hot images are demoted as if
/// it became hot, as long as each fits into Q beside it.
///
/// A stored image that was on NH is hot, with its old weight. Another one is refused if it is
/// larger than h or C - h. If not, it is hot if there is room, or else cold.
///
/// A demotion moves the front of S to the end of Q. Before that, fronts of Q are evicted until it
/// fits. If it is larger than h and not pinned, it is evicted itself. Hot images are demoted when
/// they weigh too much, or would with a newcomer from NH. If room is still missing, a newcomer from
/// NH demotes more. For others, the front of Q is evicted. If all of Q is pinned or was unseen
/// until now, the front of S is evicted. If that is not enough, hot images move to Q as it is.
/// After each store, Q evicts the weight above h, but not the newcomer.
///
/// A replay has two other rules, unless `accounting=strict`. A newcomer from NH is charged its old
/// weight, and a hit in Q demotes all that it needs. If the hit image itself is evicted from Q for
/// that, it stays on S and is on no other list. While it is there, it is found, and stored like one
/// from NH. The weight needed is then that of the image for which it was evicted.
struct LIRSReference: EvictionPolicy {
  private var s: [ImageID] = [], q: [ImageID] = [], nh: [ImageID] = []
  private var hot: Set<ImageID> = []
  private(set) var weight: [ImageID: Int] = [:]
  private let share: Double
  private let countsAsLibCacheSim: Bool
  private var capacity: Int
  private var returning = false
  private var wanted = 0, isInDebt = false
  private var current: ImageID?
  private var unseen: UnseenImages

  init(_ setup: PolicySetup, countsAsLibCacheSim: Bool = false) {
    capacity = setup.limits.capacity
    share = setup.settings.number("hirShare")
    self.countsAsLibCacheSim = countsAsLibCacheSim
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "lirs") { LIRSReference($0) }
    .imitating(where: { $0["accounting"] == "libcachesim" }, replayAsLibCacheSim)

  private var h: Int { max(1, Int(share * Double(capacity))) }
  private var hotLimit: Int { max(0, capacity - h) }
  private var largest: Int { min(h, hotLimit) }
  private func sum(_ images: some Sequence<ImageID>) -> Int {
    images.reduce(0) { $0 + weight[$1, default: 0] }
  }

  private mutating func cut() {
    while let front = s.first, !hot.contains(front) {
      s.removeFirst()
      nh.remove(front)
    }
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    let isFirst = unseen.unmark(image)
    current = nil
    let wasOnStack = s.contains(image)
    s.makeNewest(image)
    if q.contains(image) {
      q.makeNewest(image)
      if !isFirst, wasOnStack {
        q.remove(image)
        hot.insert(image)
      } else if !isFirst {
        wanted = weight[image, default: 0]
        current = image
      }
    }
    cut()
  }

  func isMistaken(_ image: ImageID) -> Bool {
    countsAsLibCacheSim && s.contains(image) && !hot.contains(image) && !q.contains(image)
      && !nh.contains(image)
  }

  mutating func willStore(_ request: Request) {
    let image = request.image
    wanted = 0
    current = nil
    let isBack = nh.contains(image) || isMistaken(image)
    returning = isBack && weight[image, default: 0] <= largest
    if isBack {
      nh.remove(image)
      s.remove(image)
    }
  }

  mutating func shouldStore(_ request: Request) -> Bool {
    if returning { wanted = weight[request.image, default: 0] }
    return returning || request.cost <= largest
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    if let victim = demoteAsNeeded(pins, nil) { return victim }
    if returning {
      while !s.isEmpty {
        isInDebt = true
        if let victim = demoteAsNeeded(pins, nil) { return victim }
      }
    }
    if !returning {
      if let victim = leaveQueue(pins, nil, rounds: 1) { return victim }
      if let front = s.first, !pins.contains(front), !unseen.useGrace(of: front) {
        didRemove(front)
        return front
      }
    }
    while true {
      if let victim = leaveQueue(pins, nil) { return victim }
      guard let front = s.first else { return nil }
      joinQueue(front)
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    if !returning { weight[image] = request.cost }
    s.append(image)
    if returning || sum(hot) + request.cost <= hotLimit {
      hot.insert(image)
    } else {
      q.append(image)
    }
    unseen.insert(image, as: admission)
    current = image
    wanted = 0
    returning = false
  }

  mutating func didRemove(_ image: ImageID) {
    s.remove(image)
    q.remove(image)
    hot.remove(image)
    unseen.unmark(image)
    cut()
  }

  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    if returning {
      returning = false
      wanted = 0
      isInDebt = false
    }
    let spared = countsAsLibCacheSim && wanted > 0 ? nil : current
    if let victim = demoteAsNeeded(pins, spared) { return victim }
    if sum(q) > h, let victim = leaveQueue(pins, current) { return victim }
    wanted = 0
    while sum(s) - capacity > capacity, let front = nh.first {
      nh.removeFirst()
      s.remove(front)
      cut()
    }
    return nil
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    returning = false
    wanted = 0
  }

  private mutating func joinQueue(_ image: ImageID) {
    s.remove(image)
    hot.remove(image)
    q.append(image)
    cut()
  }

  private mutating func demoteAsNeeded(
    _ pins: borrowing PinSet, _ spared: ImageID?
  ) -> ImageID? {
    while let front = s.first, isInDebt || wanted > hotLimit - sum(hot) {
      let size = weight[front, default: 0]
      if wanted > 0, let spared, weight[spared, default: 0] + size > h {
        wanted = 0
      } else if size > h, !pins.contains(front) {
        isInDebt = false
        didRemove(front)
        return front
      } else if sum(q) + size > h, let victim = leaveQueue(pins, spared) {
        if isMistaken(victim), victim == current {
          wanted = size
          isInDebt = true
        }
        return victim
      } else {
        isInDebt = false
        joinQueue(front)
      }
    }
    return nil
  }

  /// The first of Q without a pin or a grace; those with a grace go to the end.
  private mutating func leaveQueue(
    _ pins: borrowing PinSet, _ spared: ImageID?, rounds: Int = 2
  ) -> ImageID? {
    for _ in 1...rounds {
      for image in q.unpinned(pins) where image != spared {
        if unseen.useGrace(of: image) {
          q.makeNewest(image)
          continue
        }
        q.remove(image)
        if unseen.unmark(image) {
          s.remove(image)
        } else if s.contains(image), image != current || wanted == 0 {
          nh.append(image)
        }
        return image
      }
    }
    return nil
  }
}
