import ScrollCore

/// The positions of the images relative to the viewport, and the times at which they are expected
/// to be visible.
struct ImagePlaces {
  private var viewport: Viewport
  private var placement: ItemPlacement
  /// The item of each image that has exactly one; -1 for the others.
  private var onlyItems: [Int32] = []
  /// The expected times until items are visible, from the user's scrolls so far.
  private var arrivals: Arrivals
  private var arrival: ArrivalRule
  /// Boolean values that indicate which data the formulas use; the other data are not kept.
  private let needsItems: Bool, needsArrivals: Bool
  /// A Boolean value that indicates whether positions are reported image by image; `told` then
  /// holds them.
  private let isTold: Bool
  private var told: ReportedPlaces

  init(_ setup: PolicySetup, for variables: Set<ScoreVariable>) {
    let needsItems = variables.contains { $0.isSpatial && $0 != .velocity }
    self.needsItems = needsItems
    needsArrivals = variables.contains(.timeToVisible)
    let placement = needsItems ? setup.items : .unknown(imageCount: 0)
    let isTold = needsItems && placement.count == 0
    (self.placement, self.isTold) = (placement, isTold)
    told = ReportedPlaces(imageCount: isTold ? setup.imageCount : 0)
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
    arrivals = Arrivals(setup, dwell: Arrivals.dwell, cruise: Arrivals.cruise)
    arrival = arrivals.origin(direction: setup.direction)
    findOnlyItems()
  }

  mutating func moved(to viewport: Viewport) {
    self.viewport = viewport
    if needsArrivals { arrival = arrivals.follow(viewport) }
  }

  mutating func placementChanged(to placement: ItemPlacement) {
    self.placement = placement
    findOnlyItems()
    if needsArrivals { arrival = arrivals.placementChanged(to: placement) }
  }

  private mutating func findOnlyItems() {
    guard needsItems, !isTold else { return }
    onlyItems = []
    onlyItems.reserveCapacity(placement.imageCount)
    for image in 0..<placement.imageCount {
      let items = placement.items(showing: ImageID(image))
      onlyItems.append(items.count == 1 ? items.first?.index ?? -1 : -1)
    }
  }

  /// Records the items that show an image from now on.
  mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    if isTold { told.place(image, at: items) }
  }

  /// Grows the table to `count` images; the number of images never decreases.
  /// - Precondition: Positions of items are reported image by image, or are not used.
  mutating func grow(toImageCount count: Int) {
    precondition(isTold || !needsItems, "a layout of \(onlyItems.count) images has no others")
    if isTold { told.grow(toImageCount: count) }
  }

  /// The speed in the direction of travel, in points per second.
  var velocity: Double { viewport.velocity * viewport.direction.sign }

  /// Returns the distance by which the middle of an image is ahead of the middle of the viewport;
  /// negative infinity if no item shows the image.
  func offset(of image: ImageID) -> Double {
    isTold
      ? nearestSpan(of: image)?.offset ?? -.infinity
      : nearestItem(of: image)?.offset ?? -.infinity
  }

  /// Returns the distance between an image and the viewport, edge to edge.
  func gap(of image: ImageID) -> Double {
    if isTold {
      guard let span = nearestSpan(of: image)?.span else { return .infinity }
      return max(0, span.start - viewport.upper, viewport.lower - span.end)
    }
    guard let item = nearestItem(of: image)?.index else { return .infinity }
    return max(0, placement.starts[item] - viewport.upper, viewport.lower - placement.ends[item])
  }

  /// Returns the time until the first of the image's items is visible.
  func timeToVisible(of image: ImageID) -> Double {
    if isTold {
      var time = Double.infinity
      for number in 0..<told.itemCount(of: image) {
        let span = told.span(ofItem: number, of: image)
        time = min(time, arrival.score(start: span.start, end: span.end, weight: 1))
      }
      return time
    }
    let only = Int(onlyItems[Int(image.index)])
    if only >= 0 { return min(.infinity, timeToVisible(ofItem: only)) }
    var time = Double.infinity
    for item in placement.items(showing: image) {
      time = min(time, timeToVisible(ofItem: Int(item.index)))
    }
    return time
  }

  private func timeToVisible(ofItem item: Int) -> Double {
    arrival.score(start: placement.starts[item], end: placement.ends[item], weight: 1)
  }

  /// Returns the item of an image that is nearest to the middle of the viewport.
  private func nearestItem(of image: ImageID) -> (index: Int, offset: Double)? {
    let only = Int(onlyItems[Int(image.index)])
    if only >= 0 {
      let offset = offset(ofItem: only)
      return abs(offset) < .infinity ? (index: only, offset: offset) : nil
    }
    var nearest: (index: Int, offset: Double)?
    for item in placement.items(showing: image) {
      let offset = offset(ofItem: Int(item.index))
      let best = nearest?.offset ?? .infinity
      if abs(offset) < abs(best) || (abs(offset) == abs(best) && offset > best) {
        nearest = (Int(item.index), offset)
      }
    }
    return nearest
  }

  private func offset(ofItem item: Int) -> Double {
    offset(from: placement.starts[item], to: placement.ends[item])
  }

  private func offset(from start: Double, to end: Double) -> Double {
    ((start + end) / 2 - viewport.center) * viewport.direction.sign
  }

  /// Returns the nearest item if items are reported image by image.
  private func nearestSpan(of image: ImageID) -> (span: ReportedPlaces.Span, offset: Double)? {
    var nearest: (span: ReportedPlaces.Span, offset: Double)?
    for number in 0..<told.itemCount(of: image) {
      let span = told.span(ofItem: number, of: image)
      let offset = offset(from: span.start, to: span.end)
      let best = nearest?.offset ?? .infinity
      if abs(offset) < abs(best) || (abs(offset) == abs(best) && offset > best) {
        nearest = (span, offset)
      }
    }
    return nearest
  }
}
