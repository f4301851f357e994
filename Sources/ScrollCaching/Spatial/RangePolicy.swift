import ScrollCore

/// Nested ranges around the viewport that move with it.
protocol MovingRanges {
  /// Returns the ranges around the next viewport.
  mutating func follow(_ viewport: Viewport) -> RangeRule

  /// Forgets the last viewport, after a new layout of the items.
  ///
  /// The position of the next viewport then does not indicate a scroll.
  mutating func forgetViewport()
}

/// A policy that evicts images in the outermost of several ranges first: `viewport-ring` or
/// `tile-bins`.
///
/// Images in the last range are evicted first. Within a range, the image farthest from the nearest
/// edge of the viewport is evicted first; of several, the one stored first. If several items show
/// an image, the one with the lowest score counts; an image without items is evicted before all
/// others, in order of storing.
///
/// - Complexity: O(log items) per insertion, removal and eviction, plus the number of equally
///   far images.
struct RangePolicy<Ranges: MovingRanges>: EvictionPolicy, ~Copyable {
  private var residents: PlacedImages<RangeRule>
  private var ranges: Ranges
  /// A Boolean value that indicates whether images outside the ranges of a new viewport are
  /// dropped, even if there is room.
  private let dropsOutside: Bool

  /// Creates a policy for the images and items of a set-up.
  init(_ setup: PolicySetup, _ ranges: Ranges, dropsOutside: Bool) {
    residents = PlacedImages(setup, by: .edges, rule: .origin)
    self.ranges = ranges
    self.dropsOutside = dropsOutside
  }

  static var isSpatial: Bool { true }

  mutating func viewportMoved(to viewport: Viewport) { residents.rule = ranges.follow(viewport) }

  mutating func placementChanged(to placement: ItemPlacement) {
    ranges.forgetViewport()
    residents.move(to: placement)
  }

  mutating func didHit(_ request: Request) {}

  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
  }

  mutating func didRemove(_ image: ImageID) { residents.remove(image) }

  mutating func reassign(_ image: ImageID, digest: UInt64) {
    residents.didPlace(image, at: [])
  }

  mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    residents.didPlace(image, at: items)
  }

  mutating func grow(toImageCount count: Int) {
    residents.grow(toImageCount: count)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    residents.removeFirst(sparing: pins)
  }

  mutating func popStray(sparing pins: borrowing PinSet) -> ImageID? {
    guard dropsOutside else { return nil }
    return residents.removeFirst(sparing: pins) { $0.range == RangeRule.Score.outside }
  }
}
