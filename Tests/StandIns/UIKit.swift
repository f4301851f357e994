// As much of UIKit as ImageMemoryCache and its adapters use, from Apple's documentation of the
// iOS 18 SDK, so that the compiler can check them where there is no UIKit. Nothing here works.
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
