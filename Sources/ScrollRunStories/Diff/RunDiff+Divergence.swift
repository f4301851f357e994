public import ScrollCaching
public import ScrollCore

extension RunDiff {
  /// The first thing that a cache did otherwise: from here on the two do not hold the same.
  public struct Parting: Sendable, Equatable {
    public var time: SimTime
    /// The frame that was processed, on screen, or came next; nil if there was none any more.
    public var frame: Int?
    /// Of the viewport, in points.
    public var offset: Double
    /// Of the viewport along the axis, in points.
    public var extent: Double
    /// What was offered to the caches; nil if they were not asked.
    public var offered: Image?
    /// Whether that was fetched ahead, and nobody wanted it yet.
    public var isPrefetched: Bool
    public var a: Decision, b: Decision
    /// Images that both hold after it.
    public var overlap: Int

    public subscript(side: Side) -> Decision { side == .a ? a : b }
  }

  /// What one of the caches did there.
  public struct Decision: Sendable, Equatable {
    /// Whether it holds what it was offered.
    public var keepsOffered: Bool
    public var evicted: [Eviction]
    /// What it holds after it.
    public var holding: Holding
  }

  public struct Eviction: Sendable, Equatable {
    public var image: Image
    public var reason: RemovalReason
  }

  /// An image as the cache knows it, at a moment.
  public struct Image: Sendable, Equatable {
    /// `item 7`, `image 3`.
    public var name: String
    /// The items that show it, in scroll order.
    public var items: [Int]
    public var bytes: Int
    /// From the viewport to the nearest of the items in points: zero in it, above zero ahead in
    /// the direction of movement, below zero behind; nil if none of them is there.
    public var distance: Double?
    /// When an item asked for it last; nil if none has.
    public var lastAsked: SimTime?
  }

  /// How much a cache holds.
  public struct Holding: Sendable, Equatable {
    public var images = 0, bytes = 0
  }
}
