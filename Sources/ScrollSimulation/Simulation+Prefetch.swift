import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// Step 4: what is asked for ahead, and what is no longer wanted.
extension Simulation {
  mutating func prefetch(at time: SimTime) {
    let context = PrefetchContext(
      viewport: viewport(at: time), visible: visible, placement: placement,
      hadMemoryWarning: prefetching.hasMemoryWarning, hasComeBack: prefetching.hasComeBack)
    prefetching.hasMemoryWarning = false
    prefetching.hasComeBack = false
    guard prefetching.plan(context, entered: entered, motion: scenario.motion) else { return }
    for index in 0..<prefetching.planned.count {
      let planned = prefetching.planned[index]
      let item = planned.item
      guard states[Int(item)] == .hidden else { continue }
      let variant = wantedVariant(of: item)
      let key = keys.key(of: item, variant: variant)
      let isNew = prefetching.enter(key)
      let priority: LoadPriority = planned.urgency == .soon ? .soon : .prefetch
      if isNew {
        let picture = scenario.placement.images[Int(item)].index * keys.variants + variant
        prefetch(picture, key, as: priority, at: time)
      } else if prefetching.withdraws, loader.coalesces, loadOfKey[Int(key)] >= 0 {
        let load = inFlight.loads[Int(loadOfKey[Int(key)])]
        if let old = load.prefetcher, old != priority {
          inFlight.joinPrefetcher(loadOfKey[Int(key)], as: priority)
        }
      }
    }
    while let key = prefetching.nextWithdrawn() { withdrawPrefetch(of: key, at: time) }
  }

  /// Asks ahead for a picture.
  private mutating func prefetch(
    _ picture: Int32, _ key: Int32, as priority: LoadPriority, at time: SimTime
  ) {
    let place = Int(key)
    if model.contains(ImageID(key)) {
      guard loader.prefetchTouches else { return }
      _ = model.lookup(
        Request(image: ImageID(key), cost: works[Int(picture)].cost, time: time))
      drainRemovals(at: time)
    } else if loader.keepsLiveObjects, liveBitmap[place] >= 0 {
      return
    } else if loader.coalesces, loadOfKey[place] >= 0 {
      inFlight.joinPrefetcher(loadOfKey[place], as: priority)
    } else {
      guard loader.retries || fates[place].failures == 0 else { return }
      report.prefetch.issued += 1
      let slot = start(
        picture, key: key, for: -1, reason: fates[place].reason, priority: priority, at: time)
      prefetching.setLoad(slot, of: key)
    }
  }

  /// A picture has left the plan.
  private mutating func withdrawPrefetch(of key: Int32, at time: SimTime) {
    let slot = loader.coalesces ? loadOfKey[Int(key)] : prefetching.load(of: key)
    prefetching.setLoad(-1, of: key)
    guard slot >= 0, inFlight.loads[Int(slot)].stage != .free,
      inFlight.loads[Int(slot)].key == key, inFlight.loads[Int(slot)].prefetcher != nil
    else { return }
    if inFlight.withdrawPrefetcher(slot) { _ = cancelUnwanted(slot, at: time) }
  }
}
