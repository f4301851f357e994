// As much of UIKit as ScrollRecorder.swift uses, from its documentation, so that the compiler can
// check that file where there is no UIKit.
@_exported import Foundation
@_exported import ObjectiveC

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

@available(iOS 15, *)
public struct CAFrameRateRange {
  public init(minimum: Float, maximum: Float, preferred: Float?) {}
}

public final class CADisplayLink {
  public init(target: Any, selector: Selector) {}
  @available(iOS 15, *)
  public var preferredFrameRateRange: CAFrameRateRange {
    get { CAFrameRateRange(minimum: 0, maximum: 0, preferred: nil) }
    set {}
  }
  public var targetTimestamp: TimeInterval { 0 }
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func invalidate() {}
}

public func CACurrentMediaTime() -> TimeInterval { 0 }
