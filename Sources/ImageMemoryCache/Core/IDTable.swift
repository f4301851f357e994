public import ScrollCaching
public import ScrollCore

/// A table that finds the id of a key by its hash: open addressing over slots of four bytes.
///
/// The low bits of a slot are an id. Its other bits are the bits of the hash that did not choose
/// the slot. So most slots of other keys are skipped without a comparison of keys. At least half of
/// the slots are empty.
///
/// - Complexity: O(1) expected.
@usableFromInline struct IDTable: Sendable {
  @usableFromInline var slots: [UInt32]
  /// The bits of a hash that choose a slot, which are also the bits of a slot that hold its id.
  ///
  /// No id has all of these bits set, so that no slot with an id equals `empty`.
  @usableFromInline let mask: UInt32

  @usableFromInline static let empty = UInt32.max

  /// Creates an empty table for a number of ids.
  /// - Precondition: The number is a power of two below 2^31.
  @inlinable init(idCount: Int) {
    mask = UInt32(2 * idCount - 1)
    slots = Array(repeating: Self.empty, count: 2 * idCount)
  }

  /// Mixes a hash of 64 bits, which need not be evenly spread, into the 32 bits of the table.
  @inlinable static func hash(_ hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: ((hash ^ (hash >> 32)) &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }

  /// Returns the id with this hash that a closure accepts.
  @inlinable func find(_ hash: UInt32, where isMeant: (Int) -> Bool) -> Int? {
    let tag = hash & ~mask
    var place = hash & mask
    while true {
      let slot = slots[Int(place)]
      if slot == Self.empty { return nil }
      if slot & ~mask == tag, isMeant(Int(slot & mask)) { return Int(slot & mask) }
      place = (place &+ 1) & mask
    }
  }

  /// Adds an id.
  /// - Precondition: The id is not in the table.
  @inlinable mutating func insert(_ id: Int, _ hash: UInt32) {
    var place = hash & mask
    while slots[Int(place)] != Self.empty { place = (place &+ 1) & mask }
    slots[Int(place)] = (hash & ~mask) | UInt32(truncatingIfNeeded: id)
  }

  /// Removes an id and closes the gap, so that no marker is left in its slot.
  /// - Precondition: The id is in the table.
  /// - Parameters:
  ///   - id: The id to remove.
  ///   - hash: Its hash.
  ///   - hashes: The hashes of all ids; empty where they are the digests.
  ///   - cache: The cache, which has the digests.
  @inlinable mutating func remove<Policy: EvictionPolicy & ~Copyable>(
    _ id: Int, _ hash: UInt32, _ hashes: [UInt64], among cache: borrowing Cache<Policy>
  ) {
    var hole = hash & mask
    while slots[Int(hole)] & mask != UInt32(truncatingIfNeeded: id) { hole = (hole &+ 1) & mask }
    var place = (hole &+ 1) & mask
    while slots[Int(place)] != Self.empty {
      let other = Int(slots[Int(place)] & mask)
      let home =
        Self.hash(hashes.isEmpty ? cache.digest(of: ImageID(other)) : hashes[other]) & mask
      if (place &- home) & mask >= (place &- hole) & mask {
        slots[Int(hole)] = slots[Int(place)]
        hole = place
      }
      place = (place &+ 1) & mask
    }
    slots[Int(hole)] = Self.empty
  }

  /// Replaces an id by another one with the same hash.
  /// - Precondition: The first id is in the table.
  @usableFromInline mutating func replace(_ id: Int, _ hash: UInt32, by other: Int) {
    var place = hash & mask
    while slots[Int(place)] & mask != UInt32(truncatingIfNeeded: id) { place = (place &+ 1) & mask }
    slots[Int(place)] = (hash & ~mask) | UInt32(truncatingIfNeeded: other)
  }
}
