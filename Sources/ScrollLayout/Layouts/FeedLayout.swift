import ScrollCore

/// A layout of posts below each other, each with two items: the author's picture and the post's
/// picture.
///
/// The first item of a post is a square at the leading edge. The second item is as wide as the
/// viewport and as high as its image at this width.
public struct FeedLayout: Sendable, Equatable {
  /// The side of an author's picture in points.
  public var avatar: Double
  /// The points between posts.
  public var spacing: Double

  /// Creates a feed.
  /// - Precondition: `avatar` is positive, `spacing` not negative.
  public init(avatar: Double = 44, spacing: Double = 0) {
    precondition(avatar > 0 && spacing >= 0, "pictures of \(avatar), posts \(spacing) apart")
    self.avatar = avatar
    self.spacing = spacing
  }

  func place(_ count: Int, aspectRatios: [Double], breadth: Double) -> AxisPlacement {
    var placement = AxisPlacement(capacity: count)
    let spacing = spacing.roundedToSixtyFourth
    for item in 0..<count {
      if item.isMultiple(of: 2) {
        placement.append(
          length: avatar, breadth: min(1, avatar / breadth), after: item == 0 ? 0 : spacing)
      } else {
        placement.append(length: breadth * aspectRatios[item], breadth: 1, after: 0)
      }
    }
    return placement
  }
}

extension FeedLayout {
  static let descriptor = LayoutDescriptor(
    "feed", "Posts of two items each: an author's small picture, and a full-width one under it.",
    settings: [
      Setting(
        "avatar", .number(1...10_000), standard: "44", "Side of an author's picture in points."),
      Setting("spacing", .number(0...10_000), standard: "0", "Points between posts."),
    ]
  ) { .feed(FeedLayout(avatar: $0.number("avatar"), spacing: $0.number("spacing"))) }

  var values: [String] { [avatar.shortest, spacing.shortest] }
}
