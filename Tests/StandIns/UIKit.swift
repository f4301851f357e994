// As much of UIKit as ImageMemoryCache, its adapters and emitted code use, from Apple's
// documentation of the iOS 18 SDK, so that the compiler can check them where there is no UIKit. Nothing here works.
@_exported import Foundation

public typealias CFTimeInterval = Double

@MainActor open class UIApplication {
  public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
}

/// Its documentation calls it immutable and safe to use from any thread.
open class UIImage: @unchecked Sendable {
  public init() {}
  open var cgImage: CGImage? { nil }
}

public final class CGImage: Sendable {
  public var bytesPerRow: Int { 0 }
  public var height: Int { 0 }
}

@MainActor open class UIView {
  public var bounds: CGRect { .zero }
  public init() {}
}

@MainActor open class UIScrollView: UIView {
  public var contentOffset = CGPoint.zero
  public var contentSize = CGSize.zero
  public var isTracking: Bool { false }
  public var isDecelerating: Bool { false }
  public weak var delegate: (any UIScrollViewDelegate)?
}

@MainActor public protocol UIScrollViewDelegate: AnyObject {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}

@MainActor public final class UIUpdateInfo {
  public var modelTime: TimeInterval { 0 }
}

@MainActor public final class UIUpdateLink {
  public init(view: UIView, actionHandler: @escaping (UIUpdateLink, UIUpdateInfo) -> Void) {}
  public var isEnabled = false
  public var requiresContinuousUpdates = false
}

// What emitted code uses, and the app around it.

@MainActor public protocol UIApplicationDelegate: AnyObject {}

extension UIApplicationDelegate {
  public static func main() {}
}

extension IndexPath {
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var item: Int { self[1] }
  public var section: Int { self[0] }
}

@MainActor open class UICollectionViewLayoutAttributes {
  public enum ElementCategory: Sendable { case cell, supplementaryView, decorationView }

  public var frame: CGRect { .zero }
  public var indexPath: IndexPath { IndexPath(item: 0, section: 0) }
  public var representedElementCategory: ElementCategory { .cell }
}

@MainActor open class UICollectionViewLayout {
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    nil
  }
}

@MainActor open class UICollectionView: UIScrollView {
  public var collectionViewLayout: UICollectionViewLayout { UICollectionViewLayout() }
  public var indexPathsForVisibleItems: [IndexPath] { [] }
  public var isPrefetchingEnabled = true
  public weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  public func numberOfItems(inSection section: Int) -> Int { 0 }
}

@MainActor open class UITableView: UIScrollView {
  public var indexPathsForVisibleRows: [IndexPath]? { nil }
  public weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
  public func indexPathsForRows(in rect: CGRect) -> [IndexPath]? { nil }
  public func numberOfRows(inSection section: Int) -> Int { 0 }
}

@MainActor public protocol UICollectionViewDataSourcePrefetching: AnyObject {
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
  func collectionView(
    _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

@MainActor public protocol UITableViewDataSourcePrefetching: AnyObject {
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}
