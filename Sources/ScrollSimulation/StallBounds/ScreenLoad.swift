package import ScrollCore
import ScrollLayout

/// The greatest total cost of the images that are on screen at one time.
package struct ScreenLoad: Equatable, Sendable {
  /// The cost of the distinct images, as the cache counts it.
  package private(set) var cost = ByteCount.zero
  /// The number of these distinct images.
  package private(set) var images = 0

  /// Finds the greatest cost over all vsyncs in which the app is in the foreground.
  /// - Complexity: O(vsyncs), plus O(visible items) for each change of the visible items.
  package init(_ prepared: PreparedScenario) {
    let scenario = prepared.scenario
    let screens = WantedScreens(scenario, until: scenario.motion.duration)
    var (range, last) = (VisibleRange(), 0..<0)
    var keySpace = prepared.keys
    screens.forEach { screen in
      let placement = screens.placement(screen)
      if screen.isElsewhere {
        (range, last) = (VisibleRange(), 0..<0)
        if screen.epoch > 0, keySpace.haveSizes {
          _ = keySpace.enter(scenario.laterEpochs[screen.epoch - 1])
        }
      }
      range.move(lower: screen.lower, upper: screen.upper, in: placement)
      guard range.indices != last || !placement.endsAscend else { return }
      last = range.indices
      var keys: Set<KeyIndex> = []
      var cost = 0
      for item in range.indices where placement.overlaps(item, screen.lower, screen.upper) {
        let key = keySpace.key(of: ItemIndex(item))
        guard keys.insert(key).inserted else { continue }
        cost += prepared.works[keySpace.picture(of: key)].cost
      }
      if cost > self.cost.bytes { (self.cost, images) = (ByteCount(cost), keys.count) }
    }
  }
}
