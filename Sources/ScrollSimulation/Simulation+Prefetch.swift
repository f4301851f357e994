import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// Step 4: what is asked for ahead, and what is no longer wanted.
///
/// First what is new in the plan is asked for, then what has left it is withdrawn, as apps do
/// that are told of both; when a planner restarts, everything is withdrawn first.
extension Simulation {
  mutating func prefetch(at time: SimTime) {
    var hasRestarted = false
    let viewport = viewport(at: time)
    guard
      prefetching.replan(
        viewport, entered: entered, isEnteringBackground: isInBackground,
        hasRestarted: &hasRestarted)
    else { return }
    if prefetching.comparesItems {
      followItems(hasRestarted: hasRestarted, at: time)
    } else {
      followKeys(hasRestarted: hasRestarted, at: time)
    }
  }

  /// Asks for what is new in the plan and withdraws what is gone, item by item.
  private mutating func followItems(hasRestarted: Bool, at time: SimTime) {
    if hasRestarted { withdrawItems(onlyGone: false, at: time) }
    var cursor = PrefetchPlan.Cursor()
    while let planned = prefetching.next(&cursor, onlyNew: !hasRestarted) {
      let item = planned.item.index
      let image = scenario.placement.images[Int(item)].index
      let key = keys.key(of: item, variant: 0)
      prefetch(image, key, as: planned.priority, at: time)
    }
    if !hasRestarted { withdrawItems(onlyGone: true, at: time) }
  }

  private mutating func withdrawItems(onlyGone: Bool, at time: SimTime) {
    var cursor = PrefetchPlan.Cursor()
    while let planned = prefetching.nextBefore(&cursor, onlyGone: onlyGone) {
      withdrawPrefetch(of: keys.key(of: planned.item.index, variant: 0), at: time)
    }
  }

  /// The same where several items may have one key, or a key may become more urgent.
  ///
  /// An image has entered the plan in whatever rendition was wanted then: another one is not
  /// asked for until it has left and come back.
  private mutating func followKeys(hasRestarted: Bool, at time: SimTime) {
    if hasRestarted {
      while let key = prefetching.nextOfOldPlan() { withdrawPrefetch(of: key, at: time) }
    }
    var cursor = PrefetchPlan.Cursor()
    while let planned = prefetching.next(&cursor, onlyNew: false) {
      let item = planned.item.index
      let key = keys.key(of: item, variant: 0)
      switch prefetching.enter(key) {
      case .listed: break
      case .new:
        let image = scenario.placement.images[Int(item)].index
        let variant = wantedVariant(of: item)
        prefetch(
          image * keys.variants + variant, key + variant, as: planned.priority, at: time)
      case .kept:
        for key in key..<key + keys.variants {
          let slot = plannedLoad(of: key)
          guard slot >= 0, inFlight.loads[Int(slot)].prefetcher != planned.priority else {
            continue
          }
          inFlight.changePrefetcher(of: slot, to: planned.priority)
        }
      }
    }
    while !hasRestarted, let key = prefetching.nextWithdrawn() {
      withdrawPrefetch(of: key, at: time)
    }
  }

  /// Asks ahead for a picture.
  private mutating func prefetch(
    _ picture: Int32, _ key: Int32, as priority: LoadPriority, at time: SimTime
  ) {
    let (place, image) = (Int(key), picture / keys.variants)
    prefetching.setLoad(-1, of: key)
    if loader.timeStamps { expire(key, of: image, at: time) }
    if cache.contains(ImageID(key)) {
      guard loader.prefetchTouches else { return }
      _ = model.lookup(
        Request(image: ImageID(key), cost: works[Int(picture)].cost, time: time))
      drainRemovals(at: time)
    } else if liveObject(key, of: image) != nil {
      return
    } else if loader.coalescing, loadOfKey[place] >= 0, !isOutdated(loadOfKey[place], for: image) {
      inFlight.joinPrefetcher(loadOfKey[place], as: priority)
    } else {
      guard loader.retry || fates[place].failures == 0 else { return }
      report.prefetch.issued += 1
      let slot = start(
        picture, key: key, for: -1, reason: fates[place].reason, priority: priority, at: time)
      prefetching.setLoad(slot, of: key)
    }
  }

  /// The load of a planned key that is still on its way; -1 for none.
  private mutating func plannedLoad(of key: Int32) -> Int32 {
    let slot = loader.coalescing ? loadOfKey[Int(key)] : prefetching.load(of: key)
    guard slot >= 0 else { return -1 }
    let load = inFlight.loads[Int(slot)]
    return load.stage != .free && load.key == key && load.prefetcher != nil ? slot : -1
  }

  /// An image has left the plan, whose full picture has this key.
  private mutating func withdrawPrefetch(of key: Int32, at time: SimTime) {
    for key in key..<key + keys.variants {
      let slot = plannedLoad(of: key)
      prefetching.setLoad(-1, of: key)
      guard slot >= 0 else { continue }
      if inFlight.withdrawPrefetcher(slot) { _ = cancelUnwanted(slot, at: time) }
    }
  }
}

extension PlannedItem {
  fileprivate var priority: LoadPriority { urgency == .soon ? .soon : .prefetch }
}
