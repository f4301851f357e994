import ScrollCore
import ScrollDevice
import ScrollLayout

/// The times at which each image comes on screen; images are numbered as in the cache (by key).
struct Returns: Sendable {
  private var times: [ImageID: [SimTime]] = [:]

  /// - Complexity: O(vsyncs x visible items).
  init(_ prepared: PreparedScenario) {
    let scenario = prepared.scenario
    let screens = WantedScreens(scenario, until: .never)
    var keys = prepared.keys
    var range = VisibleRange()
    var shown: [ImageID: Int] = [:]
    var times: [ImageID: [SimTime]] = [:]
    screens.forEach { screen in
      let placement = screens.placement(screen)
      if screen.isElsewhere, screen.epoch > 0, keys.haveSizes {
        _ = keys.enter(scenario.laterEpochs[screen.epoch - 1])
      }
      range.move(lower: screen.lower, upper: screen.upper, in: placement)
      for item in range.indices
      where placement.endsAscend || placement.overlaps(item, screen.lower, screen.upper) {
        let key = keys.key(of: ItemIndex(item)).id
        let last = shown.updateValue(screen.number, forKey: key)
        if last.map({ $0 + 1 < screen.number }) ?? true {
          times[key, default: []].append(
            .vsync(screen.vsync, hertz: scenario.device.refreshRate))
        }
      }
    }
    self.times = times
  }

  /// Returns the first time after a given time at which an image comes on screen; `never` if it
  /// does not.
  /// - Complexity: O(log *n*) in the number of these times.
  func next(of image: ImageID, after time: SimTime) -> SimTime {
    guard let times = times[image] else { return .never }
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low < times.count ? times[low] : .never
  }
}
