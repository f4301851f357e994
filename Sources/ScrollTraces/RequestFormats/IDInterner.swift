import BasicContainers
import ScrollCore

/// Numbers arbitrary 64-bit ids densely, in order of first appearance.
///
/// Open addressing with linear probing in slots of 16 bytes, at most half full: about twice
/// as fast as a `Dictionary` on tens of millions of ids. The hash is a multiplication with
/// 2^64 / golden ratio, the same in every run.
///
/// `find` looks up a whole batch, each id only where it should be and without a branch, so that
/// the memory of many slots is on its way at once; what it does not find is for `intern`.
///
/// - Complexity: O(1) per id on average, amortised over growth.
struct IDInterner: ~Copyable {
  private struct Slot {
    var id: UInt64
    /// -1 where the slot is free.
    var number: Int32
  }

  private var slots: RigidArray<Slot>
  /// 64 minus the logarithm of the number of slots.
  private var shift: Int
  /// Number of different ids.
  private(set) var count = 0

  /// An empty table.
  init() {
    slots = RigidArray(repeating: Slot(id: 0, number: -1), count: 1 << 12)
    shift = 64 - 12
  }

  /// The images of ids that were seen before and are where they should be; -1 for others.
  /// - Parameters:
  ///   - ids: any numbers.
  ///   - images: where the image of each goes, as long as `ids`.
  func find(_ ids: borrowing RigidArray<UInt64>, into images: inout [ImageID]) {
    let slots = slots.span
    var images = images.mutableSpan
    for index in 0..<ids.count {
      let slot = slots[home(of: ids[index])]
      // A free slot has the number -1 itself.
      images[index] = ImageID(slot.id == ids[index] ? slot.number : -1)
    }
  }

  /// The number of an id: the next one if it was never seen.
  /// - Precondition: there are fewer than 2^31 different ids.
  mutating func intern(_ id: UInt64) -> Int32 {
    var index = home(of: id)
    while true {
      let slot = slots[index]
      if slot.number < 0 { break }
      if slot.id == id { return slot.number }
      index = (index + 1) & (slots.count - 1)
    }
    let number = Int32(count)
    slots[index] = Slot(id: id, number: number)
    count += 1
    if count * 2 > slots.count { grow() }
    return number
  }

  /// The id of every number.
  func ids() -> [UInt64] {
    var ids = [UInt64](repeating: 0, count: count)
    for index in 0..<slots.count where slots[index].number >= 0 {
      ids[Int(slots[index].number)] = slots[index].id
    }
    return ids
  }

  private func home(of id: UInt64) -> Int {
    // The high half is folded in, so that ids that differ only there do not collide.
    Int(truncatingIfNeeded: ((id ^ (id >> 32)) &* 0x9e37_79b9_7f4a_7c15) >> UInt64(shift))
  }

  private mutating func grow() {
    shift -= 1
    var larger = RigidArray(repeating: Slot(id: 0, number: -1), count: slots.count * 2)
    for old in 0..<slots.count where slots[old].number >= 0 {
      var index = home(of: slots[old].id)
      while larger[index].number >= 0 { index = (index + 1) & (larger.count - 1) }
      larger[index] = slots[old]
    }
    slots = larger
  }
}
