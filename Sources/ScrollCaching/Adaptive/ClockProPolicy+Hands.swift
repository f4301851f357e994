import BasicContainers
import ScrollCore

extension ClockProPolicy {
  /// Moves a resident to the head, without its bit; a cold one in test.
  mutating func place(_ image: ImageID, kind: Int) {
    isUsed[Int(image.index)] = false
    ring.moveToNewest(image)
    kinds.moveToNewest(image, queue: kind)
    leaveTest(image)
    if kind == Self.cold { beginTest(of: image) }
  }

  /// - Precondition: the image is not in test.
  mutating func beginTest(of image: ImageID) {
    isInTest[Int(image.index)] = true
    tests.append(image)
  }

  mutating func leaveTest(_ image: ImageID) {
    guard isInTest[Int(image.index)] else { return }
    isInTest[Int(image.index)] = false
    tests.remove(image)
  }

  /// Takes an image out of the list.
  mutating func forget(_ image: ImageID) {
    ring.remove(image)
    kinds.remove(image)
    leaveTest(image)
    isUsed[Int(image.index)] = false
  }

  /// A cold image leaves: in test and seen it stays in its place.
  mutating func retire(_ image: ImageID) {
    if isInTest[Int(image.index)], !unseen.clear(image) {
      kinds.moveToNewest(image, queue: Self.gone)
      endTests()
    } else {
      unseen.clear(image)
      forget(image)
    }
  }

  /// Ends the oldest tests while the gone weigh too much.
  mutating func endTests() {
    while kinds.cost(ofQueue: Self.gone) > goneLimit, let image = tests.oldest() {
      endTest(of: image)
    }
  }

  private mutating func endTest(of image: ImageID) {
    let cost = kinds.cost(of: image)
    if isUsed[Int(image.index)] {
      coldTarget += min(cost, coldMax - coldTarget)
    } else {
      coldTarget -= min(cost, coldTarget - coldMin)
    }
    if kinds.queue(of: image) == Self.gone { forget(image) } else { leaveTest(image) }
  }

  /// Makes room among the hot for an image in test; false if there is none to be had.
  mutating func promotes(_ image: ImageID) -> Bool {
    let cost = kinds.cost(of: image)
    coldTarget += min(cost, coldMax - coldTarget)
    isUsed[Int(image.index)] = false
    while kinds.cost(ofQueue: Self.hot) + cost > capacity - coldTarget {
      guard demote(for: image) else { return false }
    }
    return true
  }

  /// Makes the first hot image without a bit cold; false if there is none as old as a
  /// candidate for promotion.
  mutating func demote(for candidate: ImageID?) -> Bool {
    guard var image = kinds.oldest(queue: Self.hot) else { return false }
    while image != candidate {
      let next = ring.newer(than: image)
      if kinds.queue(of: image) != Self.hot {
        if isInTest[Int(image.index)] { endTest(of: image) }
      } else if isUsed[Int(image.index)] {
        isUsed[Int(image.index)] = false
        ring.moveToNewest(image)
        kinds.moveToNewest(image, queue: Self.hot)
      } else {
        ring.moveToNewest(image)
        kinds.moveToNewest(image, queue: Self.cold)
        return true
      }
      image = next ?? image
    }
    return false
  }
}
