import ScrollCore

/// A rule that orders items as Chromium's compositor orders tiles: by bin (priority class), then by
/// distance from the viewport.
///
/// The bin *soon* contains the items that overlap the skewport or the soon border. The skewport is
/// the viewport, extended in the direction of movement by the distance that it moves in `target`
/// seconds at the speed of the last two frames, but by at most `limit` pixels. The soon border is
/// `border` pixels around the viewport, or the share `borderShare` of the viewport's longer side if
/// that is less. The bin *eventually* contains the items within `interest` pixels. Pixels are
/// pixels of the screen: points times scale.
///
/// Chromium looks 0.2 s ahead where the graphics processor draws tiles and 1 s where software does.
/// Modeled on `PictureLayerTiling` and `TileManager` of Chromium's `cc` (2025), from their sources.
/// There are three differences. Prefetchers do not handle visible items. Beyond 1 000 px the
/// compositor decodes images without drawing tiles, whereas the simulation models no tiles at all.
/// Within a bin, items keep the order that they had when they entered the plan.
struct Skewport: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "skewport", "Prefetches as Chromium's compositor does: by speed first, then the surroundings.",
    settings: [
      Setting("target", .number(0...10), standard: "0.2", "Seconds of movement ahead."),
      Setting(
        "limit", .number(0...100_000), standard: "2000", "Largest extent of that, in pixels."),
      Setting("border", .number(0...100_000), standard: "312", "Pixels around the viewport."),
      Setting(
        "borderShare", .number(0...10), standard: "0.15",
        "Largest border, as a share of the viewport's longer side."),
      Setting(
        "interest", .number(0...1_000_000), standard: "3000",
        "Pixels around the viewport that are worth a prefetch."),
    ]
  ) { Skewport($0) }

  /// The seconds by which the skewport looks ahead.
  private let target: Double
  /// The pixels per point.
  private let scale: Double
  /// The distances `limit`, `border` and `interest` in pixels.
  private let limit: Double, border: Double, interest: Double
  /// The greatest length of the soon border as a share of the viewport's longer side.
  private let borderShare: Double
  private var displacement = Displacement()

  init(_ setup: PrefetchSetup) {
    target = setup.settings.number("target")
    limit = setup.settings.number("limit")
    border = setup.settings.number("border")
    interest = setup.settings.number("interest")
    borderShare = setup.settings.number("borderShare")
    scale = setup.scale
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let velocity = displacement.follow(viewport)
    let border = min(border / scale, borderShare * max(viewport.extent, planner.breadth))
    let skew = min(abs(velocity) * target, limit / scale)
    let isAhead = velocity * viewport.direction.sign >= 0
    let interest = interest / scale
    let reach = PrefetchReach(
      soonAhead: isAhead ? max(border, skew) : border,
      soonBehind: isAhead ? border : max(border, skew), ahead: interest, behind: interest)
    planner.plan(within: reach, of: viewport, byDistance: true)
  }

  mutating func layoutChanged() { displacement = Displacement() }
}

/// The speed of the viewport during the last two frames.
struct Displacement: Sendable {
  private var previous: (time: SimTime, offset: Double)?
  private var oneBefore: (time: SimTime, offset: Double)?

  /// Returns the velocity in points per second between the frame before the last one and this one.
  ///
  /// In the second frame it is the velocity over one frame, in the first frame 0.
  mutating func follow(_ viewport: Viewport) -> Double {
    let base = oneBefore ?? previous
    oneBefore = previous
    previous = (viewport.time, viewport.lower)
    guard let base, viewport.time > base.time else { return 0 }
    return (viewport.lower - base.offset) / (viewport.time - base.time).seconds
  }
}
