import ScrollCore

/// Images next to each other, each as large as the viewport; scrolls horizontally.
///
/// Spacing lies between the images, and a page is an image and its spacing, so that one
/// image fills the viewport at rest: a scroll view that is wider than the screen by the
/// spacing, as photo viewers have it.
public struct CarouselLayout: Sendable, Equatable {
  /// Whether a lifted finger takes the content to a page.
  public var paging: Bool
  /// Points between images.
  public var spacing: Double

  /// A carousel.
  /// - Precondition: `spacing` is not negative.
  public init(paging: Bool = true, spacing: Double = 0) {
    precondition(spacing >= 0, "images \(spacing) points apart")
    self.paging = paging
    self.spacing = spacing
  }

  func place(_ count: Int, extent: Double) -> AxisPlacement {
    var placement = AxisPlacement(capacity: count)
    let spacing = spacing.roundedToSixtyFourth
    for item in 0..<count {
      placement.append(length: extent, breadth: 1, after: item == 0 ? 0 : spacing)
    }
    return placement
  }

  /// The length of a page in a viewport of some extent along the axis.
  func page(extent: Double) -> Double {
    AxisPlacement.length(extent) + spacing.roundedToSixtyFourth
  }
}

extension CarouselLayout {
  static let descriptor = LayoutDescriptor(
    "carousel", "Images as large as the viewport, next to each other.",
    settings: [
      Setting("paging", .flag, standard: "true", "Whether scrolling ends on a page."),
      Setting("spacing", .number(0...10_000), standard: "0", "Points between images."),
    ]
  ) {
    .carousel(CarouselLayout(paging: $0.flag("paging"), spacing: $0.number("spacing")))
  }

  var values: [String] { ["\(paging)", spacing.shortest] }
}
