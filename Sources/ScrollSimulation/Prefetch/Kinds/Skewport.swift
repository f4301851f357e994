import ScrollCore

/// Asks as Chromium's compositor orders its tiles: by bin, then by distance from the viewport.
///
/// *Soon* is what overlaps the skewport, the viewport extended to where it will be after
/// `target` seconds at the speed of the last two frames, at most `limit` pixels, or the soon
/// border: `border` pixels around the viewport, or `borderShare` of its longer side where that is
/// less. *Eventually* is what is within `interest` pixels. Pixels are those of the screen: points
/// times scale.
///
/// Chromium looks 0.2 s ahead where the graphics processor draws tiles and 1 s where software
/// does. After `PictureLayerTiling` and `TileManager` of its `cc` (2025), described from the
/// sources' behaviour. Differences: what is visible is no business of a prefetcher; beyond
/// 1 000 px the compositor only decodes images, which is all that there is here; the order within
/// a bin is that of the frame in which an item entered the plan.
public struct Skewport: Sendable, Equatable {
  /// Seconds of movement.
  public var target: Double
  /// Pixels.
  public var limit: Double, border: Double
  /// Of the viewport's longer side.
  public var borderShare: Double
  /// Pixels.
  public var interest: Double
  public var cancelsOnReversal: Bool

  /// A skewport.
  /// - Precondition: nothing is negative.
  public init(
    target: Double = 0.2, limit: Double = 2000, border: Double = 312, borderShare: Double = 0.15,
    interest: Double = 3000, cancelsOnReversal: Bool = false
  ) {
    precondition(
      target >= 0 && limit >= 0 && border >= 0 && borderShare >= 0 && interest >= 0,
      "a skewport of \(target) s, \(limit) px, \(border) px, \(borderShare), \(interest) px")
    self.target = target
    self.limit = limit
    self.border = border
    self.borderShare = borderShare
    self.interest = interest
    self.cancelsOnReversal = cancelsOnReversal
  }

  func reach(
    _ viewport: Viewport, velocity: Double, breadth: Double, scale: Double
  ) -> PrefetchReach {
    let border = min(border / scale, borderShare * max(viewport.extent, breadth))
    let skew = min(abs(velocity) * target, limit / scale)
    let isAhead = velocity * viewport.direction.sign >= 0
    let interest = interest / scale
    return PrefetchReach(
      soonAhead: isAhead ? max(border, skew) : border,
      soonBehind: isAhead ? border : max(border, skew), ahead: interest, behind: interest)
  }
}

/// How fast the viewport moved during the last two frames.
struct Displacement: Sendable {
  private var previous: (time: SimTime, offset: Double)?
  private var oneBefore: (time: SimTime, offset: Double)?

  /// Points per second between the frame before the last one and this one; over one frame in the
  /// second, 0 in the first.
  mutating func follow(_ viewport: Viewport) -> Double {
    let base = oneBefore ?? previous
    oneBefore = previous
    previous = (viewport.time, viewport.lower)
    guard let base, viewport.time > base.time else { return 0 }
    return (viewport.lower - base.offset) / (viewport.time - base.time).seconds
  }
}

extension Skewport: PrefetcherKind {
  static let descriptor = PrefetcherDescriptor(
    "skewport", "Asks as Chromium's compositor does: soon by speed, then what is around.",
    settings: [
      Setting("target", .number(0...10), standard: "0.2", "Seconds of movement ahead."),
      Setting("limit", .number(0...100_000), standard: "2000", "Pixels that this is at most."),
      Setting("border", .number(0...100_000), standard: "312", "Pixels around the viewport."),
      Setting(
        "borderShare", .number(0...10), standard: "0.15",
        "What the border is at most, as a share of the viewport's longer side."),
      Setting(
        "interest", .number(0...1_000_000), standard: "3000",
        "Pixels around the viewport that are worth a prefetch."),
      .cancelOnReversal(false),
    ]
  ) {
    .skewport(
      Skewport(
        target: $0.number("target"), limit: $0.number("limit"), border: $0.number("border"),
        borderShare: $0.number("borderShare"), interest: $0.number("interest"),
        cancelsOnReversal: $0.cancelsOnReversal))
  }

  var values: [String] {
    [target, limit, border, borderShare, interest].map(\.settingText) + ["\(cancelsOnReversal)"]
  }
}
