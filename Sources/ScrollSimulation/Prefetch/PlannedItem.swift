public import ScrollCore

/// An item whose image a prefetcher wants, and the urgency of its load.
public struct PlannedItem: Equatable, Sendable {
  /// The urgency of a load, which determines the order of loads.
  public enum Urgency: UInt8, Sendable {
    /// A load of the lowest urgency, after all visible items and all loads of urgency `soon`.
    case prefetch
    /// A load for an item that is about to be displayed: before prefetches, after visible items.
    case soon
  }

  public var item: ItemID
  public var urgency: Urgency

  public init(_ item: ItemID, _ urgency: Urgency) {
    self.item = item
    self.urgency = urgency
  }
}
