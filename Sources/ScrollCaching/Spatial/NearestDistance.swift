import ScrollCore

/// The distance of an image from where the user looks, item by item as it is written down.
///
/// What spatial policies declare as their score: they themselves have faster ways.
///
/// - Complexity: O(items of the image).
struct NearestDistance: Sendable {
  private let placement: ItemPlacement
  private let lead: Double

  init(_ setup: PolicySetup, lead: Double) {
    placement = setup.items
    self.lead = lead
  }

  /// That of the nearest item; infinite where no item shows the image.
  func callAsFunction(to image: ImageID, from viewport: Viewport) -> Double {
    self(to: image, from: viewport.center, viewport.direction)
  }

  /// The same from a position, for a user who goes in a direction.
  func callAsFunction(
    to image: ImageID, from center: Double, _ direction: ScrollDirection
  ) -> Double {
    let sign = direction.sign
    var nearest = Double.infinity
    for item in placement.items(showing: image) {
      let index = Int(item.index)
      let middle = (placement.starts[index] + placement.ends[index]) / 2
      let isAhead = sign * (middle - center) >= 0
      nearest = min(nearest, abs(middle - center) * (isAhead ? 1 : lead))
    }
    return nearest
  }
}
