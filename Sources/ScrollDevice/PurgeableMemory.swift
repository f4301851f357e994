public import ScrollCore

/// The purgeable objects of an app, and the order in which the system empties them when memory runs
/// short.
///
/// An object is nonvolatile, volatile, or empty. The system may empty a volatile object at any
/// time, as a whole and without writing it anywhere. Making it nonvolatile again returns whether
/// that has happened. Objects are emptied in this order:
/// 1. Objects declared obsolete, the oldest first, in all groups.
/// 2. By group from 0 to 7; within a group first the FIFO queue from its oldest object on, then the
///    LIFO queue from its newest on.
///
/// Sizes are in whole pages. Declaring a volatile object volatile again moves it to the position of
/// a new one. An empty object remains empty until it is made nonvolatile.
///
/// Sources: `mach/vm_purgable.h` for states, groups and behaviors; XNU, `vm_purgeable.c`, for the
/// queue of each behavior. Three things are simpler here. XNU empties all groups of its FIFO queue
/// before the LIFO queue, while the header says that group 0 is emptied first for all behaviors.
/// The model follows the header. In XNU an object of *n* pages can be emptied only after *n* pages
/// have aged ("ripe tokens"); in the model it can be emptied at once. Objects of other processes
/// are left out.
///
/// Every call is O(1) amortized, apart from the purging itself.
public struct PurgeableMemory: Sendable {
  /// The position of an object within its group.
  public enum Behavior: Sendable, CaseIterable {
    /// In the order of declaration as volatile; for objects that were used and may be used again.
    case fifo
    /// In the reverse order of declaration as volatile; for objects of which the first declared is
    /// needed soonest.
    case lifo
    /// Before all other objects, in every group.
    case obsolete
  }

  /// The state of an object: empty, nonvolatile, or its queue.
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

  /// The first and the last object of a queue, in the order of declaration.
  private struct Queue {
    var oldest = -1, newest = -1
  }

  public static let groups = 0...7

  private let pageSize: ByteCount
  private var regions: [Region] = []
  /// The obsolete queue, then FIFO and LIFO of each group.
  private var queues = [Queue](repeating: Queue(), count: 17)
  /// The bytes of all volatile objects, in whole pages.
  public private(set) var volatileBytes = ByteCount.zero

  /// Creates a memory without objects.
  /// - Precondition: a page has at least one byte.
  public init(pageSize: ByteCount) {
    precondition(pageSize > .zero, "a page of \(pageSize.bytes) bytes")
    self.pageSize = pageSize
  }

  /// Allows the system to empty an object from now on; an empty object remains empty.
  /// - Parameters:
  ///   - id: the number of the object, a small number from 0 on.
  ///   - bytes: its size, rounded up to whole pages.
  ///   - group: the group; objects of group 0 are emptied first.
  ///   - behavior: the position within the group.
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

  /// Prevents the system from emptying an object.
  /// - Returns: `true` if the system has emptied the object, so that its content must be made
  ///   again.
  public mutating func setNonvolatile(_ id: Int) -> Bool {
    guard regions.indices.contains(id) else { return false }
    let wasEmptied = regions[id].place == Place.empty
    unlink(id)
    regions[id].place = Place.nonvolatile
    return wasEmptied
  }

  /// Removes an object, whose number may then name another one.
  public mutating func remove(_ id: Int) { _ = setNonvolatile(id) }

  /// Returns a Boolean value that indicates whether an object may be emptied now.
  public func isVolatile(_ id: Int) -> Bool {
    regions.indices.contains(id) && regions[id].place >= 0
  }

  /// Returns a Boolean value that indicates whether an object was emptied and not made nonvolatile
  /// since.
  public func isEmpty(_ id: Int) -> Bool {
    regions.indices.contains(id) && regions[id].place == Place.empty
  }

  /// Empties the next object in the order of purging.
  /// - Returns: its number and its bytes, or `nil` if nothing is volatile.
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

  /// Empties whole objects in the order of purging until `wanted` bytes are free, or none is left.
  /// - Parameters:
  ///   - wanted: the bytes to free at least; if it is 0, nothing happens.
  ///   - body: called with every object that is emptied.
  /// - Returns: the freed bytes.
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

  /// Removes a volatile object from its queue; any other object is unchanged.
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
