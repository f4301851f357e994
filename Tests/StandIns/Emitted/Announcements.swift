// A screen that uses UIKit's own window.
import UIKit

@MainActor final class FeedScreen {
  private let prefetcher = makePrefetcher()

  func load(_ view: UICollectionView, _ table: UITableView) {
    view.prefetchDataSource = prefetcher
    table.prefetchDataSource = prefetcher
  }
}
