import ScrollCaching
import ScrollCore

/// `2q`: A1in in order of arrival, A1out with the names of what left it, Am by last use.
///
/// With C the capacity, A1in has Int(inShare C), A1out Int(outShare C), Am what A1in leaves of C.
/// Refused is what is larger than A1in. A newcomer that was in A1out and is not larger than Am
/// enters Am: the oldest of Am leave until it is within its limit with the newcomer. Every
/// other enters A1in. When room is needed: A1in over its limit gives its oldest, which enters
/// A1out; else Am gives its oldest. Whichever has nothing to give leaves it to the other.
///
/// A hit in Am makes an image its newest, one in A1in does nothing. An unseen image at the
/// front goes to the end of its queue once, and does not enter A1out; its first view makes it
/// the newest of its queue.
struct TwoQReference: EvictionPolicy {
  private var a1in: [ImageID] = [], a1out: [ImageID] = [], am: [ImageID] = []
  /// Stored, but not in Am before it has room.
  private var newcomer: ImageID?
  private var cost: [ImageID: Int] = [:]
  private var wasInA1out = false
  private var capacity: Int
  private let inShare: Double, outShare: Double
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    capacity = setup.limits.capacity
    inShare = setup.settings.number("inShare")
    outShare = setup.settings.number("outShare")
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "2q") { TwoQReference($0) }

  private func part(_ share: Double) -> Int {
    let part = Double(capacity) * share
    return part < 4e18 ? Int(part) : 4_000_000_000_000_000_000
  }
  private var inLimit: Int { min(capacity, part(inShare)) }
  private func weight(_ queue: [ImageID]) -> Int {
    queue.reduce(0) { $0 + cost[$1, default: 0] }
  }

  mutating func didHit(_ request: Request) {
    let isFirstView = unseen.unmark(request.image)
    if am.contains(request.image) {
      am.makeNewest(request.image)
    } else if isFirstView {
      a1in.makeNewest(request.image)
    }
  }

  mutating func willStore(_ request: Request) {
    wasInA1out = a1out.contains(request.image)
    a1out.remove(request.image)
  }

  mutating func shouldStore(_ request: Request) -> Bool { request.cost <= inLimit }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    if weight(a1in) > inLimit {
      return victimOfA1in(pins) ?? victimOfAm(pins)
    }
    return victimOfAm(pins) ?? victimOfA1in(pins)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    cost[request.image] = request.cost
    unseen.insert(request.image, as: admission)
    if wasInA1out, request.cost <= capacity - inLimit {
      newcomer = request.image
    } else {
      a1in.append(request.image)
    }
  }

  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    guard let image = newcomer else { return nil }
    if weight(am + [image]) > capacity - inLimit, let victim = victimOfAm(pins) {
      return victim
    }
    am.append(image)
    newcomer = nil
    return nil
  }

  mutating func didRemove(_ image: ImageID) {
    a1in.remove(image)
    am.remove(image)
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    while weight(a1out) > part(outShare) { a1out.removeFirst() }
  }

  private mutating func victimOfAm(_ pins: borrowing PinSet) -> ImageID? {
    while let front = am.unpinned(pins).first {
      guard unseen.useGrace(of: front) else {
        didRemove(front)
        return front
      }
      am.makeNewest(front)
    }
    return nil
  }

  private mutating func victimOfA1in(_ pins: borrowing PinSet) -> ImageID? {
    while let front = a1in.unpinned(pins).first {
      guard unseen.useGrace(of: front) else {
        a1in.remove(front)
        if !unseen.unmark(front), weight([front]) <= part(outShare) {
          a1out.append(front)
          while weight(a1out) > part(outShare) { a1out.removeFirst() }
        }
        return front
      }
      a1in.makeNewest(front)
    }
    return nil
  }
}
