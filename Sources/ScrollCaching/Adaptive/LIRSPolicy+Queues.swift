import BasicContainers
public import ScrollCore

extension LIRSPolicy {
  public func remembers(_ image: ImageID) -> Bool {
    states[Int(image.index)].kind != .unknown
  }

  public mutating func grow(toImageCount count: Int) {
    stack.grow(toImageCount: count)
    lists.grow(toImageCount: count)
    states.grow(to: count, filling: State())
    weights.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }

  /// Adds an image as the newest of the stack.
  mutating func push(_ image: ImageID) {
    stack.append(image)
    states[Int(image.index)].isOnStack = true
    stackWeight += weights[Int(image.index)]
  }

  /// Takes an image off the stack, where it is on it.
  mutating func leaveStack(_ image: ImageID) {
    guard states[Int(image.index)].isOnStack else { return }
    stack.remove(image)
    states[Int(image.index)].isOnStack = false
    stackWeight -= weights[Int(image.index)]
  }

  /// Makes an image hot that is on the stack and on no list.
  mutating func becomeHot(_ image: ImageID) {
    states[Int(image.index)].kind = .hot
    hotWeight += weights[Int(image.index)]
  }

  /// Takes an image off everything.
  mutating func forget(_ image: ImageID) {
    let index = Int(image.index)
    leaveStack(image)
    switch states[index].kind {
    case .unknown, .mistaken: break
    case .hot: hotWeight -= weights[index]
    case .cold:
      coldWeight -= weights[index]
      lists.remove(image)
    case .gone: lists.remove(image)
    }
    states[index].kind = .unknown
  }

  /// Drops what is older on the stack than the oldest hot image.
  mutating func prune() {
    while let image = stack.oldest(), states[Int(image.index)].kind != .hot {
      if states[Int(image.index)].kind == .cold { leaveStack(image) } else { forget(image) }
    }
  }

  /// Makes the oldest of the stack, which is hot, the newest of the queue.
  mutating func demote(_ image: ImageID) {
    let index = Int(image.index)
    leaveStack(image)
    hotWeight -= weights[index]
    states[index].kind = .cold
    coldWeight += weights[index]
    lists.append(image, queue: Self.queue)
    prune()
  }

  /// Demotes until there is room among the hot; the next to leave for that, nil at the end.
  mutating func settle(
    sparing pins: borrowing PinSet, and spared: ImageID? = nil
  ) -> ImageID? {
    while let image = stack.oldest(), owesDemotion || incoming > hotLimit - hotWeight {
      let weight = weights[Int(image.index)]
      if let spared, incoming > 0, weight > coldLimit - weights[Int(spared.index)] {
        // The image that is hit would be pushed out for itself.
        incoming = 0
        continue
      }
      if weight > coldLimit, !pins.contains(image) {
        owesDemotion = false
        didRemove(image)
        return image
      }
      if weight > coldLimit - coldWeight,
        let victim = retireCold(sparing: pins, and: spared)
      {
        if states[Int(victim.index)].kind == .mistaken, victim == current {
          // libCacheSim reads the weight that is wanted from memory that it has freed, where the
          // image is by now that takes the place.
          (incoming, owesDemotion) = (weight, true)
        }
        return victim
      }
      owesDemotion = false
      demote(image)
    }
    return nil
  }

  /// The oldest of the queue leaves, with a place among the gone if it is on the stack.
  ///
  /// If all of it was passed over just now the first of them leaves, or none unless `insisting`.
  mutating func retireCold(
    sparing pins: borrowing PinSet, and spared: ImageID? = nil, insisting: Bool = true
  ) -> ImageID? {
    var firstPassed: ImageID?
    var candidate = lists.oldest(queue: Self.queue)
    while let image = candidate, insisting || image != firstPassed {
      candidate = lists.newer(than: image)
      if pins.contains(image) || image == spared { continue }
      if unseen.passesOver(image) {
        lists.moveToNewest(image, queue: Self.queue)
        firstPassed = firstPassed ?? image
        candidate = candidate ?? image
        continue
      }
      if image == current, incoming > 0 {
        // Pushed out by its own hit, after which it is put on the stack as if it were there.
        coldWeight -= weights[Int(image.index)]
        states[Int(image.index)].kind = .mistaken
        lists.remove(image)
      } else if !unseen.clear(image), states[Int(image.index)].isOnStack {
        coldWeight -= weights[Int(image.index)]
        states[Int(image.index)].kind = .gone
        lists.moveToNewest(image, queue: Self.gone)
      } else {
        forget(image)
      }
      return image
    }
    return nil
  }
}
