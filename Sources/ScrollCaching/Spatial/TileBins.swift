import ScrollCore

/// The bins of `tile-bins`, which evicts from the least urgent bin, as Chromium's compositor does
/// with tiles.
///
/// Images in the bin *now* overlap the viewport, those in *soon* the skewport or the soon border,
/// and those in *eventually* the interest area. The bin *at last* contains all others. Images in
/// the last bin are evicted first (`RangePolicy`).
///
/// The skewport is the viewport, extended in its direction of movement by the distance of 0.2 s at
/// its velocity (1 s with `raster=software`), at most 2 000 px. The soon border extends 312 px on
/// both sides of the viewport, or 15 % of the viewport if that is less; the interest area extends
/// 3 000 px on both sides. These are pixels of the screen, points times the device's scale, so the
/// rule is not scale invariant.
///
/// With `dropsOutside`, images outside the interest area of a new viewport are dropped at once,
/// even if there is room, as the compositor deletes such tiles.
///
/// The rule follows `PictureLayerTiling` and `TileManager` of Chromium's `cc` (2025). For the soon
/// border, they take the longer side of the layer; a policy knows only the side along the scroll.
/// Overlap is defined as in `cc`: touching is no overlap. Occluded tiles of the bin *now* do not
/// exist here. The rule is described from the behavior of the source code; it was not checked
/// against a run of Chromium. In `replay` lengths count items: the viewport and the soon border are
/// 1 long, the skewport is the viewport, the interest area reaches `interestItems` beyond it.
struct TileBins: MovingRanges, Sendable {
  /// The rasterizer of the tiles; a slower one needs them earlier.
  enum Raster: String, CaseIterable, Sendable {
    case gpu, software
  }

  /// The number of pixels per point; `nil` in a replay, where lengths count items.
  let scale: Double?
  /// The seconds of movement that the skewport covers.
  let skewTime: Double
  let interestItems: Double

  init(_ setup: PolicySetup, raster: Raster, interestItems: Int) {
    precondition(interestItems > 0, "an interest area of \(interestItems) items")
    scale = setup.clock == .requests ? nil : setup.scale
    skewTime = raster == .gpu ? 0.2 : 1
    self.interestItems = Double(interestItems)
  }

  func follow(_ viewport: Viewport) -> RangeRule {
    let seen = RangeRule.Span(lower: viewport.lower, upper: viewport.upper)
    func span(_ below: Double, _ above: Double) -> RangeRule.Span {
      RangeRule.Span(lower: seen.lower - below, upper: seen.upper + above)
    }
    guard let scale else {
      return RangeRule(
        viewport: seen, near: span(1, 1), far: span(interestItems, interestItems))
    }
    let border = min(312 / scale, 0.15 * viewport.extent)
    let skew = min(abs(viewport.velocity) * skewTime, 2000 / scale)
    let interest = 3000 / scale
    return RangeRule(
      viewport: seen,
      near: span(
        viewport.velocity < 0 ? max(border, skew) : border,
        viewport.velocity > 0 ? max(border, skew) : border),
      far: span(interest, interest))
  }

  /// Does nothing, because the bins depend on the latest viewport alone.
  func forgetViewport() {}
}

extension TileBins {
  static let descriptor = PolicyDescriptor(
    "tile-bins", "Evicts from the least urgent bin, as Chromium does with tiles.",
    settings: [
      Setting(
        "raster", .choice(Raster.allCases.map { $0.rawValue }), standard: Raster.gpu.rawValue,
        "The time that the skewport (the predicted viewport) looks ahead: gpu 0.2 s, "
          + "software 1 s of movement."),
      Setting(
        "dropsOutside", .flag, standard: "false",
        "Images outside the interest area are dropped even if there is free space."),
      Setting(
        "interestItems", .integer(1...1_000_000), standard: "64",
        "The number of items that the interest area of a replay extends beyond the viewport."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        There are four bins. now overlaps the viewport. soon overlaps the skewport (the viewport \
        extended by 0.2 s of movement, 1 s with raster=software, at most 2 000 px) or a border \
        of min(312 px, 15 % of the viewport). eventually is within 3 000 px, and at last is \
        beyond. Images of the last bin are evicted first, and in a bin the farthest from the \
        viewport, ties by order of storing. px are pixels: points times scale. dropsOutside \
        drops the last bin even if there is free space, reason 'left range'. In replay: border 1 \
        item, no skewport, interestItems. After PictureLayerTiling of Chromium's cc; not checked \
        against a run of it.
        """,
      claims: [.keepsNewcomers, .keepsOldOnRefusal, .mirrors, .bestOnWalks, .reusesIDs],
      score: { setup in
        let bins = TileBins(setup)
        let range = NearestRange(setup)
        return { image, _, viewport in range(of: image, by: bins.follow(viewport)) }
      })
  ) {
    RangePolicy($0, TileBins($0), dropsOutside: $0.settings.flag("dropsOutside"))
  }

  private init(_ setup: PolicySetup) {
    self.init(
      setup, raster: Raster(rawValue: setup.settings["raster"]) ?? .gpu,
      interestItems: setup.settings.integer("interestItems"))
  }
}

/// The score of an image by nested ranges, computed item by item, as one number.
///
/// Policies with ranges declare this number as their score, but compute it in faster ways.
///
/// - Complexity: O(items of the image).
struct NearestRange: Sendable {
  private let placement: ItemPlacement

  init(_ setup: PolicySetup) {
    placement = setup.items
  }

  /// Returns the lowest score of the image's items; infinite if no item shows the image.
  func callAsFunction(of image: ImageID, by rule: RangeRule) -> Double {
    placement.items(showing: image).map { item in
      let index = Int(item.index)
      return rule.score(start: placement.starts[index], end: placement.ends[index], weight: 0)
        .number
    }.min() ?? .infinity
  }
}

/// A rule with nested ranges around the viewport, which scores an item by the first range that it
/// overlaps.
///
/// Range 0 is the viewport, range 1 the near one, range 2 the far one, 3 everything else. An item
/// is in a range if it overlaps it; touching is no overlap. In the same range the distance from the
/// nearest edge of the viewport decides.
struct RangeRule: PlaceRule {
  /// The range, then the distance, compared in this order.
  struct Score: Comparable, BitwiseCopyable {
    var range: Int
    var gap: Double

    static let visible = Score(range: 0, gap: 0)
    static let outside = 3

    static func < (left: Score, right: Score) -> Bool {
      left.range == right.range ? left.gap < right.gap : left.range < right.range
    }

    /// The score as one number in the same order, up to rounding.
    var number: Double { Double(range) * 0x1p36 + min(gap, 0x1p36) }
  }

  /// An interval of the axis without its ends.
  struct Span: Equatable {
    var lower: Double, upper: Double
  }

  var viewport: Span, near: Span, far: Span

  /// The rule for a viewport of length 0 at position 0, with ranges of length 0.
  static let origin = RangeRule(
    viewport: Span(lower: 0, upper: 0), near: Span(lower: 0, upper: 0),
    far: Span(lower: 0, upper: 0))

  func score(start: Double, end: Double, weight: Double) -> Score {
    max(score(startingAt: start), score(endingAt: end))
  }

  private func score(startingAt start: Double) -> Score {
    guard start >= viewport.upper else { return .visible }
    let range = start < near.upper ? 1 : start < far.upper ? 2 : Score.outside
    return Score(range: range, gap: start - viewport.upper)
  }

  private func score(endingAt end: Double) -> Score {
    guard end <= viewport.lower else { return .visible }
    let range = end > near.lower ? 1 : end > far.lower ? 2 : Score.outside
    return Score(range: range, gap: viewport.lower - end)
  }
}

/// A rule that scores an item for eviction by its position and weight; the highest score is evicted
/// first.
///
/// The score never rises with the item's end, never falls with its start, and never falls with the
/// weight: an image farther out on either side, or a heavier one, is evicted first. So the score of
/// the lowest end, the highest start and the greatest weight of many items is an upper bound for
/// all of them.
protocol PlaceRule {
  associatedtype Score: Comparable & BitwiseCopyable

  func score(start: Double, end: Double, weight: Double) -> Score

  /// Returns whether an item below this bound may have a score of at least `record`.
  ///
  /// Rules whose floating-point functions are monotonic only up to rounding return `true` a little
  /// early.
  static func reaches(_ bound: Score, _ record: Score) -> Bool
}

extension PlaceRule {
  static func reaches(_ bound: Score, _ record: Score) -> Bool { bound >= record }
}
