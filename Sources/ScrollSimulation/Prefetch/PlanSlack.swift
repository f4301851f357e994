import ScrollCore

/// The distance that the viewport can move before an item enters or leaves the range that a
/// prefetcher plans.
///
/// In most frames of a scroll the viewport moves less, and the simulation need not call the rule.
/// To be safe, the slack is shorter than possible by a fraction of a point, so a few calls change
/// nothing.
package struct PlanSlack: Sendable {
  /// The interval within which the viewport's lower edge can move.
  private var lowest = Double.infinity, highest = -Double.infinity
  private var extent = 0.0
  private var direction = ScrollDirection.forward
  private var reach = PrefetchReach()

  /// A Boolean value that indicates whether the slack is unlimited, because the plan does not
  /// depend on the viewport's position.
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

  /// Returns a Boolean value that indicates whether a viewport at another position has the same
  /// ranks as the slack's viewport.
  ///
  /// It must have the same length and reach.
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

  /// A margin in points by which the slack is shortened; it is far larger than rounding errors of
  /// positions.
  private static let margin = 1.0 / 1024

  /// Returns the distances that an edge can move without a change of its rank by starts.
  func slack(startRank rank: Int32, at position: Double) -> Slack {
    slack(Int(rank), in: placement.starts, at: position)
  }

  /// Returns the distances that an edge can move without a change of its rank by ends.
  func slack(endRank rank: Int32, at position: Double) -> Slack {
    slack(Int(rank), in: ends, at: position)
  }

  private func slack(_ rank: Int, in values: [Double], at position: Double) -> Slack {
    Slack(
      down: rank > 0 ? position - values[rank - 1] - Self.margin : .infinity,
      up: rank < values.count ? values[rank] - position - Self.margin : .infinity)
  }
}
