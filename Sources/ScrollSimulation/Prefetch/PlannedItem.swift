public import ScrollCore

/// An item that a prefetcher wants the image of, and how much.
public struct PlannedItem: Equatable, Sendable {
  /// What a load of it comes before.
  public enum Urgency: UInt8, Sendable {
    /// Nothing but other prefetches.
    case prefetch
    /// About to be displayed: before prefetches, after what is visible.
    case soon
  }

  public var item: ItemID
  public var urgency: Urgency

  public init(_ item: ItemID, _ urgency: Urgency) {
    self.item = item
    self.urgency = urgency
  }
}
