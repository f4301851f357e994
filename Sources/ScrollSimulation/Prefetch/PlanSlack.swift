import ScrollCore

/// The distance that the viewport can move before an item enters or leaves the reach.
///
/// Most frames of a scroll move less than that and need not examine items. The slack is too short
/// by a fraction of a point, so some plans are examined although nothing changes.
package struct PlanSlack: Sendable {
  /// The interval of the viewport's lower edge.
  private var lowest = Double.infinity, highest = -Double.infinity
  private var extent = 0.0
  private var direction = ScrollDirection.forward
  private var reach = PrefetchReach()

  /// A Boolean value that indicates whether the slack is unlimited, because nothing depends on
  /// where the viewport is.
  private var isEndless = false

  /// Creates a slack of zero.
  init() {}

  /// The slack for rules that plan only when items enter.
  static let endless = {
    var slack = PlanSlack()
    slack.isEndless = true
    return slack
  }()

  /// Creates the slack around a viewport whose ranks are known.
  init(
    _ ranks: PlannedRanks, of reach: PrefetchReach, _ viewport: Viewport,
    _ edges: borrowing ItemEdges
  ) {
    let isForward = viewport.direction == .forward
    let (soonAbove, above) =
      isForward ? (reach.soonAhead, reach.ahead) : (reach.soonBehind, reach.behind)
    let (soonBelow, below) =
      isForward ? (reach.soonBehind, reach.behind) : (reach.soonAhead, reach.ahead)
    var slack = edges.slack(startRank: ranks.above.near, at: viewport.upper)
    slack.narrow(to: edges.slack(endRank: ranks.below.near, at: viewport.lower))
    if soonAbove > 0 {
      slack.narrow(
        to: edges.slack(startRank: ranks.above.soon, at: viewport.upper + soonAbove))
    }
    if above > soonAbove {
      slack.narrow(to: edges.slack(startRank: ranks.above.far, at: viewport.upper + above))
    }
    if soonBelow > 0 {
      slack.narrow(to: edges.slack(endRank: ranks.below.soon, at: viewport.lower - soonBelow))
    }
    if below > soonBelow {
      slack.narrow(to: edges.slack(endRank: ranks.below.far, at: viewport.lower - below))
    }
    lowest = viewport.lower - slack.down
    highest = viewport.lower + slack.up
    extent = viewport.extent
    direction = viewport.direction
    self.reach = reach
  }

  /// Returns a Boolean value that indicates whether a viewport of the same length and reach has the
  /// same ranks as the slack's viewport.
  @inline(__always)
  func covers(lower: Double, _ direction: ScrollDirection) -> Bool {
    isEndless || (lowest < lower && lower < highest && direction == self.direction)
  }

  /// Returns a Boolean value that indicates whether a viewport has the same ranks as the slack's
  /// viewport.
  func covers(_ viewport: Viewport, _ reach: PrefetchReach) -> Bool {
    lowest < viewport.lower && viewport.lower < highest && viewport.extent == extent
      && viewport.direction == direction && reach == self.reach
  }
}

extension ItemEdges {
  /// The distances that an edge can move down and up.
  struct Slack {
    var down: Double, up: Double

    mutating func narrow(to other: Slack) {
      down = min(down, other.down)
      up = min(up, other.up)
    }
  }

  /// A margin that is far larger than the rounding of sums of positions.
  private static let margin = 1.0 / 1024

  /// Returns the distance that an edge can move within its rank by starts.
  func slack(startRank rank: Int32, at position: Double) -> Slack {
    slack(Int(rank), in: placement.starts, at: position)
  }

  /// Returns the distance that an edge can move within its rank by ends.
  func slack(endRank rank: Int32, at position: Double) -> Slack {
    slack(Int(rank), in: ends, at: position)
  }

  private func slack(_ rank: Int, in values: [Double], at position: Double) -> Slack {
    Slack(
      down: rank > 0 ? position - values[rank - 1] - Self.margin : .infinity,
      up: rank < values.count ? values[rank] - position - Self.margin : .infinity)
  }
}
