import ImageMemoryCache
import ScrollCore
import SwiftUI

/// Tells a cache where a SwiftUI scroll view is, whenever it moves.
///
///     ScrollView { feed }.tellsViewport { cache.viewportMoved(to: $0) }
///
/// It has been compiled against a stand-in for SwiftUI of iOS 18; it has not run on a device.
extension View {
  func tellsViewport(_ moved: @escaping @MainActor (Viewport) -> Void) -> some View {
    let seen = SeenScroll()
    return onScrollPhaseChange { _, phase in seen.phase = phase }
      .onScrollGeometryChange(for: ScrollGeometry.self, of: \.self) { old, new in
        let offset = Double(new.contentOffset.y)
        let distance = offset - Double(old.contentOffset.y)
        moved(seen.viewport(from: offset, to: offset + Double(new.containerSize.height), distance))
      }
  }
}

/// What was seen of a scroll view so far.
@MainActor private final class SeenScroll {
  var phase = SwiftUI.ScrollPhase.idle
  private var direction = ScrollDirection.forward
  private var moment = ContinuousClock.now

  func viewport(from lower: Double, to upper: Double, _ distance: Double) -> Viewport {
    let now = ContinuousClock.now
    let seconds = max((now - moment) / .seconds(1), 1e-3)
    if distance != 0 { direction = distance > 0 ? .forward : .backward }
    moment = now
    let phase: ScrollCore.ScrollPhase =
      switch self.phase {
      case .idle: .idle
      case .tracking, .interacting: .tracking
      case .decelerating, .animating: .decelerating
      }
    return Viewport(
      lower: lower, upper: upper, velocity: distance / seconds, direction: direction, phase: phase)
  }
}
