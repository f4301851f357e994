import ImageMemoryCache
import UIKit

/// Tells a cache where a scroll view is, in every frame: what spatial policies and recordings need.
///
///     let follower = ViewportFollower(of: collectionView) { cache.viewportMoved(to: $0) }
///
/// Where items lie is the app's to say, by `cache.place(key, at: frame.minY..<frame.maxY)`. It has
/// been compiled against a stand-in for UIKit of iOS 18; it has not run on a device.
@MainActor final class ViewportFollower {
  private var last: (offset: Double, seconds: Double)?
  private var direction = ScrollDirection.forward
  private var link: AnyObject?

  init(of view: UIScrollView, _ moved: @escaping @MainActor (Viewport) -> Void) {
    let link = UIUpdateLink(view: view) { [weak self, weak view] _, info in
      if let self, let view { moved(self.viewport(of: view, at: info.modelTime)) }
    }
    (link.requiresContinuousUpdates, link.isEnabled, self.link) = (true, true, link)
  }

  private func viewport(of view: UIScrollView, at seconds: Double) -> Viewport {
    let offset = Double(view.contentOffset.y)
    let moved = offset - (last?.offset ?? offset)
    let velocity = moved / max(seconds - (last?.seconds ?? 0), 1e-3)
    if moved != 0 { direction = moved > 0 ? .forward : .backward }
    last = (offset, seconds)
    return Viewport(
      lower: offset, upper: offset + Double(view.bounds.height), velocity: velocity,
      direction: direction,
      phase: view.isTracking ? .tracking : view.isDecelerating ? .decelerating : .idle)
  }
}
