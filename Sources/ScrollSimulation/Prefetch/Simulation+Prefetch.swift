import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// Step 4 of a frame: requests for new items of the plan, and withdrawals for items that left it.
///
/// New items are requested first; then the items that left the plan are withdrawn, in the order in
/// which UIKit calls an app. Only when a plan restarts are all items withdrawn first.
extension Simulation {
  /// Plans for a moment and issues and withdraws requests.
  ///
  /// - Parameters:
  ///   - time: the time of the frame, or of entering the background.
  ///   - period: the time from the frame's start to the next vsync; the work so far is not yet
  ///     subtracted.
  mutating func prefetch(at time: SimTime, idle period: SimTime = .zero) {
    var hasRestarted = false
    let viewport = viewport(at: time)
    let idle = max(.zero, period - SimTime(nanoseconds: mainThread.work.total))
    guard
      prefetching.replan(
        viewport, entered: screen.entered, isEnteringBackground: session.isInBackground,
        idle: idle, cache.prefetches, hasRestarted: &hasRestarted)
    else { return }
    if prefetching.comparesItems {
      followItems(hasRestarted: hasRestarted, at: time)
    } else {
      followKeys(hasRestarted: hasRestarted, at: time)
    }
  }

  /// Requests the new items of the plan and withdraws the items that left it, by comparing items.
  private mutating func followItems(hasRestarted: Bool, at time: SimTime) {
    if hasRestarted { withdrawItems(onlyGone: false, at: time) }
    var cursor = PrefetchPlan.Cursor()
    while let planned = prefetching.next(&cursor, onlyNew: !hasRestarted) {
      let image = image(of: ItemIndex(planned.item))
      let key = keys.key(of: ItemIndex(planned.item))
      prefetch(keys.picture(of: image, as: key), key, as: planned.priority, at: time)
    }
    if !hasRestarted { withdrawItems(onlyGone: true, at: time) }
  }

  private mutating func withdrawItems(onlyGone: Bool, at time: SimTime) {
    var cursor = PrefetchPlan.Cursor()
    while let planned = prefetching.nextBefore(&cursor, onlyGone: onlyGone) {
      withdrawPrefetch(of: keys.key(of: ItemIndex(planned.item)), at: time)
    }
  }

  /// Requests the new items of the plan and withdraws the items that left it, by comparing keys.
  ///
  /// This is needed if several items may have one key, or if a key may become more urgent.
  ///
  /// When an image enters the plan, the rendition that is wanted at that time is requested. Another
  /// rendition is not requested before the image has left the plan and entered it again.
  private mutating func followKeys(hasRestarted: Bool, at time: SimTime) {
    if hasRestarted {
      while let key = prefetching.nextOfOldPlan() { withdrawPrefetch(of: key, at: time) }
    }
    var cursor = PrefetchPlan.Cursor()
    while let planned = prefetching.next(&cursor, onlyNew: false) {
      let key = keys.key(of: ItemIndex(planned.item))
      switch prefetching.enter(key) {
      case .listed: break
      case .new:
        let image = image(of: ItemIndex(planned.item))
        let wanted = keys.key(
          of: ItemIndex(planned.item), wantedVariant(of: ItemIndex(planned.item)))
        prefetch(keys.picture(of: image, as: wanted), wanted, as: planned.priority, at: time)
      case .kept:
        for key in keys.renditions(of: key) {
          let slot = plannedLoad(of: key)
          guard slot != .none, loading.inFlight.loads[slot].prefetcher != planned.priority else {
            continue
          }
          loading.inFlight.changePrefetcher(of: slot, to: planned.priority)
        }
      }
    }
    while !hasRestarted, let key = prefetching.nextWithdrawn() {
      withdrawPrefetch(of: key, at: time)
    }
  }

  /// Prefetches a picture.
  private mutating func prefetch(
    _ picture: PictureIndex, _ key: KeyIndex, as priority: LoadPriority, at time: SimTime
  ) {
    let image = keys.image(of: picture)
    prefetching.setLoad(.none, of: key)
    if loader.serves == .atLeast, keys.haveSizes {
      if let other = otherSize(than: key, of: image, at: time) {
        if cache.contains(other) { touch(keys.picture(of: image, as: other), other, at: time) }
        return
      }
    }
    if loader.timeStamps { expire(key, of: image, at: time) }
    if cache.contains(key) {
      touch(picture, key, at: time)
    } else if liveObject(key, of: image) != nil {
      return
    } else if !loader.storesNulls, loading.shared(key) != .none,
      !isOutdated(loading.shared(key), for: image)
    {
      loading.inFlight.joinPrefetcher(loading.shared(key), as: priority)
    } else {
      guard loader.retry || !downloads.hasFailed(keys.address(of: key)) else { return }
      if !loader.prefetchesFromDisk, locate(picture, key, at: time).source == .disk { return }
      cache.countPrefetch(.issued)
      let reason = cache.reason(for: key)
      if loader.storesNulls { storeNull(key, as: .prefetched, at: time) }
      let slot = start(
        picture, key: key, for: .none, reason: reason, priority: priority, at: time)
      prefetching.setLoad(slot, of: key)
    }
  }

  /// Looks a cached picture up for a prefetch if the loader does so; the policy may count the
  /// look-up as a use.
  @inline(__always)
  private mutating func touch(_ picture: PictureIndex, _ key: KeyIndex, at time: SimTime) {
    guard loader.prefetchTouches else { return }
    _ = cache.model.lookup(Request(image: key.id, cost: works[picture].cost, time: time))
    drainRemovals(at: time)
  }

  /// Returns the load of a planned key that is still in flight.
  private mutating func plannedLoad(of key: KeyIndex) -> LoadIndex {
    let slot = loader.sharesLoads ? loading.shared(key) : prefetching.load(of: key)
    guard slot != .none else { return .none }
    let load = loading.inFlight.loads[slot]
    return load.stage != .free && load.key == key && load.prefetcher != nil ? slot : .none
  }

  /// Withdraws all items of the plan, if the prefetcher withdraws items at all.
  mutating func withdrawPlan(at time: SimTime) {
    guard prefetching.withdraws else { return }
    var cursor = PrefetchPlan.Cursor()
    while let planned = prefetching.next(&cursor, onlyNew: false) {
      withdrawPrefetch(of: keys.key(of: ItemIndex(planned.item)), at: time)
    }
  }

  /// Withdraws the prefetch of an image that left the plan, given the key of its full picture.
  private mutating func withdrawPrefetch(of key: KeyIndex, at time: SimTime) {
    for key in keys.renditions(of: key) {
      let slot = plannedLoad(of: key)
      prefetching.setLoad(.none, of: key)
      guard slot != .none else { continue }
      if loading.inFlight.withdrawPrefetcher(slot) { _ = cancelUnwanted(slot, at: time) }
    }
  }
}

extension PlannedItem {
  fileprivate var priority: LoadPriority { urgency == .soon ? .soon : .prefetch }
}
