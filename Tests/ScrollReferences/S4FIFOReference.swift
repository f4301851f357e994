import ScrollCaching
import ScrollCore

/// `s4fifo` and `clock2q-plus`: the queues of `s3fifo`, where hits just after an insertion do not
/// count.
///
/// The images that entered small are in a list, in order. A hit in small counts if the entries of
/// that list after the image weigh at least the window: their cost, or their number. A ghost that
/// returns adds 1 to its number of returns; with `ghostHits` of them it enters main, with fewer it
/// enters small. An image that comes back and is no ghost has none.
///
/// Weights are truncated shares of the capacity, except that small's weight is at least the image
/// that enters it, and main has the rest. `s4fifo` truncates the window, too; a window of
/// `clock2q-plus` is exact. All else is as in `S3FIFOReference`.
struct S4FIFOReference: EvictionPolicy {
  private struct Entry {
    var image: ImageID, cost: Int
  }

  private var small: [ImageID] = [], main: [ImageID] = [], ghosts: [ImageID] = []
  private var entries: [Entry] = []
  private var cost: [ImageID: Int] = [:], hits: [ImageID: Int] = [:], returns: [ImageID: Int] = [:]
  private var capacity: Int
  private var offered = 0
  private var fillsMain: Bool
  private var entersMain = false
  private var unseen: UnseenImages

  private let refuses: Bool
  private let smallPart: Double, ghostPart: Double, windowPart: Double
  private let truncatesWindow: Bool, countsCost: Bool
  private let promotesAt: Int, returnsAt: Int, roundsInMain: Int

  private init(_ setup: PolicySetup, isClock2QPlus: Bool) {
    let settings = setup.settings
    capacity = setup.limits.capacity
    fillsMain = settings["coldStart"] == "main"
    refuses = settings["refusesLarge"] == "true"
    unseen = UnseenImages(settings)
    smallPart = isClock2QPlus ? 0.1 : settings.number("smallShare")
    ghostPart = isClock2QPlus ? 0.9 : settings.number("ghostShare")
    windowPart = settings.number(isClock2QPlus ? "windowShare" : "skipShare")
    truncatesWindow = !isClock2QPlus
    countsCost = !isClock2QPlus || settings["countedIn"] == "cost"
    promotesAt = isClock2QPlus ? 1 : settings.integer("promotesAtFrequency")
    returnsAt = isClock2QPlus ? 1 : settings.integer("ghostHits")
    roundsInMain = isClock2QPlus ? 1 : 3
  }

  static let descriptor = PolicyDescriptor.reference(of: "s4fifo") {
    S4FIFOReference($0, isClock2QPlus: false)
  }

  static let clock2QPlus = PolicyDescriptor.reference(of: "clock2q-plus") {
    S4FIFOReference($0, isClock2QPlus: true)
  }

  private var smallWeight: Int { capacity.part(smallPart) }
  private var ghostWeight: Int { capacity.part(ghostPart) }
  private func weight(_ queue: [ImageID]) -> Int {
    queue.reduce(0) { $0 + cost[$1, default: 0] }
  }

  private mutating func enterSmall(_ image: ImageID) {
    entries.append(Entry(image: image, cost: cost[image, default: 0]))
  }

  private func isInWindow(_ image: ImageID) -> Bool {
    let place = entries.lastIndex { $0.image == image } ?? 0
    let later = entries[(place + 1)...]
    let distance = countsCost ? later.reduce(0) { $0 + $1.cost } : later.count
    let window = Double(smallWeight) * windowPart
    return Double(distance) < (truncatesWindow ? Double(Int(window)) : window)
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    if unseen.unmark(image) {
      if small.contains(image) {
        enterSmall(image)
        small.makeNewest(image)
      } else {
        main.makeNewest(image)
      }
    } else if main.contains(image) || !isInWindow(image) {
      hits[image, default: 0] += 1
    }
  }

  mutating func willStore(_ request: Request) {
    if ghosts.contains(request.image) {
      returns[request.image, default: 0] += 1
    } else {
      returns[request.image] = nil
    }
    entersMain = returns[request.image, default: 0] >= returnsAt
    ghosts.remove(request.image)
    offered = entersMain ? 0 : request.cost
  }

  mutating func shouldStore(_ request: Request) -> Bool {
    !refuses || request.cost <= smallWeight
  }
  mutating func shouldInsert(_ request: Request) -> Bool {
    !refuses || entersMain || request.cost < smallWeight
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    cost[request.image] = request.cost
    hits[request.image] = 0
    if entersMain || fillsMain && weight(small) >= max(smallWeight, offered) {
      main.append(request.image)
    } else {
      small.append(request.image)
      enterSmall(request.image)
    }
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    small.remove(image)
    main.remove(image)
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    offered = 0
    trimGhosts(to: ghostWeight)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    fillsMain = false
    let mainWeight = capacity - max(smallWeight, offered)
    if weight(main) > mainWeight || weight(small) == 0, let victim = victimOfMain(sparing: pins) {
      return victim
    }
    if let victim = victimOfSmall(sparing: pins) { return victim }
    if let victim = victimOfMain(sparing: pins) { return victim }
    // Every image in small has used its grace.
    return victimOfSmall(sparing: pins)
  }

  private mutating func victimOfMain(sparing pins: borrowing PinSet) -> ImageID? {
    while let front = main.unpinned(pins).first {
      let count = min(hits[front, default: 0], roundsInMain)
      if count == 0, !unseen.useGrace(of: front) {
        didRemove(front)
        return front
      }
      hits[front] = max(0, count - 1)
      main.makeNewest(front)
    }
    return nil
  }

  /// Returns a victim of small after looking at each image once.
  private mutating func victimOfSmall(sparing pins: borrowing PinSet) -> ImageID? {
    for front in small.unpinned(pins) {
      if hits[front, default: 0] >= promotesAt {
        small.remove(front)
        main.append(front)
        hits[front] = 0
      } else if unseen.useGrace(of: front) {
        small.makeNewest(front)
      } else {
        becomeGhost(front)
        return front
      }
    }
    return nil
  }

  private mutating func becomeGhost(_ image: ImageID) {
    let leavesGhost = !unseen.isMarked(image)
    didRemove(image)
    let size = cost[image, default: 0]
    guard leavesGhost, size <= ghostWeight else { return }
    trimGhosts(to: ghostWeight - size)
    ghosts.append(image)
  }

  private mutating func trimGhosts(to limit: Int) {
    while weight(ghosts) > limit, !ghosts.isEmpty { ghosts.removeFirst() }
  }
}
