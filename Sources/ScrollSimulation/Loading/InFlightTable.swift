import BasicContainers
import ScrollCore

/// The urgency of a load: the highest urgency among the items and the prefetcher that wait for it.
enum LoadPriority: UInt8 {
  case prefetch, soon, visible

  static let count = 3
}

/// The loads that are in flight: queued, downloaded, read or decoded.
///
/// A load passes through some of these stages, in this order: it waits while the viewport is too
/// fast, while the limit of prefetches holds it back, and for the retry time after a failed
/// download; it waits for a connection and is transferred; it waits for the flash channel and is
/// read; it waits for a lane and is decoded; and it waits for the next frame. Each resource serves
/// the highest priority first. Within a priority it serves the load that came first, or last with
/// `isLIFO`. A load whose priority changes moves to the end of the queue of its new priority. If
/// `ranks` is `false`, all loads have the same priority. A request that joins a load may raise the
/// load's priority, unless `raisesJoined` is `false`, and never lowers it.
struct InFlightTable: ~Copyable {
  /// A resource for which loads queue; `held` is the limit of prefetches, and `gate` the wait for a
  /// slower viewport.
  enum Resource: Int8 {
    case network, flash, lanes, held, gate

    static let count = 5

    /// A Boolean value that indicates whether the resource serves loads in the order of requests,
    /// regardless of priority.
    var keepsOrder: Bool { self == .held || self == .gate }
  }

  private(set) var loads = UniqueArray<Load>()
  private var free = UniqueArray<LoadIndex>()
  /// The slots of loads that were removed in this frame; their wait times remain readable until
  /// `reuseSlots()`.
  private var retired = UniqueArray<LoadIndex>()
  /// The first load of each queue, indexed by resource and priority.
  private var heads = RigidArray<LoadIndex>(
    repeating: .none, count: Resource.count * LoadPriority.count)
  /// The last load of each queue, indexed by resource and priority.
  private var tails = RigidArray<LoadIndex>(
    repeating: .none, count: Resource.count * LoadPriority.count)
  private let ranks: Bool, isLIFO: Bool, raisesJoined: Bool
  /// The serial number of the load that was added last.
  private(set) var serials: Int32
  /// The number of loads in the table, and the number of those that have a bitmap.
  private(set) var count = 0, bitmaps = 0

  /// Returns a copy that shares no state.
  func copy() -> InFlightTable {
    InFlightTable(
      loads: loads.clone(), free: free.clone(), retired: retired.clone(), heads: heads.clone(),
      tails: tails.clone(), ranks: ranks, isLIFO: isLIFO, raisesJoined: raisesJoined,
      serials: serials, count: count, bitmaps: bitmaps)
  }
}

extension InFlightTable {
  init(ranks: Bool, isLIFO: Bool, raisesJoined: Bool, after serials: Int32 = 0) {
    self.raisesJoined = raisesJoined
    self.serials = serials
    self.ranks = ranks
    self.isLIFO = isLIFO
  }

  /// Adds a load that has not begun.
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

  /// Puts a load into the queue of a resource.
  mutating func wait(
    _ slot: LoadIndex, for resource: Resource, stage: Load.Stage, at now: ScreenMoment
  ) {
    enter(slot, stage, at: now)
    enqueue(slot, resource)
  }

  /// Moves a load to a stage that has no queue in this table.
  mutating func enter(_ slot: LoadIndex, _ stage: Load.Stage, at now: ScreenMoment) {
    loads[slot].settle(at: now)
    loads[slot].stage = stage
  }

  /// Removes the next load for a resource from its queue and returns it; `nil` if none waits.
  mutating func next(for resource: Resource) -> LoadIndex? {
    guard let slot = first(for: resource) else { return nil }
    unlink(slot)
    return slot
  }

  /// Returns the next load for a resource and leaves it in its queue.
  func first(for resource: Resource) -> LoadIndex? {
    let base = Int(resource.rawValue) * LoadPriority.count
    var priority = LoadPriority.count
    while priority > 0 {
      priority -= 1
      if heads[base + priority] != .none { return heads[base + priority] }
    }
    return nil
  }

  /// Begins to decode a load.
  mutating func decode(_ slot: LoadIndex, into bitmap: BitmapIndex) {
    loads[slot].bitmap = bitmap
    bitmaps += 1
  }

  /// Changes properties of a load that do not affect queues.
  mutating func update(_ slot: LoadIndex, _ change: (inout Load) -> Void) {
    change(&loads[slot])
  }

  /// Counts one more visible item that waits for the load.
  mutating func joinViewer(_ slot: LoadIndex) {
    loads[slot].viewers += 1
    raise(slot, to: .visible)
  }

  /// Sets the priority at which a prefetcher wants the load.
  mutating func joinPrefetcher(_ slot: LoadIndex, as priority: LoadPriority) {
    loads[slot].prefetcher = priority
    raise(slot, to: priority)
  }

  /// Changes the priority at which the prefetcher wants the load.
  mutating func changePrefetcher(of slot: LoadIndex, to priority: LoadPriority) {
    loads[slot].prefetcher = priority
    if loads[slot].viewers == 0 { move(slot, to: priority) }
  }

  /// Counts one visible item less that waits for the load.
  ///
  /// - Returns: `true` if neither an item nor the prefetcher waits for the load any more.
  mutating func withdrawViewer(_ slot: LoadIndex) -> Bool {
    loads[slot].viewers -= 1
    guard loads[slot].viewers == 0 else { return false }
    guard let prefetcher = loads[slot].prefetcher else { return true }
    move(slot, to: prefetcher)
    return false
  }

  /// Removes the prefetcher's request.
  ///
  /// - Returns: `true` if neither an item nor the prefetcher waits for the load any more.
  mutating func withdrawPrefetcher(_ slot: LoadIndex) -> Bool {
    loads[slot].prefetcher = nil
    return loads[slot].viewers == 0
  }

  /// Removes a load, queued or not, but keeps its serial number and wait times until
  /// `reuseSlots()`.
  mutating func remove(_ slot: LoadIndex, at now: ScreenMoment) {
    unlink(slot)
    enter(slot, .free, at: now)
    retired.append(slot)
    count -= 1
    if loads[slot].bitmap != .none { bitmaps -= 1 }
  }

  /// Frees the slots of removed loads, after the reports on their wait times.
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

  /// Removes a load from its queue, if it is in one.
  mutating func unlink(_ slot: LoadIndex) {
    let queue = Int(loads[slot].queue)
    guard queue >= 0 else { return }
    let (previous, next) = (loads[slot].previous, loads[slot].next)
    if previous != .none { loads[previous].next = next } else { heads[queue] = next }
    if next != .none { loads[next].previous = previous } else { tails[queue] = previous }
    loads[slot].queue = -1
  }
}
