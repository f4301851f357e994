public import ScrollCore

/// The placement of items along the scroll axis.
///
///     let layout = try Layout(parsing: "grid:columns=4:spacing=2")
///     let placement = try layout.place(images, aspectRatios: ratios, imageCount: 9, in: viewport)
///     print(placement.extent, layout)
///
/// Positions are rounded to 1/64 pt, and every item is at least 1/64 pt long.
public enum Layout: Sendable, Equatable {
  case list(ListLayout)
  case grid(GridLayout)
  case waterfall(WaterfallLayout)
  case carousel(CarouselLayout)
  case feed(FeedLayout)

  /// The direction in which a layout scrolls.
  public enum Axis: String, Sendable, CaseIterable {
    case vertical
    case horizontal
  }

  public var axis: Axis {
    switch self {
    case .list, .grid, .waterfall, .feed: .vertical
    case .carousel: .horizontal
    }
  }

  /// Returns the viewport's length along the axis in points.
  public func extent(of viewport: ViewportSize) -> Double {
    axis == .vertical ? viewport.height : viewport.width
  }

  /// Returns the viewport's length across the axis in points.
  public func breadth(of viewport: ViewportSize) -> Double {
    axis == .vertical ? viewport.width : viewport.height
  }

  /// Returns the length of a page in points; `nil` if scrolling does not page.
  public func page(in viewport: ViewportSize) -> Double? {
    guard case .carousel(let carousel) = self, carousel.paging else { return nil }
    return carousel.page(extent: extent(of: viewport))
  }

  /// Places items.
  ///
  /// Without items the placement has no extent.
  /// - Parameters:
  ///   - images: the image of each item.
  ///   - aspectRatios: the height divided by the width of each item's image; used by waterfalls and
  ///     feeds, and by lists whose rows have their images' heights.
  ///   - imageCount: the number of all images, even if no item shows them.
  ///   - viewport: the size in points.
  /// - Returns: the items in scroll order.
  /// - Throws: `LayoutError` for an impossible viewport or ratio.
  public func place(
    _ images: [ImageID], aspectRatios: [Double], imageCount: Int, in viewport: ViewportSize
  ) throws(LayoutError) -> ItemPlacement {
    precondition(
      aspectRatios.count == images.count, "\(aspectRatios.count) ratios, \(images.count) items")
    let axis = try axisPlacement(aspectRatios, in: viewport)
    return ItemPlacement(
      starts: axis.starts, ends: axis.ends, breadths: axis.breadths, images: images,
      extent: axis.extent, imageCount: imageCount)
  }

  /// Returns the positions along the axis of items with these ratios.
  func axisPlacement(
    _ aspectRatios: [Double], in viewport: ViewportSize
  ) throws(LayoutError) -> AxisPlacement {
    guard viewport.width > 0, viewport.height > 0, viewport.width <= 1e6, viewport.height <= 1e6
    else { throw .noViewport(viewport) }
    for (item, ratio) in aspectRatios.enumerated() where !(ratio > 0 && ratio <= 1e6) {
      throw .aspectRatio(item: item, ratio)
    }
    let (count, breadth) = (aspectRatios.count, breadth(of: viewport))
    return switch self {
    case .list(let list): list.place(count, aspectRatios: aspectRatios, breadth: breadth)
    case .grid(let grid): try grid.place(count, breadth: breadth)
    case .waterfall(let waterfall):
      try waterfall.place(count, aspectRatios: aspectRatios, breadth: breadth)
    case .carousel(let carousel): carousel.place(count, extent: extent(of: viewport))
    case .feed(let feed): feed.place(count, aspectRatios: aspectRatios, breadth: breadth)
    }
  }
}

extension Layout {
  /// Parses `list`, `grid:columns=3:spacing=2:aspect=1`, `waterfall` or `carousel:paging=false`.
  public init(parsing text: String) throws(ChoiceError) {
    let choice = try Catalog<LayoutDescriptor>.builtIn.choose(text)
    self = choice.entry.layout(choice.settings)
  }
}

extension Layout: CustomStringConvertible {
  /// The text from which `init(parsing:)` creates the same layout; it omits settings at their
  /// defaults.
  public var description: String {
    switch self {
    case .list(let list): ListLayout.descriptor.text(of: list.values)
    case .grid(let grid): GridLayout.descriptor.text(of: grid.values)
    case .waterfall(let waterfall): WaterfallLayout.descriptor.text(of: waterfall.values)
    case .carousel(let carousel): CarouselLayout.descriptor.text(of: carousel.values)
    case .feed(let feed): FeedLayout.descriptor.text(of: feed.values)
    }
  }
}

extension Layout {
  /// Places the available items of a session as if no other items existed.
  ///
  /// The others lie at `LayoutEpoch.absentAbove` and `LayoutEpoch.absentBelow`, without length and
  /// breadth.
  /// - Parameters:
  ///   - available: the indices of the available items.
  ///   - session: every item of the session with its image; the positions are ignored.
  ///   - aspectRatios: the height divided by the width of each item's image, for every item of the
  ///     session.
  ///   - viewport: the size in points.
  /// - Returns: the placement of every item of the session, with the content length of the
  ///   available items.
  /// - Throws: `LayoutError` for an impossible viewport or ratio.
  /// - Precondition: the session has the available items.
  public func place(
    only available: Range<Int>, of session: ItemPlacement, aspectRatios: [Double],
    in viewport: ViewportSize
  ) throws(LayoutError) -> ItemPlacement {
    precondition(
      aspectRatios.count == session.count,
      "\(aspectRatios.count) ratios, \(session.count) items")
    let axis = try axisPlacement(Array(aspectRatios[available]), in: viewport)
    let above = available.lowerBound, below = session.count - available.upperBound
    func surrounded(_ values: [Double], _ first: Double, _ last: Double) -> [Double] {
      Array(repeating: first, count: above) + values + Array(repeating: last, count: below)
    }
    let (first, last) = (LayoutEpoch.absentAbove, LayoutEpoch.absentBelow)
    return session.moved(
      starts: surrounded(axis.starts, first, last), ends: surrounded(axis.ends, first, last),
      breadths: surrounded(axis.breadths, 0, 0), extent: axis.extent)
  }
}

/// The size of the visible part of the content, in points.
public struct ViewportSize: Hashable, Sendable {
  public var width: Double, height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

extension ViewportSize: CustomStringConvertible {
  public var description: String { "\(width.shortest)x\(height.shortest)" }
}

extension Double {
  /// The number without an unneeded fraction: `320`, `0.5`.
  var shortest: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)"
  }
}

/// An error because a layout cannot place the content.
///
/// Items count from 0, also in messages.
public enum LayoutError: Error, Equatable {
  /// A viewport without size.
  case noViewport(ViewportSize)
  /// An item whose height divided by width is not a positive number, or is above a million.
  case aspectRatio(item: Int, Double)
  /// Too many columns, or too much spacing, so that no width is left for the cells.
  case noRoomForColumns(Int, spacing: Double, breadth: Double)
}

extension LayoutError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noViewport(let size):
      "the viewport is \(size) points; expected a positive width and height"
    case .aspectRatio(let item, let ratio):
      "item \(item) is \(ratio) times as high as wide; expected a positive number up to 1e6"
    case .noRoomForColumns(let columns, let spacing, let breadth):
      "\(columns) columns \(spacing.shortest) points apart do not fit in \(breadth.shortest) "
        + "points"
    }
  }
}
