import ScrollCore

/// The score of an image by nested ranges, item by item, as one number.
///
/// What policies by ranges declare as their score: they themselves have faster ways.
///
/// - Complexity: O(items of the image).
struct NearestRange: Sendable {
  private let placement: ItemPlacement

  init(_ setup: PolicySetup) {
    placement = setup.items
  }

  /// That of the item that speaks most for keeping it; infinite where no item shows the image.
  func callAsFunction(of image: ImageID, by rule: RangeRule) -> Double {
    placement.items(showing: image).map { item in
      let index = Int(item.index)
      return rule.score(start: placement.starts[index], end: placement.ends[index], weight: 0)
        .number
    }.min() ?? .infinity
  }
}
