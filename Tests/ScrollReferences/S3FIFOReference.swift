package import ScrollCaching
import ScrollCore

/// `s3fifo`: a small queue for new images, main for images that were used again or came back.
///
/// Shares of the capacity C: small Int(0.1 C), main the rest, ghosts Int(0.9 C), by cost. An image
/// that was a ghost enters main, every other one small, with no hits. One that is larger than
/// small's share enters it even so: small's share is the image's cost then, until the next one is
/// offered, and main's share is the rest.
///
/// `refusesLarge=true`: an image is refused if it is larger than small's share, and, after room was
/// made, if it is just as large and no ghost.
///
/// When room is needed and main is over its share or small weighs nothing: the front of main with a
/// hit goes to its end with min(hits, 3) - 1 of them, without one it leaves. Else the front of
/// small with `promotesAtFrequency` hits goes to the end of main without hits, with fewer it leaves
/// and is a ghost. If a queue has no victim, the other queue provides it.
///
/// `coldStart=main`: until room is needed for the first time, an image that finds small full enters
/// main. An unseen image at the front goes to the end of its queue once, and leaves no ghost; its
/// first view makes it the newest of its queue. The oldest ghosts go when they are too many or the
/// capacity changes.
///
/// `ghosts=none`: there are no ghosts.
struct S3FIFOReference: EvictionPolicy {
  private let bug: S3FIFOBug?
  private var small: [ImageID] = [], main: [ImageID] = [], ghosts: [ImageID] = []
  private var cost: [ImageID: Int] = [:], hits: [ImageID: Int] = [:]
  private var capacity: Int
  private let promotesAtFrequency: Int
  private let refuses: Bool
  private let hasGhosts: Bool
  /// The cost of the image that small must have room for.
  private var offered = 0
  private var fillsMain: Bool
  private var wasGhost = false
  /// The bytes by which bugs make the sums of ghosts and main too large.
  private var ghostLeak = 0, mainDrift = 0
  private var unseen: UnseenImages

  init(_ setup: PolicySetup, bug: S3FIFOBug? = nil) {
    self.bug = bug
    capacity = setup.limits.capacity
    promotesAtFrequency =
      setup.settings.integer("promotesAtFrequency") + (bug == .promotesAboveThreshold ? 1 : 0)
    fillsMain = setup.settings["coldStart"] == "main"
    refuses = setup.settings["refusesLarge"] == "true"
    hasGhosts = setup.settings["ghosts"] != "none"
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "s3fifo") { S3FIFOReference($0) }

  private var smallShare: Int { max(tenth, offered) }
  private var tenth: Int {
    let tenth = Double(capacity) * 0.1
    return Int(bug == .sharesRoundUp ? tenth.rounded(.up) : tenth)
  }
  private var mainShare: Int { bug == .mainShareForgetsSmall ? capacity : capacity - smallShare }
  private var ghostShare: Int { Int(Double(capacity) * 0.9) }
  private func weight(_ queue: [ImageID]) -> Int {
    queue.reduce(0) { $0 + cost[$1, default: 0] }
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    if !unseen.unmark(image) {
      hits[image, default: 0] += 1
    } else if small.contains(image) {
      small.makeNewest(image)
    } else {
      main.makeNewest(image)
    }
  }

  mutating func willStore(_ request: Request) {
    wasGhost = ghosts.contains(request.image)
    if wasGhost, bug == .ghostBytesLeak { ghostLeak += cost[request.image, default: 0] }
    if bug != .ghostNotConsumed { ghosts.remove(request.image) }
    offered = wasGhost || bug == .smallHoldsNone ? 0 : request.cost
  }

  mutating func shouldStore(_ request: Request) -> Bool { !refuses || request.cost <= tenth }
  mutating func shouldInsert(_ request: Request) -> Bool {
    !refuses || wasGhost || request.cost < tenth || bug == .storesTheTenth
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let returns = wasGhost && bug != .ghostsGoToSmall
    if returns || fillsMain && weight(small) >= smallShare {
      main.append(request.image)
    } else {
      small.append(request.image)
    }
    cost[request.image] = request.cost
    if bug != .counterNotReset { hits[request.image] = 0 }
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    if bug == .mainBytesDrift, main.contains(image) { mainDrift += cost[image, default: 0] }
    switch bug {
    case .forgetsToForget: break
    case .ghostOfPurged where small.contains(image): becomeGhost(image)
    default: forget(image)
    }
  }

  private mutating func forget(_ image: ImageID) {
    small.remove(image)
    main.remove(image)
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    if bug != .ignoresCapacity { self.capacity = capacity }
    offered = 0
    trimGhosts(to: ghostShare)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    fillsMain = false
    if weight(main) + mainDrift > mainShare || weight(small) == 0,
      let victim = victimOfMain(sparing: pins)
    {
      return victim
    }
    if let victim = victimOfSmall(sparing: pins) { return victim }
    if let victim = victimOfMain(sparing: pins) { return victim }
    // Every image in small has used its grace.
    return victimOfSmall(sparing: pins)
  }

  private mutating func victimOfMain(sparing pins: borrowing PinSet) -> ImageID? {
    while let front = main.unpinned(pins).first {
      let count = hits[front, default: 0]
      if count == 0, !unseen.useGrace(of: front) {
        if bug == .mainLeavesGhosts { becomeGhost(front) } else { forget(front) }
        return front
      }
      hits[front] = max(0, min(count, 3) - 1)
      main.makeNewest(front)
    }
    return nil
  }

  /// Returns a victim of small after looking at each image once.
  private mutating func victimOfSmall(sparing pins: borrowing PinSet) -> ImageID? {
    for front in small.unpinned(pins) {
      if hits[front, default: 0] >= promotesAtFrequency {
        small.remove(front)
        main.append(front)
        if bug != .promotionKeepsCount { hits[front] = 0 }
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
    let leavesGhost = hasGhosts && !unseen.isMarked(image)
    forget(image)
    let size = cost[image, default: 0]
    guard leavesGhost, size <= ghostShare else { return }
    trimGhosts(to: ghostShare - size)
    ghosts.append(image)
  }

  private mutating func trimGhosts(to limit: Int) {
    let most = bug == .ghostsOffByOne ? max(0, limit - 1) : limit
    while weight(ghosts) + ghostLeak > most, !ghosts.isEmpty { ghosts.removeFirst() }
  }
}

package enum S3FIFOBug: PlantedBug {
  case promotesAboveThreshold, ghostNotConsumed, ghostsGoToSmall, sharesRoundUp
  case ghostsOffByOne, mainLeavesGhosts, storesTheTenth, promotionKeepsCount
  case forgetsToForget, mainShareForgetsSmall, ghostOfPurged, smallHoldsNone
  case ghostBytesLeak, counterNotReset, ignoresCapacity, mainBytesDrift

  package var descriptor: PolicyDescriptor {
    .reference(of: "s3fifo") { S3FIFOReference($0, bug: self) }
  }
}
