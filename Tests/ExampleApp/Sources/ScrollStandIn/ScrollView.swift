#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// As much of a scroll view as the example uses: content that is flung, frame by frame.
///
/// It follows UIScrollView's documentation where it has the same names, and its normal rate of
/// deceleration, 0.998 per millisecond.
@MainActor public final class ScrollView {
  public let height: Double
  public var contentHeight: Double
  public private(set) var contentOffset = 0.0
  /// Points per second; 0 at rest.
  public private(set) var velocity = 0.0
  /// Called for every frame in which the content has moved.
  public var didScroll: (@MainActor (ScrollView) -> Void)?

  public init(height: Double, contentHeight: Double) {
    self.height = height
    self.contentHeight = contentHeight
  }

  /// Moves at once.
  public func setContentOffset(_ offset: Double) {
    contentOffset = min(max(offset, 0), max(0, contentHeight - height))
    didScroll?(self)
  }

  /// Lets go of the content at a velocity and returns when it rests, 60 frames a second.
  public func fling(_ velocity: Double) {
    self.velocity = velocity
    while abs(self.velocity) > 10 {
      let before = contentOffset
      setContentOffset(contentOffset + self.velocity / 60)
      self.velocity = contentOffset == before ? 0 : self.velocity * exp(-2.002 / 60)
    }
    self.velocity = 0
  }
}
