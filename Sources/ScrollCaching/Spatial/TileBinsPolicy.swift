public import ScrollCore

/// Gives up the image of the least urgent bin, as Chromium's compositor gives up tiles.
///
/// Bins: *now* overlaps the viewport; *soon* overlaps the skewport or the soon border;
/// *eventually* overlaps the interest area; *at last* is everything else. The last bin leaves
/// first, in a bin whoever is farthest from the viewport, among equals the one that was stored
/// first. Of several items of one image the one that speaks most for keeping it counts; an image
/// without items leaves before all others, in order of storing.
///
/// The skewport is the viewport, extended on the side where it goes by the way of 0.2 s at its
/// velocity (1 s with `raster=software`), at most 2 000 px. The soon border is 312 px on both
/// sides, or 15 % of the viewport where that is less; the interest area 3 000 px. These are
/// pixels of the screen, points times the device's scale, so the rule is not scale invariant.
///
/// With `dropsOutside` whatever is outside the interest area of a new viewport is dropped at
/// once, however much room there is, as the compositor deletes such tiles.
///
/// After `PictureLayerTiling` and `TileManager` of Chromium's `cc` (2025), which take the longer
/// side of the layer for the soon border: a policy knows only the side along the scroll. Overlap
/// is that of `cc`: touching is none. Tiles of the bin now that are occluded do not exist here.
/// Described from the sources' behaviour; not checked against a run of Chromium. In `replay`
/// lengths count items: the viewport and the soon border are 1 long, the skewport is the
/// viewport, the interest area reaches `interestItems` beyond it.
///
/// - Complexity: O(log items) per insertion, removal and eviction, plus the number of equally
///   far images.
public struct TileBinsPolicy: EvictionPolicy, ~Copyable {
  /// What draws the tiles: the slower, the earlier they are wanted.
  public enum Raster: String, CaseIterable, Sendable {
    case gpu, software
  }

  private var residents: PlacedImages<RangeRule>
  private let bins: TileBins
  private let dropsOutside: Bool

  /// A policy for the images and items of a set-up.
  /// - Precondition: `interestItems` is positive.
  public init(
    _ setup: PolicySetup, raster: Raster = .gpu, dropsOutside: Bool = false,
    interestItems: Int = 64
  ) {
    precondition(interestItems > 0, "an interest area of \(interestItems) items")
    residents = PlacedImages(setup, by: .edges, rule: .origin)
    bins = TileBins(setup, raster: raster, interestItems: interestItems)
    self.dropsOutside = dropsOutside
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    residents.rule = bins.around(viewport)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    residents.move(to: placement)
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { residents.remove(image) }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    residents.removeFirst(sparing: pins)
  }

  public mutating func popStray(sparing pins: borrowing PinSet) -> ImageID? {
    guard dropsOutside else { return nil }
    return residents.removeFirst(sparing: pins) { $0.range == RangeRule.Score.outside }
  }
}

/// The bins around a viewport.
private struct TileBins: Sendable {
  /// Pixels per point; nil in a replay, where lengths count items.
  let scale: Double?
  /// How many seconds of movement the skewport reaches.
  let skewTime: Double
  let interestItems: Double

  init(_ setup: PolicySetup, raster: TileBinsPolicy.Raster, interestItems: Int) {
    scale = setup.clock == .requests ? nil : setup.scale
    skewTime = raster == .gpu ? 0.2 : 1
    self.interestItems = Double(interestItems)
  }

  func around(_ viewport: Viewport) -> RangeRule {
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
}

extension TileBinsPolicy {
  static let descriptor = PolicyDescriptor(
    "tile-bins", "Gives up the image of the least urgent bin, as Chromium does with tiles.",
    settings: [
      Setting(
        "raster", .choice(Raster.allCases.map(\.rawValue)), standard: Raster.gpu.rawValue,
        "How far ahead the skewport looks: gpu 0.2 s, software 1 s of movement."),
      Setting(
        "dropsOutside", .flag, standard: "false",
        "Whether an image outside the interest area is dropped though there is room."),
      Setting(
        "interestItems", .integer(1...1_000_000), standard: "64",
        "How many items the interest area of a replay reaches beyond the viewport."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Bins: now overlaps the viewport; soon the skewport (extended by 0.2 s of movement, 1 s \
        with raster=software, at most 2 000 px) or a border of min(312 px, 15 % of the \
        viewport); eventually is within 3 000 px; at last is beyond. The last bin leaves first, \
        in a bin the farthest from the viewport, ties by order of storing. px are pixels: \
        points times scale. dropsOutside drops the last bin however much room there is, \
        reason 'left range'. In replay: border 1 item, no skewport, interestItems. After \
        PictureLayerTiling of Chromium's cc; not checked against a run of it.
        """,
      claims: [.keepsNewcomers, .keepsOldOnRefusal, .mirrors, .bestOnWalks],
      score: { setup in
        let bins = TileBins(
          setup, raster: Raster(rawValue: setup.settings["raster"]) ?? .gpu,
          interestItems: setup.settings.integer("interestItems"))
        let range = NearestRange(setup)
        return { image, _, viewport in range(of: image, by: bins.around(viewport)) }
      })
  ) {
    TileBinsPolicy(
      $0, raster: Raster(rawValue: $0.settings["raster"]) ?? .gpu,
      dropsOutside: $0.settings.flag("dropsOutside"),
      interestItems: $0.settings.integer("interestItems"))
  }
}
