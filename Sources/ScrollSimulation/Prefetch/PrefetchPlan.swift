import BasicContainers
import ScrollCore

/// The items that a prefetcher wants, in the order of their requests; each item occurs once.
///
/// The plan consists of stretches of neighboring items, so that a comparison of two plans can skip
/// their common part. Each new plan reuses the storage, which grows only if the plan is larger than
/// all before.
///
/// - Complexity: finding an item by its index, or the item after another one, is O(stretches). Most
///   prefetchers make plans of one or two stretches; those that order items by distance, or that
///   know the future, make up to one stretch per item.
package struct PrefetchPlan: ~Copyable {
  /// The change of a plan in one frame.
  package enum Change: UInt8, Sendable {
    /// No item enters or leaves: the plan is the same as before.
    case unchanged
    /// There is a new plan.
    case changed
    /// There is a new plan, and all items of the old plan are withdrawn first, even those that are
    /// also in the new plan.
    case restarted
  }

  /// Consecutive items in ascending or descending order.
  struct Stretch {
    var first: Int32, count: Int32
    /// The step from one item to the next: 1 or -1.
    var step: Int32
    var urgency: PlannedItem.Urgency

    subscript(_ index: Int32) -> Int32 { first + index * step }

    /// Returns the index of an item in the stretch, from 0; negative or at least `count` if the
    /// item is not in the stretch.
    @inline(__always)
    func index(of item: Int32) -> Int32 { (item - first) * step }
  }

  private(set) var stretches = UniqueArray<Stretch>()
  package private(set) var count = 0

  package init() {}

  /// Returns a copy that shares no state.
  func copy() -> PrefetchPlan {
    var copy = PrefetchPlan()
    copy.stretches = stretches.clone()
    copy.count = count
    return copy
  }

  package subscript(_ index: Int) -> PlannedItem {
    var (left, stretch) = (Int32(index), 0)
    while left >= stretches[stretch].count {
      left -= stretches[stretch].count
      stretch += 1
    }
    return PlannedItem(ItemID(stretches[stretch][left]), stretches[stretch].urgency)
  }

  mutating func removeAll() {
    stretches.removeAll(keepingCapacity: true)
    count = 0
  }

  mutating func append(_ item: Int, _ urgency: PlannedItem.Urgency) {
    let item = Int32(item)
    count += 1
    if let last = stretches.indices.last, stretches[last].urgency == urgency {
      let stretch = stretches[last]
      let distance = item - stretch.first
      if stretch.count == 1, abs(distance) == 1 {
        stretches[last].step = distance
        stretches[last].count = 2
        return
      }
      if distance == stretch.count * stretch.step {
        stretches[last].count += 1
        return
      }
    }
    stretches.append(Stretch(first: item, count: 1, step: 1, urgency: urgency))
  }

  /// Appends neighboring items, the lowest or the highest first.
  mutating func append(
    _ items: Range<Int32>, isDescending: Bool, _ urgency: PlannedItem.Urgency
  ) {
    guard !items.isEmpty else { return }
    count += items.count
    stretches.append(
      Stretch(
        first: isDescending ? items.upperBound - 1 : items.lowerBound, count: Int32(items.count),
        step: isDescending ? -1 : 1, urgency: urgency))
  }

  /// A position between two items of a plan.
  struct Cursor {
    fileprivate var stretch = 0
    fileprivate var index: Int32 = 0
  }

  /// Returns the item after a position; `nil` at the end.
  @inline(__always)
  func next(_ cursor: inout Cursor) -> PlannedItem? {
    while cursor.stretch < stretches.count {
      let stretch = stretches[cursor.stretch]
      if cursor.index < stretch.count {
        cursor.index += 1
        return PlannedItem(ItemID(stretch[cursor.index - 1]), stretch.urgency)
      }
      cursor = Cursor(stretch: cursor.stretch + 1)
    }
    return nil
  }

  /// Returns the next item after a position that is not in another plan; `nil` at the end.
  func next(_ cursor: inout Cursor, notIn other: borrowing PrefetchPlan) -> PlannedItem? {
    while cursor.stretch < stretches.count {
      let stretch = stretches[cursor.stretch]
      while cursor.index < stretch.count {
        let item = stretch[cursor.index]
        let common = other.countFrom(item, step: stretch.step)
        guard common > 0 else {
          cursor.index += 1
          return PlannedItem(ItemID(item), stretch.urgency)
        }
        cursor.index += common
      }
      cursor = Cursor(stretch: cursor.stretch + 1)
    }
    return nil
  }

  /// Returns the number of items from an item, in steps of `step`, to the end of the stretch that
  /// contains it; 0 if no stretch does.
  private func countFrom(_ item: Int32, step: Int32) -> Int32 {
    for place in stretches.indices {
      let stretch = stretches[place]
      let index = stretch.index(of: item)
      if index >= 0, index < stretch.count {
        return step == stretch.step ? stretch.count - index : index + 1
      }
    }
    return 0
  }
}
