import ScrollCore

/// A layout of images next to each other, each as large as the viewport, that scroll horizontally.
///
/// A page is an image and the spacing after it, so one image fills the viewport at rest. Photo
/// viewers use a scroll view of this kind, which is wider than the screen by the spacing.
public struct CarouselLayout: Sendable, Equatable {
  /// A Boolean value that indicates whether the content comes to rest at a page when the finger
  /// lifts.
  public var paging: Bool
  /// The points between images.
  public var spacing: Double

  /// Creates a carousel.
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

  /// Returns the length of a page in a viewport of some extent along the axis.
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

/// The intervals of items along the axis, appended by ascending starts.
///
/// Every length is rounded to 1/64 pt and is at least 1/64 pt. So sums of lengths are exact, and
/// every item has a length and can become visible.
struct AxisPlacement {
  private(set) var starts: [Double] = [], ends: [Double] = [], breadths: [Double] = []

  /// The greatest end of an item; 0 without items.
  private(set) var extent = 0.0

  /// Creates an empty placement with space for a number of items.
  init(capacity: Int) {
    starts.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
    breadths.reserveCapacity(capacity)
  }

  /// Returns the length of an item: rounded to 1/64 of a point, and at least 1/64 of a point.
  static func length(_ points: Double) -> Double { max(1.0 / 64, points.roundedToSixtyFourth) }

  /// Adds an item after the last one.
  mutating func append(length: Double, breadth: Double, after spacing: Double) {
    append(length: length, breadth: breadth, at: extent + spacing)
  }

  /// Adds an item at a position that is not lower than that of the last one.
  mutating func append(length: Double, breadth: Double, at start: Double) {
    let end = start + Self.length(length)
    starts.append(start)
    ends.append(end)
    breadths.append(breadth)
    extent = max(extent, end)
  }

  /// Adds an item at the position of the last one; a first item gets position 0 and no length.
  mutating func appendBeside(breadth: Double) {
    starts.append(starts.last ?? 0)
    ends.append(ends.last ?? 0)
    breadths.append(breadth)
  }
}
