import BasicContainers
import ScrollCore

/// How urgent a load is: the maximum over those who wait for it.
enum LoadPriority: UInt8 {
  case prefetch, visible

  static let count = 2
}

/// What is being read or decoded, and what waits for its turn.
///
/// A load waits for the flash channel, is read, waits for a lane, is decoded, and waits for
/// the next frame. Each resource serves the highest priority first and within one the load
/// that came first; a load whose priority changes goes to the end of its new class. Whoever
/// joins may raise the priority, never lower it.
struct InFlightTable: ~Copyable {
  enum Stage: UInt8 {
    case free, queuedForFlash, reading, queuedForLane, decoding, finished
  }

  struct Load {
    var image: ImageID
    /// Who started it: an item's appearance and its cell; -1 for a prefetch.
    var item: Int32, appearance: Int32, cell: Int32
    var stage: Stage
    var priority: LoadPriority
    /// Appearances that wait for it.
    var viewers: Int32
    var hasPrefetcher: Bool
    /// The bitmap being decoded or delivered; -1 before.
    var bitmap: Int32
    /// The cached encoded bytes that are decoded; -1 for bytes that were read.
    var source: Int32
    var previous: Int32, next: Int32
  }

  private(set) var loads = UniqueArray<Load>()
  private var free = UniqueArray<Int32>()
  /// First and last load per queue: flash by priority, then lanes by priority.
  private var heads = RigidArray<Int32>(repeating: -1, count: 2 * LoadPriority.count)
  private var tails = RigidArray<Int32>(repeating: -1, count: 2 * LoadPriority.count)

  /// Adds a load that waits for flash, or for a lane; `item` is -1 for a prefetch.
  mutating func start(
    _ image: ImageID, item: Int32, appearance: Int32, cell: Int32, stage: Stage, source: Int32
  ) -> Int32 {
    let isPrefetch = item < 0
    let load = Load(
      image: image, item: item, appearance: appearance, cell: cell, stage: stage,
      priority: isPrefetch ? .prefetch : .visible, viewers: isPrefetch ? 0 : 1,
      hasPrefetcher: isPrefetch, bitmap: -1, source: source, previous: -1, next: -1)
    var slot = Int32(loads.count)
    if let reused = free.popLast() {
      slot = reused
      loads[Int(slot)] = load
    } else {
      loads.append(load)
    }
    enqueue(slot)
    return slot
  }

  /// The next load for the flash channel, now reading; nil if none waits.
  mutating func nextToRead() -> Int32? { dequeue(lanes: false, into: .reading) }

  /// The next load for a lane, now decoding; nil if none waits.
  mutating func nextToDecode() -> Int32? { dequeue(lanes: true, into: .decoding) }

  /// A load has been read and waits for a lane.
  mutating func didRead(_ slot: Int32) {
    loads[Int(slot)].stage = .queuedForLane
    enqueue(slot)
  }

  mutating func didFinish(_ slot: Int32) { loads[Int(slot)].stage = .finished }

  mutating func setBitmap(_ bitmap: Int32, of slot: Int32) {
    loads[Int(slot)].bitmap = bitmap
  }

  /// An appearance or a prefetcher waits for the load, too.
  mutating func join(_ slot: Int32, as priority: LoadPriority) {
    if priority == .visible {
      loads[Int(slot)].viewers += 1
    } else {
      loads[Int(slot)].hasPrefetcher = true
    }
    if priority.rawValue > loads[Int(slot)].priority.rawValue { move(slot, to: priority) }
  }

  /// An appearance no longer waits; true if nobody does and the load still queues.
  mutating func withdrawViewer(_ slot: Int32) -> Bool {
    // Delivered in this very frame, to an item that is leaving.
    guard loads[Int(slot)].stage != .free else { return false }
    loads[Int(slot)].viewers -= 1
    let load = loads[Int(slot)]
    guard load.viewers == 0 else { return false }
    if load.hasPrefetcher {
      move(slot, to: .prefetch)
      return false
    }
    return load.stage == .queuedForFlash || load.stage == .queuedForLane
  }

  /// Forgets a load, queued or not.
  mutating func remove(_ slot: Int32) {
    unlink(slot)
    loads[Int(slot)].stage = .free
    free.append(slot)
  }

  private func queue(_ load: Load) -> Int? {
    switch load.stage {
    case .queuedForFlash: Int(load.priority.rawValue)
    case .queuedForLane: LoadPriority.count + Int(load.priority.rawValue)
    default: nil
    }
  }

  private mutating func move(_ slot: Int32, to priority: LoadPriority) {
    guard loads[Int(slot)].priority != priority else { return }
    unlink(slot)
    loads[Int(slot)].priority = priority
    enqueue(slot)
  }

  private mutating func enqueue(_ slot: Int32) {
    guard let queue = queue(loads[Int(slot)]) else { return }
    let tail = tails[queue]
    loads[Int(slot)].previous = tail
    loads[Int(slot)].next = -1
    if tail >= 0 { loads[Int(tail)].next = slot } else { heads[queue] = slot }
    tails[queue] = slot
  }

  private mutating func unlink(_ slot: Int32) {
    let load = loads[Int(slot)]
    guard let queue = queue(load) else { return }
    if load.previous >= 0 {
      loads[Int(load.previous)].next = load.next
    } else {
      heads[queue] = load.next
    }
    if load.next >= 0 {
      loads[Int(load.next)].previous = load.previous
    } else {
      tails[queue] = load.previous
    }
  }

  private mutating func dequeue(lanes: Bool, into stage: Stage) -> Int32? {
    let base = lanes ? LoadPriority.count : 0
    for priority in stride(from: LoadPriority.count - 1, through: 0, by: -1)
    where heads[base + priority] >= 0 {
      let slot = heads[base + priority]
      unlink(slot)
      loads[Int(slot)].stage = stage
      return slot
    }
    return nil
  }
}
