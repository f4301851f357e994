import BasicContainers
import ScrollCore

/// How urgent a load is: the maximum over those who wait for it.
enum LoadPriority: UInt8 {
  case prefetch, soon, visible

  static let count = 3
}

/// What is being downloaded, read or decoded, and what waits for its turn.
///
/// A load goes through some of these: it is deferred while the viewport is too fast, is held back
/// by the prefetcher's limit, backs off after a failure, waits for a connection, is transferred, waits for the flash channel, is
/// read, waits for a lane, is decoded, and waits for the next frame. Each resource serves the
/// highest priority first and within one the load that came first, or last with `isLIFO`; a
/// load whose priority changes goes to the end of its new class. Without `ranks` there is one
/// class. A join may raise the priority, unless `raisesJoined` is false, and never lowers it.
struct InFlightTable: ~Copyable {
  /// What serves loads one after the other, each with its queues.
  enum Resource: Int8 {
    case network, flash, lanes, held, gate

    static let count = 5

    /// Whether it serves loads in the order in which they were asked for, whatever their priority.
    var keepsOrder: Bool { self == .held || self == .gate }
  }

  private(set) var loads = UniqueArray<Load>()
  private var free = UniqueArray<LoadIndex>()
  /// Slots that were left in this frame: what their loads have waited for may still be asked.
  private var retired = UniqueArray<LoadIndex>()
  /// First and last load per queue: resource by resource, by priority.
  private var heads = RigidArray<LoadIndex>(
    repeating: .none, count: Resource.count * LoadPriority.count)
  private var tails = RigidArray<LoadIndex>(
    repeating: .none, count: Resource.count * LoadPriority.count)
  private let ranks: Bool, isLIFO: Bool, raisesJoined: Bool
  /// The serial number that was given last.
  private(set) var serials: Int32
  /// Loads in the table, and those of them that have a bitmap.
  private(set) var count = 0, bitmaps = 0

  init(ranks: Bool, isLIFO: Bool, raisesJoined: Bool, after serials: Int32 = 0) {
    self.raisesJoined = raisesJoined
    self.serials = serials
    self.ranks = ranks
    self.isLIFO = isLIFO
  }

  /// Adds a load that is nowhere yet.
  mutating func add(_ load: Load) -> LoadIndex {
    var load = load
    serials += 1
    load.serial = serials
    count += 1
    guard let slot = free.popLast() else {
      loads.append(load)
      return LoadIndex(loads.count - 1)
    }
    loads[slot] = load
    return slot
  }

  /// A load waits for a resource from now on.
  mutating func wait(
    _ slot: LoadIndex, for resource: Resource, stage: Load.Stage, at now: ScreenMoment
  ) {
    enter(slot, stage, at: now)
    enqueue(slot, resource)
  }

  /// A load is served, or waits for nothing that has a queue.
  mutating func enter(_ slot: LoadIndex, _ stage: Load.Stage, at now: ScreenMoment) {
    loads[slot].settle(at: now)
    loads[slot].stage = stage
  }

  /// The next load for a resource, taken out of its queue; nil if none waits.
  mutating func next(for resource: Resource) -> LoadIndex? {
    guard let slot = first(for: resource) else { return nil }
    unlink(slot)
    return slot
  }

  /// The next load for a resource, left in its queue.
  func first(for resource: Resource) -> LoadIndex? {
    let base = Int(resource.rawValue) * LoadPriority.count
    for priority in stride(from: LoadPriority.count - 1, through: 0, by: -1)
    where heads[base + priority] != .none {
      return heads[base + priority]
    }
    return nil
  }

  /// A load is decoded from now on.
  mutating func decode(_ slot: LoadIndex, into bitmap: BitmapIndex) {
    loads[slot].bitmap = bitmap
    bitmaps += 1
  }

  /// Changes something about a load that has nothing to do with queues.
  mutating func update(_ slot: LoadIndex, _ change: (inout Load) -> Void) {
    change(&loads[slot])
  }

  /// An appearance waits for the load, too.
  mutating func joinViewer(_ slot: LoadIndex) {
    loads[slot].viewers += 1
    raise(slot, to: .visible)
  }

  /// A prefetcher wants the load, too, this urgently.
  mutating func joinPrefetcher(_ slot: LoadIndex, as priority: LoadPriority) {
    loads[slot].prefetcher = priority
    raise(slot, to: priority)
  }

  /// The prefetcher that wants the load thinks otherwise of it.
  mutating func changePrefetcher(of slot: LoadIndex, to priority: LoadPriority) {
    loads[slot].prefetcher = priority
    if loads[slot].viewers == 0 { move(slot, to: priority) }
  }

  /// An appearance no longer waits; true if nothing does.
  mutating func withdrawViewer(_ slot: LoadIndex) -> Bool {
    loads[slot].viewers -= 1
    guard loads[slot].viewers == 0 else { return false }
    guard let prefetcher = loads[slot].prefetcher else { return true }
    move(slot, to: prefetcher)
    return false
  }

  /// The prefetcher no longer wants it; true if nothing does.
  mutating func withdrawPrefetcher(_ slot: LoadIndex) -> Bool {
    loads[slot].prefetcher = nil
    return loads[slot].viewers == 0
  }

  /// Forgets a load, queued or not, but for its serial number and what it has waited for.
  mutating func remove(_ slot: LoadIndex, at now: ScreenMoment) {
    unlink(slot)
    enter(slot, .free, at: now)
    retired.append(slot)
    count -= 1
    if loads[slot].bitmap != .none { bitmaps -= 1 }
  }

  /// Forgets the removed loads altogether: what waited for them has been answered.
  mutating func reuseSlots() {
    while let slot = retired.popLast() { free.append(slot) }
  }

  private mutating func raise(_ slot: LoadIndex, to priority: LoadPriority) {
    if raisesJoined, priority.rawValue > loads[slot].priority.rawValue { move(slot, to: priority) }
  }

  private mutating func move(_ slot: LoadIndex, to priority: LoadPriority) {
    guard loads[slot].priority != priority else { return }
    let queue = loads[slot].queue
    loads[slot].priority = priority
    guard ranks, queue >= 0,
      let resource = Resource(rawValue: queue / Int8(LoadPriority.count)), !resource.keepsOrder
    else { return }
    unlink(slot)
    enqueue(slot, resource)
  }

  private mutating func enqueue(_ slot: LoadIndex, _ resource: Resource) {
    let rank = ranks && !resource.keepsOrder ? Int8(loads[slot].priority.rawValue) : 0
    let queue = resource.rawValue * Int8(LoadPriority.count) + rank
    loads[slot].queue = queue
    if isLIFO, !resource.keepsOrder {
      let head = heads[Int(queue)]
      loads[slot].previous = .none
      loads[slot].next = head
      if head != .none { loads[head].previous = slot } else { tails[Int(queue)] = slot }
      heads[Int(queue)] = slot
    } else {
      let tail = tails[Int(queue)]
      loads[slot].previous = tail
      loads[slot].next = .none
      if tail != .none { loads[tail].next = slot } else { heads[Int(queue)] = slot }
      tails[Int(queue)] = slot
    }
  }

  /// Takes a load out of its queue, if it is in one.
  mutating func unlink(_ slot: LoadIndex) {
    let load = loads[slot]
    guard load.queue >= 0 else { return }
    if load.previous != .none {
      loads[load.previous].next = load.next
    } else {
      heads[Int(load.queue)] = load.next
    }
    if load.next != .none {
      loads[load.next].previous = load.previous
    } else {
      tails[Int(load.queue)] = load.previous
    }
    loads[slot].queue = -1
  }
}
