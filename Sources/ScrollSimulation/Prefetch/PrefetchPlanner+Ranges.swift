import ScrollCore

/// From distances around the viewport to items.
extension PrefetchPlanner {
  /// The ranks of a viewport, if they may be others than last time.
  private mutating func newRanks(
    of reach: PrefetchReach, _ viewport: Viewport
  ) -> PlannedRanks? {
    guard !slack.covers(viewport, reach) else { return nil }
    let ranks = ranks(of: reach, viewport)
    slack = PlanSlack(ranks, of: reach, viewport, edges)
    return ranks
  }

  /// The ranks of a viewport's edges, if other items are visible than when the last plan was
  /// made.
  mutating func newVisible(_ viewport: Viewport) -> PlannedRanks? {
    guard let ranks = newRanks(of: PrefetchReach(), viewport) else { return nil }
    guard let last else { return ranks }
    return ranks.above.near != last.above.near || ranks.below.near != last.below.near
      ? ranks : nil
  }

  /// The items within a reach.
  func ranks(of reach: PrefetchReach, _ viewport: Viewport) -> PlannedRanks {
    let isForward = viewport.direction == .forward
    let (soonAbove, soonBelow) =
      isForward ? (reach.soonAhead, reach.soonBehind) : (reach.soonBehind, reach.soonAhead)
    let (above, below) =
      isForward ? (reach.ahead, reach.behind) : (reach.behind, reach.ahead)
    let guess = last ?? PlannedRanks()
    var ranks = PlannedRanks()
    ranks.direction = viewport.direction
    ranks.above.near = edges.startRank(viewport.upper, near: guess.above.near)
    ranks.above.soon =
      soonAbove > 0
      ? edges.startRank(viewport.upper + soonAbove, near: guess.above.soon) : ranks.above.near
    ranks.above.far =
      above > soonAbove
      ? edges.startRank(viewport.upper + above, near: guess.above.far) : ranks.above.soon
    ranks.below.near = edges.endRank(viewport.lower, near: guess.below.near)
    ranks.below.soon =
      soonBelow > 0
      ? edges.endRank(viewport.lower - soonBelow, near: guess.below.soon) : ranks.below.near
    ranks.below.far =
      below > soonBelow
      ? edges.endRank(viewport.lower - below, near: guess.below.far) : ranks.below.soon
    return ranks
  }

  /// Plans what lies within a reach.
  /// - Parameters:
  ///   - viewport: of the frame.
  ///   - reach: how far.
  ///   - byDistance: whether the sides alternate by distance instead of ahead before behind.
  ///   - plan: filled unless nothing changed.
  /// - Returns: what became of the plan.
  mutating func replan(
    _ viewport: Viewport, _ reach: PrefetchReach, byDistance: Bool = false,
    _ plan: inout PrefetchPlan
  ) -> PrefetchPlan.Change {
    guard let ranks = newRanks(of: reach, viewport), ranks != last else { return .unchanged }
    return fill(&plan, ranks, viewport, byDistance: byDistance)
  }

  /// Plans what has the ranks of a reach.
  mutating func fill(
    _ plan: inout PrefetchPlan, _ ranks: PlannedRanks, _ viewport: Viewport,
    byDistance: Bool = false
  ) -> PrefetchPlan.Change {
    let change = change(to: ranks)
    plan.removeAll()
    let (above, below) = (ranks.above, ranks.below)
    let (soonAbove, soonBelow) = (above.near..<above.soon, below.soon..<below.near)
    let (restAbove, restBelow) = (above.soon..<above.far, below.far..<below.soon)
    if byDistance {
      listByDistance(soonAbove, soonBelow, viewport, .soon, &plan)
      listByDistance(restAbove, restBelow, viewport, .prefetch, &plan)
    } else {
      listBySide(soonAbove, soonBelow, viewport, .soon, &plan)
      listBySide(restAbove, restBelow, viewport, .prefetch, &plan)
    }
    return change
  }

  /// Plans the next items in the direction of movement.
  mutating func fill(
    _ plan: inout PrefetchPlan, next most: Int, beyond visible: PlannedRanks
  ) -> PrefetchPlan.Change {
    var ranks = visible
    let total = Int32(edges.placement.count)
    if ranks.direction == .forward {
      ranks.above.far = min(total, ranks.above.near + Int32(most))
    } else {
      ranks.below.far = max(0, ranks.below.near - Int32(most))
    }
    let change = change(to: ranks)
    plan.removeAll()
    listAbove(ranks.above.near..<ranks.above.far, .prefetch, &plan)
    listBelow(ranks.below.far..<ranks.below.near, .prefetch, &plan)
    return change
  }

  /// Plans what the viewport will show when it has stopped, then what it passes on the way.
  mutating func replan(
    _ viewport: Viewport, landingAt offset: Double, _ plan: inout PrefetchPlan
  ) -> PrefetchPlan.Change {
    slack = PlanSlack()
    let upper = offset + viewport.extent
    var ranks = ranks(of: PrefetchReach(), viewport)
    ranks.isLanding = true
    if offset > viewport.lower {
      ranks.above.far = max(ranks.above.near, edges.startRank(upper, near: ranks.above.near))
      if ranks.above.far > ranks.above.near {
        ranks.above.soon = edges.endRank(offset, near: ranks.below.near)
      }
    } else if offset < viewport.lower {
      ranks.below.far = min(ranks.below.near, edges.endRank(offset, near: ranks.below.near))
      if ranks.below.far < ranks.below.near {
        ranks.below.soon = edges.startRank(upper, near: ranks.above.near)
      }
    }
    guard ranks != last else { return .unchanged }
    let change = change(to: ranks)
    plan.removeAll()
    listWay(ranks, to: offset..<upper, landing: true, &plan)
    listWay(ranks, to: offset..<upper, landing: false, &plan)
    return change
  }

  /// What is visible at the landing, or what is not.
  private func listWay(
    _ ranks: PlannedRanks, to landing: Range<Double>, landing isLanding: Bool,
    _ plan: inout PrefetchPlan
  ) {
    let urgency: PlannedItem.Urgency = isLanding ? .soon : .prefetch
    for rank in ranks.above.near..<ranks.above.far
    where (edges.placement.ends[Int(rank)] > landing.lowerBound) == isLanding {
      plan.append(Int(rank), urgency)
    }
    for rank in (ranks.below.far..<ranks.below.near).reversed() {
      let item = edges.item(endRank: Int(rank))
      if (edges.placement.starts[item] < landing.upperBound) == isLanding {
        plan.append(item, urgency)
      }
    }
  }

  /// One side after the other, the one ahead first.
  private func listBySide(
    _ up: Range<Int32>, _ down: Range<Int32>, _ viewport: Viewport,
    _ urgency: PlannedItem.Urgency, _ plan: inout PrefetchPlan
  ) {
    if viewport.direction == .forward {
      listAbove(up, urgency, &plan)
      listBelow(down, urgency, &plan)
    } else {
      listBelow(down, urgency, &plan)
      listAbove(up, urgency, &plan)
    }
  }

  private func listAbove(
    _ ranks: Range<Int32>, _ urgency: PlannedItem.Urgency, _ plan: inout PrefetchPlan
  ) {
    guard !edges.areAllThere else {
      return plan.append(ranks, isDescending: false, urgency)
    }
    for rank in ranks where edges.isThere(Int(rank)) { plan.append(Int(rank), urgency) }
  }

  private func listBelow(
    _ ranks: Range<Int32>, _ urgency: PlannedItem.Urgency, _ plan: inout PrefetchPlan
  ) {
    guard !edges.areAllThere || !edges.endsAscend else {
      return plan.append(ranks, isDescending: true, urgency)
    }
    for rank in ranks.reversed() {
      let item = edges.item(endRank: Int(rank))
      if edges.isThere(item) { plan.append(item, urgency) }
    }
  }

  /// Both sides by their distance from the viewport, of equally far items the one ahead first.
  private func listByDistance(
    _ up: Range<Int32>, _ down: Range<Int32>, _ viewport: Viewport,
    _ urgency: PlannedItem.Urgency, _ plan: inout PrefetchPlan
  ) {
    var (above, below) = (up.lowerBound, down.upperBound)
    while above < up.upperBound || below > down.lowerBound {
      let higher =
        above < up.upperBound
        ? edges.placement.starts[Int(above)] - viewport.upper : .infinity
      let item = below > down.lowerBound ? edges.item(endRank: Int(below - 1)) : 0
      let lower =
        below > down.lowerBound ? viewport.lower - edges.placement.ends[item] : .infinity
      if higher < lower || (higher == lower && viewport.direction == .forward) {
        plan.append(Int(above), urgency)
        above += 1
      } else {
        plan.append(item, urgency)
        below -= 1
      }
    }
  }
}
