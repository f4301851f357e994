import ScrollCore

/// How far the viewport can move before another item is within reach, or none any more.
///
/// Most frames of a scroll move less than that, and need not look at items at all. On the safe
/// side by a fraction of a point, in which a plan is looked at although nothing changes.
package struct PlanSlack: Sendable {
  /// For the viewport's lower edge.
  private var lowest = Double.infinity, highest = -Double.infinity
  private var extent = 0.0
  private var direction = ScrollDirection.forward
  private var reach = PrefetchReach()

  /// Whether it is the same both ways: nothing depends on where the viewport is.
  private var isEndless = false

  /// None at all.
  init() {}

  /// For rules that plan only when items enter.
  static let endless = {
    var slack = PlanSlack()
    slack.isEndless = true
    return slack
  }()

  /// The slack around a viewport whose ranks are known.
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

  /// Whether the ranks of a viewport as long, for whom the reach is the same, are those that
  /// the slack is around.
  @inline(__always)
  func covers(lower: Double, _ direction: ScrollDirection) -> Bool {
    isEndless || (lowest < lower && lower < highest && direction == self.direction)
  }

  /// Whether the ranks of a viewport are those that the slack is around.
  func covers(_ viewport: Viewport, _ reach: PrefetchReach) -> Bool {
    lowest < viewport.lower && viewport.lower < highest && viewport.extent == extent
      && viewport.direction == direction && reach == self.reach
  }
}

extension ItemEdges {
  /// How far an edge can go down and up.
  struct Slack {
    var down: Double, up: Double

    mutating func narrow(to other: Slack) {
      down = min(down, other.down)
      up = min(up, other.up)
    }
  }

  /// Far more than sums of positions are rounded by.
  private static let margin = 1.0 / 1024

  /// How far an edge of a rank by starts can go within that rank.
  func slack(startRank rank: Int32, at position: Double) -> Slack {
    slack(Int(rank), in: placement.starts, at: position)
  }

  /// How far an edge of a rank by ends can go within that rank.
  func slack(endRank rank: Int32, at position: Double) -> Slack {
    slack(Int(rank), in: ends, at: position)
  }

  private func slack(_ rank: Int, in values: [Double], at position: Double) -> Slack {
    Slack(
      down: rank > 0 ? position - values[rank - 1] - Self.margin : .infinity,
      up: rank < values.count ? values[rank] - position - Self.margin : .infinity)
  }
}
