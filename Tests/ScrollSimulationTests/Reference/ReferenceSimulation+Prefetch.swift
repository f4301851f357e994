import ScrollCaching
import ScrollCore
import ScrollLayout
import ScrollSimulation

/// The requests for images before they are visible.
extension ReferenceSimulation {
  func prefetch(_ viewport: Viewport, _ entered: [Int]) {
    guard model != nil else { return }
    if scenario.prefetcher.descriptor.name == "neighbours" {
      let reach = scenario.prefetcher.settings.integer("k")
      for item in neighbours(reach, of: entered) { askAhead(item, .prefetch) }
      return
    }
    followPlan(viewport, entered.map { ItemID($0) }, isEnteringBackground: false)
  }

  /// Returns the neighbors of the items that appeared, the one ahead before the one behind, each
  /// image once.
  private func neighbours(_ reach: Int, of entered: [Int]) -> [Int] {
    let step = motion.direction(at: now) == .forward ? 1 : -1
    var plan: [Int] = []
    for item in entered {
      for distance in 1...reach {
        for neighbour in [item + step * distance, item - step * distance]
        where placement.images.indices.contains(neighbour) {
          let key = key(of: neighbour, isLow: false)
          if !plan.contains(where: { self.key(of: $0, isLow: false) == key }) {
            plan.append(neighbour)
          }
        }
      }
    }
    return plan
  }

  /// Plans as the app goes to the background.
  func planForBackground() {
    // Of the built-in prefetchers, only Texture's automatic ranges plan then.
    guard "\(scenario.prefetcher)".hasPrefix("texture-ranges:mode=automatic") else { return }
    guard model != nil, let shown, let lastFrame else { return }
    let viewport = Viewport(
      lower: shown.lowerBound, upper: shown.upperBound, velocity: motion.velocity(at: lastFrame),
      direction: motion.direction(at: lastFrame), phase: motion.phase(at: lastFrame), time: now)
    followPlan(viewport, [], isEnteringBackground: true)
    context.hadWarning = false
  }

  /// Requests the items that entered the plan, then withdraws those that left it; it withdraws
  /// first if the plan restarts.
  private func followPlan(_ viewport: Viewport, _ entered: [ItemID], isEnteringBackground: Bool) {
    var context = PrefetchContext(viewport)
    context.hadMemoryWarning = self.context.hadWarning
    context.isAfterForeground = self.context.isAfterForeground
    context.isEnteringBackground = isEnteringBackground
    if !isEnteringBackground, let frame = records.frames.last {
      context.idle = max(
        .zero, frame.next - now - SimTime(nanoseconds: frame.work.total))
    }
    let wasted = records.fetched.count { $0.wasForNothing }
    news.wasted = wasted - wastedBefore
    wastedBefore = wasted
    context.news = news
    news = LoadOutcomes()
    let change = planner.plan(context, entered: entered.span, into: &plan)
    let listed = itemsWithinReach(viewport)
    guard change != .unchanged || listed != nil else { return }
    var wanted: [(item: Int, key: ImageID, urgency: Load.Urgency)] = []
    let items =
      listed?.map { PlannedItem(ItemID($0), .prefetch) } ?? (0..<plan.count).map { plan[$0] }
    for planned in items {
      let item = Int(planned.item.index)
      let key = key(of: item, isLow: false)
      let urgency: Load.Urgency = planned.urgency == .soon ? .soon : .prefetch
      if !wanted.contains(where: { $0.key == key }) { wanted.append((item, key, urgency)) }
    }
    let old = planned
    planned = wanted
    let staying =
      change == .restarted ? [] : old.filter { old in wanted.contains { $0.key == old.key } }
    let gone = old.filter { old in !staying.contains { $0.key == old.key } }
    if change == .restarted { for gone in gone { withdrawAhead(gone.key) } }
    for new in wanted {
      if let before = staying.first(where: { $0.key == new.key }) {
        if before.urgency != new.urgency { changeUrgency(new.key, new.urgency) }
      } else {
        askAhead(new.item, new.urgency)
      }
    }
    if change != .restarted { for gone in gone { withdrawAhead(gone.key) } }
  }

  /// Returns the items within the distances of `ring` and `directional`, in screens or points, by a
  /// check of every item.
  ///
  /// It returns `nil` for other prefetchers, whose planner is used.
  private func itemsWithinReach(_ viewport: Viewport) -> [Int]? {
    let settings = scenario.prefetcher.settings
    let texts: (ahead: String, behind: String)
    switch scenario.prefetcher.descriptor.name {
    case "ring": texts = (settings["ahead"], settings["behind"])
    case "directional": texts = (settings["screens"], "0")
    default: return nil
    }
    func length(_ text: String) -> Double {
      let number = text.split(separator: "p").first.flatMap { Double($0) } ?? .nan
      return text.hasSuffix("pt") ? number : number * (viewport.upper - viewport.lower)
    }
    let (ahead, behind) = (length(texts.ahead), length(texts.behind))
    let isForward = viewport.direction == .forward
    var above: [Int] = [], below: [Int] = []
    for item in 0..<placement.count {
      if placement.starts[item] >= viewport.upper {
        if placement.starts[item] < viewport.upper + (isForward ? ahead : behind) {
          above.append(item)
        }
      } else if placement.ends[item] <= viewport.lower,
        placement.ends[item] > viewport.lower - (isForward ? behind : ahead)
      {
        below.append(item)
      }
    }
    // The nearest first; of equally far ones the later in its side's own order.
    below.sort { (placement.ends[$0], $0) > (placement.ends[$1], $1) }
    return isForward ? above + below : below + above
  }

  /// Returns the loads that a prefetcher has requested for an image.
  ///
  /// If loads are shared, the app knows only the one that it listed last under a key.
  private func loadsAhead(_ key: ImageID) -> [Load] {
    loads.filter {
      $0.ahead != nil
        && (sizes == nil
          ? Int($0.key.index) / variants == Int(key.index) / variants : $0.key == key)
        && (!sharesLoads || latest[$0.key] === $0)
    }
  }

  private func withdrawAhead(_ key: ImageID) {
    for load in loadsAhead(key) {
      load.ahead = nil
      reprioritize(load)
      _ = abandon(load)
    }
  }

  private func changeUrgency(_ key: ImageID, _ urgency: Load.Urgency) {
    for load in loadsAhead(key) {
      load.ahead = urgency
      reprioritize(load)
    }
  }

  /// Looks an image up for a prefetcher, which counts as no request.
  private func askAhead(_ item: Int, _ urgency: Load.Urgency) {
    guard let model else { return }
    let isLow = wantsLow(item)
    let (rendition, key) = (rendition(of: item, isLow: isLow), key(of: item, isLow: isLow))
    if let larger = largerInMemory(rendition, key) {
      if loader.prefetchTouches, model.contains(larger.key) {
        _ = model.lookup(
          Request(image: larger.key, cost: costs[larger.rendition].cost, time: now))
        followRemovals()
      }
      return
    }
    dropOutdated(rendition, key)
    if model.contains(key) {
      // Only an image that is found can be touched: a policy is not notified of a prefetcher's
      // misses.
      if loader.prefetchTouches {
        _ = model.lookup(Request(image: key, cost: costs[rendition].cost, time: now))
        followRemovals()
      }
      return
    }
    if loader.liveObjects, let picture = liveObject(key), isCurrent(picture, rendition) {
      return
    }
    if !storesNulls, let load = inFlight(key, rendition) {
      // A joining request may raise the priority, not lower it.
      if urgency.rawValue > (load.ahead?.rawValue ?? -1) { load.ahead = urgency }
      if loader.raisesJoined, urgency.rawValue > load.urgency.rawValue { reprioritize(load) }
      return
    }
    if !loader.retry, failures[address(key)] != nil { return }
    if !loader.prefetchesFromDisk, isOnDisk(rendition, key) { return }
    if storesNulls { storeNull(key, as: .prefetched) }
    start(rendition, key, for: nil, ahead: urgency)
  }
}
