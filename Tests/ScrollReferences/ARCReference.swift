package import ScrollCaching
import ScrollCore

/// `arc`: T1 of images requested once, T2 of images requested again, their ghosts B1 and B2, and p,
/// the weight that T1 may have.
///
/// All weights are sums of costs, C is the capacity, p starts at 0. A hit makes an image the newest
/// of T2. Storing a ghost of B1: p = min(p + max(B2/B1, 1), C); of B2: p = max(p - max(B1/B2, 1),
/// 0), with the weights before it is taken off its list, 1 if it weighed nothing; it becomes the
/// newest of T2, every other image of T1.
///
/// *Replace*: if T1 > 0 and (T1 > p, or T1 = p and a ghost of B2 is being stored), or T2 = 0, the
/// oldest of T1 becomes the newest of B1, else the oldest of T2 that of B2. Room for a ghost:
/// replace. Room for another: if T1 + B1 + its cost > C: drop the oldest of B1 and replace if B1 >
/// 0, else the oldest of T1 leaves without a ghost; if not, drop the oldest of B2 if the four weigh
/// 2 C or more, and replace.
///
/// If pins leave a queue without a victim, the other queue provides it. Unseen images at the front
/// go to the end of their queue once, leave no ghosts, and their first view makes them the newest
/// of their queue. A new capacity caps p, B1 and B2.
struct ARCReference: EvictionPolicy {
  private let bug: ARCBug?
  private var t1: [ImageID] = [], t2: [ImageID] = [], b1: [ImageID] = [], b2: [ImageID] = []
  private var cost: [ImageID: Int] = [:]
  private var p = 0.0
  private var capacity: Int
  /// The cost of the image that is being stored, and the list of ghosts that had it.
  private var size = 0, wasInB1 = false, wasInB2 = false
  private var unseen: UnseenImages

  init(_ setup: PolicySetup, bug: ARCBug? = nil) {
    self.bug = bug
    capacity = setup.limits.capacity
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "arc") { ARCReference($0) }

  private func weight(_ queue: [ImageID]) -> Int {
    queue.reduce(0) { $0 + cost[$1, default: 0] }
  }
  private func step(_ other: [ImageID], _ own: [ImageID]) -> Double {
    guard weight(own) > 0 else { return 1 }
    let ratio = Double(weight(other)) / Double(weight(own))
    return max(bug == .wholeSteps ? ratio.rounded(.down) : ratio, 1)
  }

  mutating func didHit(_ request: Request) {
    let staysInT1 = unseen.unmark(request.image) || bug == .hitStaysInT1
    if staysInT1, t1.contains(request.image) {
      t1.makeNewest(request.image)
    } else {
      t1.remove(request.image)
      t2.makeNewest(request.image)
    }
  }

  mutating func willStore(_ request: Request) {
    size = request.cost
    wasInB1 = b1.contains(request.image)
    wasInB2 = b2.contains(request.image)
    let way: Double = bug == .targetWrongWay ? -1 : 1
    if wasInB1 { p += way * step(b2, b1) }
    if wasInB2 { p -= way * step(b1, b2) }
    if bug != .targetNotClamped { p = min(max(p, 0), Double(capacity)) }
    b1.remove(request.image)
    b2.remove(request.image)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let returns = (wasInB1 || wasInB2) && bug != .ghostsGoToT1
    if returns { t2.append(request.image) } else { t1.append(request.image) }
    cost[request.image] = request.cost
    unseen.insert(request.image, as: admission)
    forgetNewcomer()
  }

  mutating func didRemove(_ image: ImageID) {
    if bug == .forgetsToForget { return }
    if bug == .ghostOfRemoved { b1.makeNewest(image) }
    forget(image)
  }

  private mutating func forget(_ image: ImageID) {
    t1.remove(image)
    t2.remove(image)
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    forgetNewcomer()
    p = min(p, Double(capacity))
    while weight(b1) > capacity { b1.removeFirst() }
    while weight(b2) > capacity { b2.removeFirst() }
  }

  private mutating func forgetNewcomer() { (size, wasInB1, wasInB2) = (0, false, false) }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    if !wasInB1, !wasInB2 {
      let room = bug == .ghostsOffByOne ? capacity - 1 : capacity
      if weight(t1) + weight(b1) + size > room {
        if weight(b1) > 0 {
          b1.removeFirst()
        } else if let victim = front(of: \.t1, pins) {
          forget(victim)
          return victim
        }
      } else if weight(t1 + t2 + b1 + b2) - capacity >= capacity, weight(b2) > 0 {
        b2.removeFirst()
      }
    }
    return replace(pins)
  }

  private mutating func replace(_ pins: borrowing PinSet) -> ImageID? {
    let once = weight(t1)
    let takesT1 =
      once > 0 && (Double(once) > p || Double(once) == p && wasInB2) || weight(t2) == 0
    // In the second round every unseen image has used its grace.
    for _ in 1...2 {
      for isT1 in [takesT1, bug == .looksIntoOneList ? takesT1 : !takesT1] {
        guard let victim = front(of: isT1 ? \.t1 : \.t2, pins) else { continue }
        let leavesGhost = !unseen.unmark(victim)
        forget(victim)
        let isB1 = isT1 != (bug == .ghostListsSwapped)
        if leavesGhost, isB1 { b1.append(victim) }
        if leavesGhost, !isB1 { b2.append(victim) }
        return victim
      }
    }
    return nil
  }

  /// Returns the oldest image that is neither pinned nor passed over.
  private mutating func front(
    of queue: WritableKeyPath<Self, [ImageID]>, _ pins: borrowing PinSet
  ) -> ImageID? {
    for image in self[keyPath: queue].unpinned(pins) {
      guard unseen.useGrace(of: image) else { return image }
      self[keyPath: queue].makeNewest(image)
    }
    return nil
  }
}

package enum ARCBug: PlantedBug {
  case targetWrongWay, targetNotClamped, ghostListsSwapped, ghostsGoToT1, hitStaysInT1
  case ghostsOffByOne, looksIntoOneList, ghostOfRemoved, wholeSteps, forgetsToForget

  package var descriptor: PolicyDescriptor {
    .reference(of: "arc") { ARCReference($0, bug: self) }
  }
}
