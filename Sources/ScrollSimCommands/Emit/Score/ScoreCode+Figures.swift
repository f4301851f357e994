import ScrollCaching

/// The functions behind the figures.
extension ScoreCode {
  /// Those that the formulas need.
  var figures: [String] {
    Self.apart([
      hasClock ? Self.elapsed : [], hasPlaces ? Self.nearestItem : [],
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

  private static let nearestItem = lines(
    """
    /// The item of an image that is nearest to the middle of the viewport, and how far ahead of it.
    ///
    /// Of two equally near it is the one ahead.
    private func nearestItem(showing image: ImageID) -> (index: Int, offset: Double)? {
      var nearest: (index: Int, offset: Double)?
      for item in placement.items(showing: image) {
        let index = Int(item.index)
        let middle = (placement.starts[index] + placement.ends[index]) / 2
        let offset = (middle - viewport.center) * viewport.direction.sign
        let best = nearest?.offset ?? .infinity
        if abs(offset) < abs(best) || (abs(offset) == abs(best) && offset > best) {
          nearest = (index, offset)
        }
      }
      return nearest
    }
    """)

  private static let gap = lines(
    """
    /// Points between the viewport and an item.
    private func gap(to item: Int?) -> Double {
      guard let item else { return .infinity }
      return max(0, placement.starts[item] - viewport.upper, viewport.lower - placement.ends[item])
    }
    """)

  private static let timeToVisible = lines(
    """
    /// That of the item which is visible first.
    private func timeToVisible(of image: ImageID) -> Double {
      var time = Double.infinity
      for item in placement.items(showing: image) {
        let index = Int(item.index)
        time = min(
          time, arrivals.time(start: placement.starts[index], end: placement.ends[index]))
      }
      return time
    }
    """)

  /// The model of the user.
  var arrivals: [String] { asks(.timeToVisible) ? Self.lines(Self.arrivalsText) : [] }

  /// What counts requests.
  var useCounts: [String] { asks(.uses) ? Self.lines(Self.usesText) : [] }
}
