import BasicContainers

/// An item that a prefetcher wants the image of, and how much.
package struct PlannedItem: Equatable, Sendable {
  /// What a load of it comes before.
  package enum Urgency: UInt8, Sendable {
    /// Nothing but other prefetches.
    case prefetch
    /// About to be displayed: before prefetches, after what is visible.
    case soon
  }

  package var item: Int32
  package var urgency: Urgency

  package init(_ item: Int32, _ urgency: Urgency) {
    self.item = item
    self.urgency = urgency
  }
}

/// The items that a prefetcher wants, in the order in which to ask for them, each once.
///
/// Filled over and over again; allocates only while it grows beyond what it ever held.
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

  private var items = UniqueArray<PlannedItem>()

  package init() {}

  package var count: Int { items.count }
  package subscript(_ index: Int) -> PlannedItem { items[index] }

  mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  mutating func append(_ item: Int, _ urgency: PlannedItem.Urgency) {
    items.append(PlannedItem(Int32(item), urgency))
  }
}
