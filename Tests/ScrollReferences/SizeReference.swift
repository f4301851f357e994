import ScrollCaching
import ScrollCore

/// `size`: evicts the image largest at its last request; among equals, the top of a binary heap.
///
/// The heap is an array, numbered from 1: the entry at p has the one at p / 2 above, and 2 p and 2
/// p + 1 below. Up: change places while strictly larger than the one above. Down: change places
/// with the larger one below, the left of two equals, while that is strictly larger. A new image
/// goes up from the end. An entry with another size goes up if it is larger than the entry that was
/// there, else down; this happens after a hit, and when the last entry fills the gap of one that
/// leaves. Among unpinned equals the one with the lowest number leaves.
struct SizeReference: EvictionPolicy {
  /// The entries of the heap; the first is not used.
  private var heap: [(size: Int, image: ImageID)] = [(0, ImageID(0))]

  static let descriptor = PolicyDescriptor.reference(of: "size") { _ in SizeReference() }

  private mutating func up(_ start: Int) {
    var p = start
    while p > 1, heap[p / 2].size < heap[p].size {
      heap.swapAt(p, p / 2)
      p /= 2
    }
  }

  private mutating func down(_ start: Int) {
    var p = start
    while let below = [2 * p, 2 * p + 1].filter({ $0 < heap.count })
      .max(by: { (heap[$0].size, -$0) < (heap[$1].size, -$1) }),
      heap[p].size < heap[below].size
    {
      heap.swapAt(p, below)
      p = below
    }
  }

  private mutating func change(_ p: Int, to entry: (size: Int, image: ImageID)) {
    let wasLess = heap[p].size < entry.size
    heap[p] = entry
    if wasLess { up(p) } else { down(p) }
  }

  mutating func didHit(_ request: Request) {
    guard let p = heap.dropFirst().firstIndex(where: { $0.image == request.image }) else { return }
    change(p, to: (request.cost, request.image))
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    heap.append((request.cost, request.image))
    up(heap.count - 1)
  }

  mutating func didRemove(_ image: ImageID) {
    guard let p = heap.dropFirst().firstIndex(where: { $0.image == image }) else { return }
    let last = heap.removeLast()
    if p < heap.count { change(p, to: last) }
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var largest: (size: Int, image: ImageID)?
    for entry in heap.dropFirst() where !pins.contains(entry.image) {
      if entry.size > largest?.size ?? -1 { largest = entry }
    }
    if let largest { didRemove(largest.image) }
    return largest?.image
  }
}
