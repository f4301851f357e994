package import ScrollCaching
package import ScrollCore

extension RunDiff {
  /// The first thing that a cache did otherwise: from here on the two do not hold the same.
  package struct Divergence: Sendable, Equatable {
    package var time: SimTime
    /// The frame that was processed, on screen, or came next; nil if there was none any more.
    package var frame: Int?
    /// Of the viewport, in points.
    package var offset: Double
    /// Of the viewport along the axis, in points.
    package var extent: Double
    /// What was offered to the caches; nil if they were not asked.
    package var offered: Image?
    /// Whether that was fetched ahead, and nobody wanted it yet.
    package var isPrefetched: Bool
    package var a: Decision, b: Decision
    /// Images that both hold after it.
    package var overlap: Int

    package subscript(side: Side) -> Decision { side == .a ? a : b }
  }

  /// What one of the caches did there.
  package struct Decision: Sendable, Equatable {
    /// Whether it holds what it was offered.
    package var keepsOffered: Bool
    package var evicted: [Eviction]
    /// What it holds after it.
    package var holding: Holding
  }

  package struct Eviction: Sendable, Equatable {
    package var image: Image
    package var reason: RemovalReason
  }

  /// An image as the cache knows it, at a moment.
  package struct Image: Sendable, Equatable {
    /// `item 7`, `image 3`.
    package var name: String
    /// The items that show it, in scroll order.
    package var items: [Int]
    package var bytes: Int
    /// From the viewport to the nearest of the items in points: zero in it, above zero ahead in
    /// the direction of movement, below zero behind; nil if none of them is there.
    package var distance: Double?
    /// When an item asked for it last; nil if none has.
    package var lastAsked: SimTime?
  }

  /// How much a cache holds.
  package struct Holding: Sendable, Equatable {
    package var images = 0, bytes = 0
  }
}
