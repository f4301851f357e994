import BasicContainers
import ScrollCore

/// The items that a prefetcher wants, in the order in which to ask for them, each once.
///
/// Kept as stretches of neighboring items, so that what two plans have in common can be passed
/// over. Filled over and over again; allocates only while it grows beyond what it ever held.
///
/// - Complexity: an item by its index, and what follows an item, are O(stretches): one or two
///   for most kinds, up to one an item for those that plan by distance or by foresight.
package struct PrefetchPlan: ~Copyable {
  /// What became of a plan with a frame.
  package enum Change: UInt8, Sendable {
    /// Nothing enters or leaves: the plan was not touched.
    case unchanged
    /// There is a new plan.
    case changed
    /// There is a new plan, and before it is looked at, everything of the old one is withdrawn,
    /// what is in both included.
    case restarted
  }

  /// Items one after the other, upwards or downwards.
  struct Stretch {
    var first: Int32, count: Int32
    /// 1 or -1.
    var step: Int32
    var urgency: PlannedItem.Urgency

    subscript(_ index: Int32) -> Int32 { first + index * step }

    /// Where an item comes in it, from 0; negative, or `count` at least, if it is not in it.
    @inline(__always)
    func index(of item: Int32) -> Int32 { (item - first) * step }
  }

  private(set) var stretches = UniqueArray<Stretch>()
  package private(set) var count = 0

  package init() {}

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

  /// A place between two items of a plan.
  struct Cursor {
    fileprivate var stretch = 0
    fileprivate var index: Int32 = 0
  }

  /// The item after a place; nil at the end.
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

  /// The item after a place that is not in another plan; nil at the end.
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

  /// How many items from this one on, upwards or downwards, are in the stretch that it is in;
  /// 0 if it is in none.
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
