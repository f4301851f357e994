import BasicContainers
import ScrollCore

/// The two lists of residents.
extension CacheusPolicy {
  /// How the lists share the room C.
  public enum Lists: String, Sendable, CaseIterable {
    /// Either has half, rounded down, as in that simulator.
    ///
    /// - A hit in reused makes the image its newest; a hit in new moves it to the newest of
    ///   reused. Room in reused is made by moving its oldest to the newest of new.
    /// - An image stored enters new; whatever new then has too much leaves from its oldest, even
    ///   if the cache has room, and into no history of an expert.
    /// - All that leave are remembered, for less than C. Stored again, they enter reused, with
    ///   one use more than they left with.
    ///
    /// That simulator means to move the boundary as well, but forgets the marks by which it
    /// would. It draws the first rate from 0.001...1 and then never changes it, because it
    /// divides whole numbers; nor does it limit weights. So its misses on one published trace,
    /// in 8 000 items, fall into two groups 8 % apart. Here the first rate is 0.1 and is adapted,
    /// which gives nearly the published misses.
    case libcachesim

    /// The boundary moves, as the authors of the paper programmed it.
    ///
    /// New is to have n = max(1, C / 100, rounded), reused the rest, r. The rate at first is the
    /// square root of 2 ln 2 / C.
    ///
    /// - A hit in reused makes the image its newest. A hit in new moves it to reused, whose
    ///   oldest are *demoted* for it to the newest of new. If it had been demoted itself, r first
    ///   grows, at the cost of n, by max(1, s / d, rounded) images: d of new were demoted, and s
    ///   of the first expert's history are strangers.
    /// - An image stored enters reused while that has room and new is empty, else new. There it
    ///   is a *stranger* if something left for it or new has no room for it.
    /// - One found in a history enters reused, with the uses that it left with. If it was a
    ///   stranger of the first expert's history, n grows by max(1, d / s, rounded) images.
    /// - After strangers and returns, the oldest of reused are demoted until it has room.
    case authors
  }

  /// Divides the capacity between the lists.
  mutating func divide() {
    switch lists {
    case .libcachesim: (newTarget, reusedTarget) = (capacity / 2, capacity / 2)
    case .authors:
      newTarget = max(1, Int((Double(capacity) * 0.01).rounded()))
      reusedTarget = max(capacity - newTarget, 0)
    }
  }

  /// A target that grows by a rounded quotient of images, each of a cost.
  func shifted(_ target: Int, by count: Int, over other: Int, _ cost: Int) -> Int {
    let images = max(1, Int((Double(count) / Double(max(other, 1))).rounded()))
    let (step, isTooMuch) = images.multipliedReportingOverflow(by: cost)
    let most = max(capacity - 1, 0)
    return isTooMuch || step > most - target ? most : target + step
  }

  /// Makes a hit image the newest of the reused.
  mutating func promote(_ image: ImageID) {
    if queues.queue(of: image) == Self.new {
      if lists == .authors, marks.isDemoted(image) {
        reusedTarget = shifted(
          reusedTarget, by: marks.strangers, over: marks.demoted, queues.cost(of: image))
        newTarget = capacity - reusedTarget
      }
      marks.pardon(image)
      demote(to: reusedTarget - queues.cost(of: image))
    }
    queues.moveToNewest(image, queue: Self.reused)
  }

  /// Moves the oldest of the reused to new until no more than `limit` is left.
  mutating func demote(to limit: Int) {
    while queues.cost(ofQueue: Self.reused) > limit,
      let oldest = queues.oldest(queue: Self.reused)
    {
      queues.moveToNewest(oldest, queue: Self.new)
      marks.demote(oldest)
    }
  }

  /// Where libCacheSim puts a stored image.
  mutating func enterHalf(_ request: Request) {
    let image = request.image
    if queues.queue(of: image) == Self.past {
      queues.remove(image)
      uses[Int(image.index)] += 1
      demote(to: reusedTarget - request.cost)
      queues.append(image, cost: request.cost, queue: Self.reused)
    } else {
      uses[Int(image.index)] = 1
      queues.append(image, cost: request.cost, queue: Self.new)
    }
    newcomer = image
    isSettling = true
  }

  /// Where the authors put it.
  mutating func enterShare(_ request: Request) {
    let image = request.image
    let fits = queues.cost(ofQueue: Self.reused) + request.cost <= reusedTarget
    let isCrowded = wasFull || queues.cost(ofQueue: Self.new) + request.cost > newTarget
    let entersReused = isBack || (fits && queues.oldest(queue: Self.new) == nil)
    if !isBack { uses[Int(image.index)] = 1 }
    marks.introduce(image, asStranger: !entersReused && isCrowded)
    queues.append(image, cost: request.cost, queue: entersReused ? Self.reused : Self.new)
    if isBack || marks.isStranger(image) { demote(to: reusedTarget - 1) }
    isBack = false
  }
}
