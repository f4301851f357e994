import BasicContainers
import ScrollCore

/// Images in ascending cost, the one placed last first among equals.
///
/// A 4-ary heap that knows where each image is. An image keeps its key while it is out, so
/// that it can come back to its old place. Nothing is allocated after `init`.
///
/// - Complexity: every verb O(log n), `contains` O(1).
struct CostOrder: ~Copyable {
  private struct Key {
    var cost = 0
    /// Counts placements.
    var placement = 0

    func isBefore(_ other: Key) -> Bool {
      cost < other.cost || cost == other.cost && placement > other.placement
    }
  }

  private var heap: RigidArray<ImageID>
  /// Where each image is in the heap; -1 for those that are out.
  private var positions: RigidArray<Int32>
  private var keys: RigidArray<Key>
  private var placements = 0

  init(imageCount: Int) {
    heap = RigidArray(capacity: imageCount)
    positions = RigidArray(repeating: -1, count: imageCount)
    keys = RigidArray(repeating: Key(), count: imageCount)
  }

  func contains(_ image: ImageID) -> Bool { positions[Int(image.index)] >= 0 }

  /// Gives an image a place before all others of its cost, without putting it there.
  /// - Precondition: it is out.
  mutating func place(_ image: ImageID, cost: Int) {
    placements += 1
    keys[Int(image.index)] = Key(cost: cost, placement: placements)
  }

  /// Puts an image at its place.
  /// - Precondition: it is out.
  mutating func insert(_ image: ImageID) {
    heap.append(image)
    siftUp(image, from: heap.count - 1)
  }

  /// Takes an image out, if it is in.
  mutating func remove(_ image: ImageID) {
    let position = Int(positions[Int(image.index)])
    guard position >= 0 else { return }
    positions[Int(image.index)] = -1
    let last = heap.removeLast()
    guard last != image else { return }
    siftUp(last, from: position)
    siftDown(last, from: Int(positions[Int(last.index)]))
  }

  /// Takes the first image out.
  mutating func popFirst() -> ImageID? {
    guard !heap.isEmpty else { return nil }
    let first = heap[0]
    remove(first)
    return first
  }

  private func isBefore(_ image: ImageID, _ other: ImageID) -> Bool {
    keys[Int(image.index)].isBefore(keys[Int(other.index)])
  }

  private mutating func set(_ image: ImageID, at position: Int) {
    heap[position] = image
    positions[Int(image.index)] = Int32(position)
  }

  private mutating func siftUp(_ image: ImageID, from start: Int) {
    var position = start
    while position > 0, isBefore(image, heap[(position - 1) / 4]) {
      set(heap[(position - 1) / 4], at: position)
      position = (position - 1) / 4
    }
    set(image, at: position)
  }

  private mutating func siftDown(_ image: ImageID, from start: Int) {
    var position = start
    while position * 4 + 1 < heap.count {
      var child = position * 4 + 1
      for sibling in child + 1..<max(child + 1, min(child + 4, heap.count))
      where isBefore(heap[sibling], heap[child]) {
        child = sibling
      }
      guard isBefore(heap[child], image) else { break }
      set(heap[child], at: position)
      position = child
    }
    set(image, at: position)
  }
}
