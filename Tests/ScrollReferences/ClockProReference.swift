import ScrollCaching
import ScrollCore

/// `clock-pro`: one list from the tail to the head, of hot, cold and gone images, some in test.
///
/// coldMin = max(2, Int(.01 C)), 1 if C < 4; coldTarget starts there and stays between it and min(C
/// - coldMin, Int(.99 C)). Costs count as numbers of pages.
///
/// A hit sets a bit, unless the request before was for the same image. A newcomer that is gone is
/// promoted. Another is hot if nothing had to leave for it and coldMin stays free with it, else
/// cold and in test; all at the head. *Promote x*: coldTarget grows by it, its bit goes; while it
/// finds no room among the hot, C - coldTarget, run *hot hand*; where that demotes nothing, it is
/// cold and in test, else hot, at the head. *Room*: the cold image nearest the tail. Bit and test:
/// promote; bit: to the head, in test; test: leaves, but stays in the list as gone; else leaves. No
/// cold image: hot hand. *Hot hand*: from the hot image nearest the tail towards the head, never as
/// far as x: bit: lose it, to the head; no bit: cold, no test, to the head, done. The test of each
/// cold or gone one on the way ends. While the gone weigh over Int(nonResident x C), the test
/// nearest the tail ends. When it ends, coldTarget grows by the image with a bit, shrinks by it
/// without; a gone one leaves the list.
///
/// An unseen image's first view moves it to the head as what it is, if cold in test. As a victim it
/// goes to the head in test once; it is never gone.
struct ClockProReference: EvictionPolicy {
  private enum Kind { case hot, cold, gone }

  private var list: [ImageID] = []
  private var kind: [ImageID: Kind] = [:]
  private var cost: [ImageID: Int] = [:]
  private var bits: Set<ImageID> = [], inTest: Set<ImageID> = []
  private let nonResident: Double
  private var capacity: Int, coldTarget = 0
  private var madeRoom = false
  private var last: ImageID?
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    capacity = setup.limits.capacity
    nonResident = setup.settings.number("nonResident")
    unseen = UnseenImages(setup.settings)
    coldTarget = coldMin
  }

  static let descriptor = PolicyDescriptor.reference(of: "clock-pro") { ClockProReference($0) }

  private var coldMin: Int { capacity < 4 ? 1 : max(2, Int(0.01 * Double(capacity))) }
  private var coldMax: Int { min(capacity - coldMin, Int(0.99 * Double(capacity))) }
  private var goneLimit: Int {
    Int(exactly: (Double(capacity) * nonResident).rounded(.down)) ?? .max
  }
  private func all(_ wanted: Kind) -> [ImageID] { list.filter { kind[$0] == wanted } }
  private func weight(_ wanted: Kind) -> Int {
    all(wanted).reduce(0) { $0 + cost[$1, default: 0] }
  }

  private mutating func move(_ image: ImageID, _ new: Kind, test: Bool) {
    list.makeNewest(image)
    kind[image] = new
    bits.remove(image)
    if test { inTest.insert(image) } else { inTest.remove(image) }
  }

  private mutating func drop(_ image: ImageID) {
    list.remove(image)
    kind[image] = nil
    bits.remove(image)
    inTest.remove(image)
  }

  private mutating func moveTarget(by change: Int) {
    coldTarget = max(coldMin, min(coldMax, coldTarget + change))
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    if unseen.unmark(image) {
      let isCold = kind[image] == .cold
      move(image, isCold ? .cold : .hot, test: isCold)
    } else if last != image {
      bits.insert(image)
    }
    last = image
  }

  mutating func didMiss(_ request: Request) { last = request.image }
  mutating func willStore(_ request: Request) { madeRoom = false }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    madeRoom = true
    while true {
      guard let image = all(.cold).unpinned(pins).first else {
        if runHotHand(nil) { continue }
        return nil
      }
      if bits.contains(image) {
        let isHot = inTest.contains(image) && promote(image)
        move(image, isHot ? .hot : .cold, test: !isHot)
      } else if unseen.useGrace(of: image) {
        move(image, .cold, test: true)
      } else {
        if unseen.unmark(image) || !inTest.contains(image) {
          drop(image)
        } else {
          kind[image] = .gone
          endOldTests()
        }
        return image
      }
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    var isHot = false
    if kind[image] == .gone {
      isHot = promote(image)
    } else if !madeRoom {
      isHot = capacity - weight(.hot) - weight(.cold) - request.cost >= coldMin
    }
    move(image, isHot ? .hot : .cold, test: !isHot)
    cost[image] = request.cost
    unseen.insert(image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    drop(image)
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    moveTarget(by: 0)
    endOldTests()
  }

  private mutating func promote(_ image: ImageID) -> Bool {
    let size = cost[image, default: 0]
    moveTarget(by: size)
    bits.remove(image)
    while weight(.hot) + size > capacity - coldTarget {
      if !runHotHand(image) { return false }
    }
    return true
  }

  /// Runs the hot hand and returns `true` if it demotes an image.
  private mutating func runHotHand(_ x: ImageID?) -> Bool {
    guard let start = all(.hot).first, var place = list.firstIndex(of: start) else {
      return false
    }
    while list[place] != x {
      let image = list[place]
      let count = list.count
      if kind[image] != .hot {
        if inTest.contains(image) { endTest(image) }
        if list.count == count { place += 1 }
      } else if bits.contains(image) {
        move(image, .hot, test: false)
      } else {
        move(image, .cold, test: false)
        return true
      }
    }
    return false
  }

  private mutating func endTest(_ image: ImageID) {
    let size = cost[image, default: 0]
    moveTarget(by: bits.contains(image) ? size : -size)
    if kind[image] == .gone { drop(image) }
    inTest.remove(image)
  }

  private mutating func endOldTests() {
    while weight(.gone) > goneLimit, let image = list.first(where: inTest.contains) {
      endTest(image)
    }
  }
}
