// As much of UIKit as ScrollRecorder.swift uses, from its documentation, so that the compiler can
// check that file where there is no UIKit.
@_exported import Foundation

@MainActor open class UIView {
  public var bounds: CGRect { .zero }
  public init() {}
}

@MainActor open class UIScrollView: UIView {
  public var contentOffset = CGPoint.zero
  public var contentSize = CGSize.zero
  public var isTracking: Bool { false }
  public var isDecelerating: Bool { false }
}

@MainActor public final class UIUpdateInfo {
  public var modelTime: TimeInterval { 0 }
}

@MainActor public final class UIUpdateLink {
  public init(view: UIView, actionHandler: @escaping (UIUpdateLink, UIUpdateInfo) -> Void) {}
  public var isEnabled = false
  public var requiresContinuousUpdates = false
}

public func CACurrentMediaTime() -> TimeInterval { 0 }
