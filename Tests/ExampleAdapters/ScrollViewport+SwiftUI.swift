import ImageMemoryCache
import ScrollCore
import SwiftUI

/// Reports the visible part of a SwiftUI scroll view whenever it moves.
///
///     ScrollView { feed }.reportsVisibleRange {
///       cache.setVisibleRange(lower: $0, upper: $1, phase: $2)
///     }
///
/// It has been compiled against a stand-in for SwiftUI of iOS 18; it has not run on a device.
@available(iOS 18, *) extension View {
  func reportsVisibleRange(
    _ moved: @escaping @MainActor (Double, Double, ScrollCore.ScrollPhase) -> Void
  ) -> some View {
    let hand = Hand()
    return onScrollPhaseChange { _, phase in
      hand.phase = phase == .idle ? .idle : phase == .decelerating ? .decelerating : .tracking
    }.onScrollGeometryChange(for: ScrollGeometry.self, of: \.self) { _, now in
      let offset = Double(now.contentOffset.y)
      moved(offset, offset + Double(now.containerSize.height), hand.phase)
    }
  }
}

/// The last known scroll phase of the view.
@MainActor private final class Hand {
  var phase = ScrollCore.ScrollPhase.idle
}
