package import ScrollCaching
package import ScrollCore

extension RunDiff {
  /// The first thing that one cache did and the other did not: from here on they hold different
  /// images.
  package struct Divergence: Sendable, Equatable {
    package var time: SimTime
    /// The frame that was processed, on screen, or came next; nil if there was none any more.
    package var frame: Int?
    /// Of the viewport, in points.
    package var offset: Double
    /// Of the viewport along the axis, in points.
    package var extent: Double
    /// The image that was to be stored; nil if there was none.
    package var offered: Image?
    /// Whether that was prefetched and not requested yet.
    package var isPrefetched: Bool
    package var a: Decision, b: Decision
    /// Images that both hold after it.
    package var overlap: Int

    package subscript(side: Side) -> Decision { side == .a ? a : b }
  }

  /// The decision of one of the caches.
  package struct Decision: Sendable, Equatable {
    /// Whether it holds the image that was to be stored.
    package var keepsOffered: Bool
    package var evicted: [Eviction]
    /// Its content afterwards.
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
    /// When an item requested it last; nil if none has.
    package var lastAsked: SimTime?
  }

  /// How much a cache holds.
  package struct Holding: Sendable, Equatable {
    package var images = 0, bytes = 0
  }
}
