import ScrollCaching

/// The functions behind the figures.
extension ScoreCode {
  /// Those that the formulas need.
  var figures: [String] {
    Self.apart([
      hasClock ? Self.elapsed : [], hasPlacement ? Self.items : [],
      hasPlaces ? Self.nearestItem : [],
      asks(.gap, .visible) ? Self.gap : [], asks(.timeToVisible) ? Self.timeToVisible : [],
    ])
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static let elapsed = lines(
    """
    /// Seconds, in a replay requests.
    private func elapsed(since time: SimTime) -> Double {
      Double((now - time).nanoseconds) / unit
    }
    """)

  private static let items = lines(
    """
    /// Every item that shows an image, in the order of the content.
    private func forEachItem(showing image: ImageID, _ body: (Range<Double>) -> Void) {
      guard places.isEmpty else { return places[Int(image.index)].forEach(body) }
      for item in placement.items(showing: image) {
        let index = Int(item.index)
        body(placement.starts[index]..<placement.ends[index])
      }
    }
    """)

  private static let nearestItem = lines(
    """
    /// The item of an image that is nearest to the middle of the viewport, and how far ahead of it.
    ///
    /// Of two equally near it is the one ahead.
    private func nearestItem(showing image: ImageID) -> (item: Range<Double>, offset: Double)? {
      var nearest: (item: Range<Double>, offset: Double)?
      forEachItem(showing: image) { item in
        let middle = (item.lowerBound + item.upperBound) / 2
        let offset = (middle - viewport.center) * viewport.direction.sign
        let best = nearest?.offset ?? .infinity
        if abs(offset) < abs(best) || (abs(offset) == abs(best) && offset > best) {
          nearest = (item, offset)
        }
      }
      return nearest
    }
    """)

  private static let gap = lines(
    """
    /// Points between the viewport and an item.
    private func gap(to item: Range<Double>?) -> Double {
      guard let item else { return .infinity }
      return max(0, item.lowerBound - viewport.upper, viewport.lower - item.upperBound)
    }
    """)

  private static let timeToVisible = lines(
    """
    /// That of the item which is visible first.
    private func timeToVisible(of image: ImageID) -> Double {
      var time = Double.infinity
      forEachItem(showing: image) { item in
        time = min(time, arrivals.time(start: item.lowerBound, end: item.upperBound))
      }
      return time
    }
    """)

  /// The model of the user.
  var arrivals: [String] { asks(.timeToVisible) ? Self.lines(Self.arrivalsText) : [] }

  /// What counts requests.
  var useCounts: [String] { asks(.uses) ? Self.lines(Self.usesText) : [] }
}
