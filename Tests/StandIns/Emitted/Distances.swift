// A screen that uses a window of distances or items.
import UIKit

@MainActor final class FeedScreen {
  private let prefetcher = makePrefetcher()
  private let urls: [URL] = []

  func didScroll(_ view: UICollectionView) {
    prefetcher.update(view) { urls.indices.contains($0.item) ? urls[$0.item] : nil }
  }

  func didScroll(_ view: UITableView) { prefetcher.update(view) { _ in nil } }
}
