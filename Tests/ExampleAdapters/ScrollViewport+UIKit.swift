import ImageMemoryCache
import UIKit

/// Reports the visible part of a scroll view in every frame, which spatial policies and recordings
/// need.
///
///     let follower = ViewportFollower(of: collectionView) {
///       cache.setVisibleRange(lower: $0, upper: $1, phase: $2)
///     }
///
/// The app reports the positions of items by `cache.place(key, at: frame.minY..<frame.maxY)`. Before
/// iOS 18, call `setVisibleRange` in `scrollViewDidScroll(_:)` instead. This file has been compiled
/// against a stand-in for UIKit of iOS 18; it has not run on a device.
@available(iOS 18, *) @MainActor final class ViewportFollower {
  private let link: UIUpdateLink

  init(of view: UIScrollView, _ moved: @escaping @MainActor (Double, Double, ScrollPhase) -> Void) {
    link = UIUpdateLink(view: view) { [weak view] _, _ in
      guard let view else { return }
      let offset = Double(view.contentOffset.y)
      moved(
        offset, offset + Double(view.bounds.height),
        view.isTracking ? .tracking : view.isDecelerating ? .decelerating : .idle)
    }
    link.requiresContinuousUpdates = true
    link.isEnabled = true
  }
}
