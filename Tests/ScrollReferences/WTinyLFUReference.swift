import ScrollCaching
import ScrollCore

/// `w-tinylfu` by the rule of libCacheSim or of Caffeine, in arrays of images.
///
/// libCacheSim: the window (C / 100, or the image that enters it if that is larger, which
/// `refusesLarge` refuses instead) grows until the cache is full. For room its
/// front is counted, its estimate being that before, and goes to main (the rest; a fifth on
/// probation, four fifths protected) if that has room, else meets main's front; the winner is
/// in main, in the first segment with room. Where there is none, more of main's fronts leave
/// until all of main has room. That ends when a front of the window leaves, or with main's front
/// when the window is empty. Stores and hits in main count. A hit in main protects; what is too
/// much goes back to probation, and then what is too much there leaves.
///
/// Caffeine: all requests count. What the window has no room for goes to the end of
/// probation, and meets the front of main if anything must leave.
struct WTinyLFUReference: EvictionPolicy {
  private var window: [ImageID] = [], probation: [ImageID] = [], protected: [ImageID] = []
  private var pending: [ImageID] = []
  private var cost: [ImageID: Int] = [:]
  private let isCaffeine: Bool, climbs: Bool, countsBytes: Bool, refuses: Bool
  private var filter: SketchReference
  private var sample: SampleReference
  private var capacity: Int
  private var newcomer = 0
  /// The growth of the window by the climber.
  private var growth = 0
  private var mainHits = 0, hitsToHalve = Int.max
  private var cools = false, wasFull = false
  private var climber: ClimberReference?
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    isCaffeine = setup.settings["sketch"] == "caffeine"
    climbs = isCaffeine && setup.settings["climber"] == "hill"
    countsBytes = setup.settings.flag("sketchByBytes")
    refuses = setup.settings.flag("refusesLarge")
    capacity = setup.limits.capacity
    filter = SketchReference(keys: setup.keys, kind: isCaffeine ? .fourBits : .tenPlaces)
    sample = SampleReference(setup)
    unseen = UnseenImages(setup.settings)
    if let items = sample.items { prepare(items) }
  }

  static let descriptor = PolicyDescriptor.reference(of: "w-tinylfu") { WTinyLFUReference($0) }

  private var windowShare: Int {
    let share = Int(Double(capacity) * 0.01)
    return isCaffeine ? max(1, share) : share
  }
  private var windowLimit: Int { windowShare + growth }
  private var mainLimit: Int { max(0, capacity - windowShare) }
  private var probationLimit: Int { mainLimit / 5 }
  private var protectedLimit: Int {
    isCaffeine
      ? Int(Double(mainLimit) * 0.8) - growth : Int(4 * (mainLimit / 5) + 4 * (mainLimit % 5) / 5)
  }
  private func weight(_ queue: [ImageID]) -> Int {
    queue.reduce(0) { $0 + cost[$1, default: 0] }
  }

  private mutating func prepare(_ items: Int) {
    guard !filter.isPrepared else { return }
    if isCaffeine { return filter.prepare(items) }
    let size = countsBytes ? mainLimit : min(items, mainLimit)
    filter.prepare(size)
    hitsToHalve = size > .max / 32 ? .max : max(1, 32 * size)
  }

  private mutating func request(_ request: Request) {
    if sample.items == nil {
      sample.add(request.cost, capacity)
      if let items = sample.items { prepare(items) }
    }
    if isCaffeine { filter.count(request.image) }
  }

  mutating func didMiss(_ request: Request) {
    self.request(request)
    climb(false)
  }

  mutating func didHit(_ request: Request) {
    self.request(request)
    let image = request.image
    let wasUnseen = unseen.unmark(image)
    if wasUnseen, !isCaffeine { filter.count(image) }
    if window.contains(image) {
      window.makeNewest(image)
    } else if wasUnseen {
      if probation.contains(image) { probation.makeNewest(image) }
      if protected.contains(image) { protected.makeNewest(image) }
    } else {
      let climbs = probation.contains(image)
      probation.remove(image)
      protected.makeNewest(image)
      if climbs { demote() }
      if !isCaffeine {
        filter.count(image)
        mainHits += 1
        if mainHits >= hitsToHalve {
          mainHits = 0
          filter.halve()
        }
      }
    }
    climb(true)
  }

  private mutating func demote() {
    while weight(protected) > protectedLimit {
      probation.append(protected.removeFirst())
      cools = !isCaffeine
    }
  }

  mutating func willStore(_ request: Request) { newcomer = request.cost }

  mutating func shouldStore(_ request: Request) -> Bool {
    if request.cost <= windowLimit { return true }
    guard isCaffeine else { return !refuses }
    newcomer = 0
    let all = window + probation + protected
    let kept = weight(all.filter { $0 != request.image })
    guard request.cost > capacity - kept, let front = (probation + protected).first else {
      return true
    }
    return filter.estimate(request.image) > filter.estimate(front)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    wasFull = true
    if pending.isEmpty {
      if isCaffeine { duel(pins) } else { evict(pins) }
    }
    return handOut()
  }

  private mutating func handOut() -> ImageID? {
    guard !pending.isEmpty else { return nil }
    return pending.removeFirst()
  }

  private mutating func leave(_ image: ImageID) {
    didRemove(image)
    pending.append(image)
  }

  private mutating func evict(_ pins: borrowing PinSet) {
    while let front = front(of: \.window, pins) {
      let estimate = filter.estimate(front)
      if !unseen.isMarked(front) { filter.count(front) }
      let size = cost[front, default: 0]
      func mainHasRoom() -> Bool {
        weight(probation) + weight(protected) + size + max(windowShare, newcomer) <= capacity
      }
      if !mainHasRoom() {
        guard let other = frontOfMain(pins), estimate > filter.estimate(other) else {
          return leave(front)
        }
        leave(other)
      }
      window.remove(front)
      if weight(probation) + size <= probationLimit {
        probation.append(front)
      } else if weight(protected) + size <= protectedLimit {
        protected.append(front)
      } else {
        while !mainHasRoom(), let next = frontOfMain(pins) { leave(next) }
        probation.append(front)
      }
    }
    if let front = frontOfMain(pins) { leave(front) }
  }

  private mutating func duel(_ pins: borrowing PinSet) {
    if weight(window) > windowLimit - newcomer, let candidate = front(of: \.window, pins) {
      window.remove(candidate)
      probation.append(candidate)
      let other = frontOfMain(pins) ?? candidate
      leave(filter.estimate(candidate) > filter.estimate(other) ? other : candidate)
    } else if let victim = frontOfMain(pins) ?? front(of: \.window, pins) {
      leave(victim)
    }
  }

  private mutating func frontOfMain(_ pins: borrowing PinSet) -> ImageID? {
    front(of: \.probation, pins) ?? front(of: \.protected, pins)
  }

  private mutating func front(
    of queue: WritableKeyPath<Self, [ImageID]>, _ pins: borrowing PinSet
  ) -> ImageID? {
    while let front = self[keyPath: queue].unpinned(pins).first {
      guard unseen.useGrace(of: front) else { return front }
      self[keyPath: queue].makeNewest(front)
    }
    return nil
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    cost[image] = request.cost
    newcomer = 0
    unseen.insert(image, as: admission)
    if !unseen.isMarked(image), !isCaffeine || admission == .prefetched { filter.count(image) }
    guard isCaffeine else { return window.append(image) }
    if request.cost > windowLimit { probation.append(image) } else { window.append(image) }
    while weight(window) > windowLimit { probation.append(window.removeFirst()) }
  }

  mutating func didRemove(_ image: ImageID) {
    window.remove(image)
    probation.remove(image)
    protected.remove(image)
    unseen.unmark(image)
  }

  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    if let image = handOut() { return image }
    if cools, weight(probation) > probationLimit, let victim = front(of: \.probation, pins) {
      didRemove(victim)
      return victim
    }
    cools = false
    return nil
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    (newcomer, growth, wasFull, climber) = (0, 0, false, nil)
    if isCaffeine { demote() }
  }

  private mutating func climb(_ isHit: Bool) {
    guard climbs, wasFull, let items = sample.items else { return }
    var climber = climber ?? ClimberReference(capacity: capacity, items: items)
    let change = climber.request(isHit)
    self.climber = climber
    if change > 0 {
      let share = min(change, protectedLimit)
      growth += share
      demote()
      var moved = 0
      while moved < share, let front = probation.first,
        weight(window) + cost[front, default: 0] <= windowLimit
      {
        moved += cost[front, default: 0]
        window.append(probation.removeFirst())
      }
    } else if change < 0 {
      growth = max(0, growth + change)
      while weight(window) > windowLimit { probation.insert(window.removeFirst(), at: 0) }
    }
  }
}
