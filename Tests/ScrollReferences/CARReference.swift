import ScrollCaching
import ScrollCore

/// `car`: clocks T1 (new) and T2 (came back), their ghosts B1 and B2, and p, the weight that T1 may
/// have.
///
/// All weights are sums of costs, C is the capacity, p starts at 0. A hit sets a bit. For room: the
/// front of T1 if T1 >= max(1, p), else of T2, or of the other clock if all images of that one are
/// pinned. A front with a bit loses it and goes to the end of T2; one without is evicted and
/// becomes the newest of B1 or B2. Then the newcomer is handled. In B1: p grows by max(1, B2 / B1),
/// up to C; in B2: p shrinks by max(1, B1 / B2), down to 0; integer division, lists as they are
/// with the newcomer still on its own. Both go to the end of T2. Another one goes to the end of T1;
/// before, if T1 + B1 + its cost > C, fronts of B1 are dropped until not, otherwise fronts of B2
/// while all four and its cost > 2 C.
///
/// The first view of an unseen image moves it to the end of its clock; without a bit it is passed
/// over once, to the end of its clock, and leaves no ghost. If the hand returns to the first image
/// that it passed over, the other clock provides the victim.
struct CARReference: EvictionPolicy {
  private var t1: [ImageID] = [], t2: [ImageID] = [], b1: [ImageID] = [], b2: [ImageID] = []
  private var bits: Set<ImageID> = []
  private var cost: [ImageID: Int] = [:]
  private var p = 0
  private var capacity: Int
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    capacity = setup.limits.capacity
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "car") { CARReference($0) }

  private func weight(_ queue: [ImageID]) -> Int {
    queue.reduce(0) { $0 + cost[$1, default: 0] }
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    if !unseen.unmark(image) {
      bits.insert(image)
    } else if t1.contains(image) {
      t1.makeNewest(image)
    } else {
      t2.makeNewest(image)
    }
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var passed: ImageID?
    while true {
      let hands = [t1.unpinned(pins).first, t2.unpinned(pins).first]
      let choice = (weight(t1) >= max(1, p) ? hands : hands.reversed()).compactMap { $0 }
      guard let image = choice.first(where: { $0 != passed }) ?? choice.first else { return nil }
      let isNew = t1.contains(image)
      if bits.remove(image) != nil {
        t1.remove(image)
        t2.makeNewest(image)
      } else if unseen.useGrace(of: image) {
        passed = passed ?? image
        if isNew { t1.makeNewest(image) } else { t2.makeNewest(image) }
      } else {
        t1.remove(image)
        t2.remove(image)
        if !unseen.unmark(image) {
          if isNew { b1.append(image) } else { b2.append(image) }
        }
        return image
      }
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    if b1.contains(image) {
      p = min(p + max(1, weight(b2) / max(1, weight(b1))), capacity)
      t2.append(image)
    } else if b2.contains(image) {
      p = max(p - max(1, weight(b1) / max(1, weight(b2))), 0)
      t2.append(image)
    } else {
      if weight(t1 + b1) + request.cost > capacity {
        while weight(t1 + b1) + request.cost > capacity, !b1.isEmpty { b1.removeFirst() }
      } else {
        while weight(t1 + t2 + b1 + b2) + request.cost - capacity > capacity, !b2.isEmpty {
          b2.removeFirst()
        }
      }
      t1.append(image)
    }
    b1.remove(image)
    b2.remove(image)
    cost[image] = request.cost
    unseen.insert(image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    t1.remove(image)
    t2.remove(image)
    bits.remove(image)
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    p = min(p, capacity)
    while weight(b1) > capacity { b1.removeFirst() }
    while weight(b2) > capacity { b2.removeFirst() }
  }
}
