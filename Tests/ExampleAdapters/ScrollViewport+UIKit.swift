import ImageMemoryCache
import UIKit

/// Says where a scroll view is, in every frame: what spatial policies and recordings need.
///
///     let follower = ViewportFollower(of: collectionView) {
///       cache.viewportMoved(lower: $0, upper: $1, phase: $2)
///     }
///
/// Where items lie is the app's to say, by `cache.place(key, at: frame.minY..<frame.maxY)`. It has
/// been compiled against a stand-in for UIKit of iOS 18; it has not run on a device.
@MainActor final class ViewportFollower {
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
