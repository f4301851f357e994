import ScrollCaching
import ScrollCore

/// `viewport-ring`: the first of viewport, display range, preload range and the rest that an item
/// overlaps; then the distance from the viewport.
enum RingReference {
  static let descriptor = PolicyDescriptor.reference(of: "viewport-ring") { setup in
    let isReplay = setup.clock == .requests
    let isStray = setup.settings.flag("dropsOnLeave")
    let screen = isReplay ? setup.settings.number("screenItems") : 1
    return SpatialReference(setup, isStray: { isStray && $0[0] >= 3 }) { item, scene in
      let middle = (scene.viewport.lower + scene.viewport.upper) / 2
      let length = (scene.viewport.upper - scene.viewport.lower) * screen
      var (lower, upper) = (middle - length / 2, middle + length / 2)
      if screen == 1 { (lower, upper) = (scene.viewport.lower, scene.viewport.upper) }

      var mode = setup.settings["mode"]
      if mode == "automatic" { mode = scene.hasScrolled || isReplay ? "full" : "minimum" }
      /// Viewports ahead and behind, of display and preload range.
      let ranges: [(ahead: Double, behind: Double)] =
        switch mode {
        case "full": [(1, 0.5), (2.5, 1.5)]
        case "minimum": [(0.25, 0.25), (0.5, 0.25)]
        default: [(0, 0), (0, 0)]
        }
      let intervals =
        [(lower, upper)]
        + ranges.map { range in
          scene.viewport.direction == .forward
            ? (lower - range.behind * length, upper + range.ahead * length)
            : (lower - range.ahead * length, upper + range.behind * length)
        }
      let ring = intervals.firstIndex { item.overlaps($0.0, $0.1) } ?? 3
      return [Double(ring), item.gap(from: lower, upper)]
    }
  }
}

/// `tile-bins`: now, soon, eventually, at last; then the distance from the viewport.
enum TileBinsReference {
  static let descriptor = PolicyDescriptor.reference(of: "tile-bins") { setup in
    let isStray = setup.settings.flag("dropsOutside")
    let seconds = setup.settings["raster"] == "software" ? 1 : 0.2
    return SpatialReference(setup, isStray: { isStray && $0[0] >= 3 }) { item, scene in
      let (lower, upper) = (scene.viewport.lower, scene.viewport.upper)
      let velocity = scene.viewport.velocity
      var border = min(312 / setup.scale, 0.15 * (upper - lower))
      var skew = min(abs(velocity) * seconds, 2000 / setup.scale)
      var interest = 3000 / setup.scale
      if setup.clock == .requests {
        (border, skew, interest) = (1, 0, setup.settings.number("interestItems"))
      }
      let isSoon =
        item.overlaps(lower - border, upper + border)
        || velocity > 0 && item.overlaps(lower, upper + skew)
        || velocity < 0 && item.overlaps(lower - skew, upper)
      let bin =
        item.overlaps(lower, upper)
        ? 0.0 : isSoon ? 1 : item.overlaps(lower - interest, upper + interest) ? 2 : 3
      return [bin, item.gap(from: lower, upper)]
    }
  }
}
