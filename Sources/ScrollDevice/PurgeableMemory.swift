public import ScrollCore

/// Which purgeable objects the system empties when memory runs short, and in which order.
///
/// An object is nonvolatile, volatile, or empty. A volatile one may be emptied, whole and
/// without being written anywhere, at any time; making it nonvolatile again tells
/// whether that has happened. Objects are emptied in this order:
/// 1. those declared obsolete, the oldest first, whatever their group;
/// 2. by group from 0 to 7; within a group first the FIFO queue from its oldest on, then the
///    LIFO queue from its newest on.
///
/// Sizes count in whole pages. Declaring a volatile object volatile again puts it where a new
/// one would stand; an empty object stays empty until it is made nonvolatile.
///
/// Sources: `mach/vm_purgable.h` for states, groups and behaviors; XNU, `vm_purgeable.c`, for
/// where each behavior queues. Three things are simpler here. XNU goes through all groups of
/// its FIFO queue before it looks at LIFO, while the header says that group 0 is emptied first
/// whatever the behavior: here groups come before behaviors. An object there becomes eligible
/// only once as many pages as it has have aged ("ripe tokens"); here at once. And objects of
/// other processes are left out.
///
/// Every call is O(1) amortized, apart from what is purged.
public struct PurgeableMemory: Sendable {
  /// When an object goes within its group.
  public enum Behavior: Sendable, CaseIterable {
    /// In the order of declaration: used already, kept in case it is used again.
    case fifo
    /// Against the order of declaration: what was declared first is needed soonest.
    case lifo
    /// Before anything else, whatever the group.
    case obsolete
  }

  /// What an object is in; numbers from 0 on are queues.
  private enum Place {
    static let nonvolatile: Int8 = -1
    static let empty: Int8 = -2
  }

  /// An object, and its neighbors in its queue.
  private struct Region {
    var size = 0
    var older = -1, newer = -1
    var place = Place.nonvolatile
  }

  /// The ends of a queue by declaration.
  private struct Queue {
    var oldest = -1, newest = -1
  }

  public static let groups = 0...7

  private let pageSize: ByteCount
  private var regions: [Region] = []
  /// The obsolete queue, then FIFO and LIFO of each group.
  private var queues = [Queue](repeating: Queue(), count: 17)
  /// Of all volatile objects, in whole pages.
  public private(set) var volatileBytes = ByteCount.zero

  /// No objects yet.
  /// - Precondition: a page has at least one byte.
  public init(pageSize: ByteCount) {
    precondition(pageSize > .zero, "a page of \(pageSize.bytes) bytes")
    self.pageSize = pageSize
  }

  /// Lets an object be emptied from now on; one that is empty already stays so.
  /// - Parameters:
  ///   - id: of the object: a small number, from 0 on.
  ///   - bytes: its size, rounded up to whole pages.
  ///   - group: those of group 0 go first.
  ///   - behavior: when it goes within its group.
  /// - Precondition: `group` is from 0 to 7, `bytes` not negative.
  public mutating func setVolatile(
    _ id: Int, bytes: ByteCount, group: Int = 0, behavior: Behavior = .fifo
  ) {
    precondition(Self.groups.contains(group), "there is no group \(group)")
    precondition(id >= 0 && bytes >= .zero, "object \(id) of \(bytes.bytes) bytes")
    while id >= regions.count { regions.append(Region()) }
    guard regions[id].place != Place.empty else { return }
    unlink(id)
    let queue =
      switch behavior {
      case .obsolete: 0
      case .fifo: 1 + 2 * group
      case .lifo: 2 + 2 * group
      }
    let last = queues[queue].newest
    let size = bytes.rounded(upTo: pageSize)
    regions[id] = Region(size: size.bytes, older: last, newer: -1, place: Int8(queue))
    if last >= 0 { regions[last].newer = id } else { queues[queue].oldest = id }
    queues[queue].newest = id
    volatileBytes += size
  }

  /// Keeps an object from being emptied.
  /// - Returns: whether it was emptied meanwhile, so that its content has to be made again.
  public mutating func setNonvolatile(_ id: Int) -> Bool {
    guard regions.indices.contains(id) else { return false }
    let wasEmptied = regions[id].place == Place.empty
    unlink(id)
    regions[id].place = Place.nonvolatile
    return wasEmptied
  }

  /// Forgets an object: it is given back, and its number may name another one.
  public mutating func remove(_ id: Int) { _ = setNonvolatile(id) }

  /// Whether an object may be emptied now.
  public func isVolatile(_ id: Int) -> Bool {
    regions.indices.contains(id) && regions[id].place >= 0
  }

  /// Whether an object has been emptied and not asked for since.
  public func isEmpty(_ id: Int) -> Bool {
    regions.indices.contains(id) && regions[id].place == Place.empty
  }

  /// Empties the next object in the order of purging.
  /// - Returns: its number and what it gave, or nil where nothing is volatile.
  public mutating func purgeNext() -> (id: Int, bytes: ByteCount)? {
    for queue in queues.indices where queues[queue].oldest >= 0 {
      let isLIFO = queue > 0 && queue.isMultiple(of: 2)
      let id = isLIFO ? queues[queue].newest : queues[queue].oldest
      let bytes = ByteCount(regions[id].size)
      unlink(id)
      regions[id].place = Place.empty
      return (id, bytes)
    }
    return nil
  }

  /// Empties whole objects in the order of purging until so much is free, or none is left.
  /// - Parameters:
  ///   - wanted: the least that is given back; nothing happens if that is nothing.
  ///   - body: called with every object as it goes.
  /// - Returns: what was given back.
  @discardableResult
  public mutating func purge(
    atLeast wanted: ByteCount, _ body: (Int) -> Void = { _ in }
  ) -> ByteCount {
    var given = ByteCount.zero
    while given < wanted, let (id, bytes) = purgeNext() {
      given += bytes
      body(id)
    }
    return given
  }

  /// Takes a volatile object out of its queue; any other is left as it is.
  private mutating func unlink(_ id: Int) {
    let region = regions[id]
    guard region.place >= 0 else { return }
    let queue = Int(region.place)
    if region.older >= 0 {
      regions[region.older].newer = region.newer
    } else {
      queues[queue].oldest = region.newer
    }
    if region.newer >= 0 {
      regions[region.newer].older = region.older
    } else {
      queues[queue].newest = region.older
    }
    volatileBytes -= ByteCount(region.size)
  }
}
