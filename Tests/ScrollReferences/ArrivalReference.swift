import ScrollCaching
import ScrollCore

/// `time-to-visible` and `expected-stall`: when an item will be seen, formula by formula.
enum ArrivalReference {
  static let descriptor = PolicyDescriptor.reference(of: "time-to-visible") { setup in
    SpatialReference(setup) { item, scene in [time(until: item, scene, setup)] }
  }

  static let stallDescriptor = PolicyDescriptor.reference(of: "expected-stall") { setup in
    let isReplay = setup.clock == .requests
    let horizon = setup.settings.number(isReplay ? "horizonRequests" : "horizon")
    return SpatialReference(setup) { item, scene in
      let image = Int(item.image.index)
      let load = setup.reloadMilliseconds.isEmpty ? 1 : max(0.1, setup.reloadMilliseconds[image])
      let bytes = max(1, setup.bytes.isEmpty ? item.cost : setup.bytes[image])
      return [time(until: item, scene, setup) / horizon + log(Double(bytes) / load)]
    }
  }

  /// The time until an item is visible, in seconds or requests.
  static func time(
    until item: SpatialReference.Item, _ scene: SpatialReference.Scene, _ setup: PolicySetup
  ) -> Double {
    let (u, w) = (scene.viewport.lower, scene.viewport.upper)
    let gap = item.gap(from: u, w)
    if gap == 0 { return 0 }

    let isReplay = setup.clock == .requests
    let k = setup.decay
    var v = isReplay || scene.viewport.phase == .idle ? 0 : scene.viewport.velocity
    if abs(v) <= k * 0.5 { v = 0 }
    let side = v == 0 ? Double(scene.viewport.direction.rawValue) : v > 0 ? 1.0 : -1
    // The way to the landing, and the time to it.
    let content = scene.contentEnd
    var way = v / k
    if way > 0 { way = min(way, max(0, content - w)) }
    if way < 0 { way = max(way, min(0, -u)) }
    let end = v == 0 ? 0 : max(0, log(abs(v) / (k * 0.5)) / k)

    let isAhead = side * (item.middle - (u + w) / 2) >= 0
    if v != 0, isAhead, gap <= abs(way) - 0.5 { return -log(1 - k * gap / abs(v)) / k }

    let turns = zip(scene.bursts, scene.bursts.dropFirst()).count { $0 != $1 }
    let q = Double(1 + turns) / Double(8 + scene.bursts.count)
    let h = item.gap(from: u + way, w + way)
    let isBehind = side * (item.middle - ((u + way) + (w + way)) / 2) < 0
    let given = setup.settings.pairs.contains { $0.name == "cruise" }
    let cruise = isReplay ? 1 : given ? setup.settings.number("cruise") : 1000
    let dwell = isReplay ? 0 : given ? setup.settings.number("dwell") : 1.1
    return end + dwell + h / (cruise * (isBehind ? q : 1 - q))
  }
}
