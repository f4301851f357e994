import ScrollCaching
import ScrollCore

/// `qd-lp`: a small queue for new images, a clock for images that were used there or came back.
///
/// Shares of the capacity C: small Int(0.1 C), the clock the rest, ghosts Int(0.9 C), by cost. A
/// newcomer that was a ghost enters the clock, every other one small, without hits. While one that
/// is larger than small's share enters small, its cost is that share. With `refusesLarge` it is
/// refused instead, and so is, after room was made, one that is just as large and no ghost. A hit
/// counts, up to three.
///
/// When room is needed the front of small enters the clock if it has a hit, which it loses, and
/// leaves as a ghost if not; with small empty the clock gives. An image that enters the clock waits
/// until the clock has room for it: until then the clock gives, even if the cache is not full. When
/// the clock gives, its front goes to its end with one hit less if it has any, or else leaves.
///
/// An unseen image at a front goes to the end of its queue once, and leaves no ghost; its first
/// view makes it the newest of its queue.
struct QDLPReference: EvictionPolicy {
  private var small: [ImageID] = [], clock: [ImageID] = [], ghosts: [ImageID] = []
  /// The images that are about to enter the clock.
  private var entering: [ImageID] = []
  private var cost: [ImageID: Int] = [:], hits: [ImageID: Int] = [:]
  private var capacity: Int
  private let refuses: Bool
  private var wasGhost = false
  /// The cost that small must have room for.
  private var offered = 0
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    capacity = setup.limits.capacity
    refuses = setup.settings.flag("refusesLarge")
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "qd-lp") { QDLPReference($0) }

  private var tenth: Int { Int(Double(capacity) * 0.1) }
  private var ghostShare: Int { Int(Double(capacity) * 0.9) }
  private func weight(_ queue: [ImageID]) -> Int {
    queue.reduce(0) { $0 + cost[$1, default: 0] }
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    if !unseen.unmark(image) {
      hits[image] = min(3, hits[image, default: 0] + 1)
    } else if small.contains(image) {
      small.makeNewest(image)
    } else {
      clock.makeNewest(image)
    }
  }

  mutating func willStore(_ request: Request) {
    wasGhost = ghosts.contains(request.image)
    ghosts.remove(request.image)
    offered = wasGhost ? 0 : request.cost
  }

  mutating func shouldStore(_ request: Request) -> Bool { !refuses || request.cost <= tenth }
  mutating func shouldInsert(_ request: Request) -> Bool {
    !refuses || wasGhost || request.cost < tenth
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    (cost[request.image], hits[request.image]) = (request.cost, 0)
    unseen.insert(request.image, as: admission)
    if wasGhost { entering.append(request.image) } else { small.append(request.image) }
  }

  mutating func didRemove(_ image: ImageID) {
    small.remove(image)
    clock.remove(image)
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    offered = 0
    trimGhosts()
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    if let victim = popOverflow(sparing: pins) { return victim }
    guard let front = small.unpinned(pins).first else { return clockGives(pins) }
    if hits[front, default: 0] > 0 {
      small.remove(front)
      hits[front] = 0
      entering.append(front)
    } else if unseen.useGrace(of: front) {
      small.makeNewest(front)
    } else {
      small.remove(front)
      if !unseen.unmark(front), weight([front]) <= ghostShare { ghosts.append(front) }
      trimGhosts()
      return front
    }
    return nextVictim(sparing: pins)
  }

  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    while let first = entering.first {
      if weight(clock + [first]) > capacity - max(tenth, offered), let victim = clockGives(pins) {
        return victim
      }
      entering.removeFirst()
      clock.append(first)
    }
    return nil
  }

  private mutating func clockGives(_ pins: borrowing PinSet) -> ImageID? {
    while let front = clock.unpinned(pins).first {
      let left = hits[front, default: 0]
      if left == 0, !unseen.useGrace(of: front) {
        didRemove(front)
        return front
      }
      hits[front] = max(0, left - 1)
      clock.makeNewest(front)
    }
    return nil
  }

  private mutating func trimGhosts() {
    while weight(ghosts) > ghostShare { ghosts.removeFirst() }
  }
}
