import ScrollCore

/// Neighboring items in the direction of movement, as they enter the screen.
struct ItemsInOrder: Sequence, IteratorProtocol {
  private var item: Int32
  private let end: Int32, step: Int32

  init(_ items: Range<Int>, _ direction: ScrollDirection) {
    let (first, end) = (Int32(items.lowerBound), Int32(items.upperBound))
    step = Int32(direction.rawValue)
    (item, self.end) = direction == .forward ? (first, end) : (end - 1, first - 1)
  }

  @inline(__always)
  mutating func next() -> ItemIndex? {
    guard item != end else { return nil }
    let next = ItemIndex(item)
    item &+= step
    return next
  }
}
