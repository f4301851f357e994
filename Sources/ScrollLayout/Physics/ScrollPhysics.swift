/// Whose scroll view moves the content: how a fling runs, and what happens at an edge.
///
/// Raw values are the words that traces and the command line use. Dragging, catching, pages and
/// programmatic scrolls are the same for all (`GesturePlayer`): what the others do there is not
/// modelled.
public enum ScrollPhysics: String, Sendable, CaseIterable {
  /// `UIScrollView`, at the deceleration rate of the scroll view; edges give and bounce.
  case ios
  /// `OverScroller`, as `RecyclerView` and Compose use it; content stops at an edge.
  case android
  /// Chromium's `PhysicsBasedFlingCurve`; content stops at an edge.
  case chromium
  /// Chromium's older `FlingCurve`; content stops at an edge.
  case chromiumFixed = "chromium-fixed"
  /// Flutter's `ClampingScrollSimulation`, its physics on Android; content stops at an edge.
  case flutter

  /// One sentence.
  public var summary: String {
    switch self {
    case .ios: "UIScrollView: speed falls exponentially, edges bounce."
    case .android: "Android's OverScroller: hard flings go far, edges stop."
    case .chromium: "Chromium: at most three screens a fling, edges stop."
    case .chromiumFixed: "Chromium's older fixed curve, edges stop."
    case .flutter: "Flutter's physics on Android, edges stop."
    }
  }

  /// Whether content follows a finger beyond its edge.
  public var edgesGive: Bool { self == .ios }

  /// The fling that a release begins; nil for what has bounces and rates of its own.
  /// - Parameters:
  ///   - velocity: of the release, in points per second.
  ///   - viewport: the viewport's length along the axis, in points.
  /// - Returns: the curve from the release on.
  func curve(velocity: Double, viewport: Double) -> FlingCurve? {
    switch self {
    case .ios: nil
    case .android: .android(AndroidFling(velocity: Self.allowed(velocity)))
    case .chromium: .chromium(ChromiumFling(velocity: velocity, viewport: viewport))
    case .chromiumFixed: .chromiumFixed(ChromiumFixedFling(velocity: velocity))
    case .flutter: .flutter(FlutterFling(velocity: Self.allowed(velocity)))
    }
  }

  /// Android's `ViewConfiguration`, and Flutter after it: a release slower than 50 dp/s is no
  /// fling, and none is faster than 8000 dp/s.
  private static func allowed(_ velocity: Double) -> Double {
    abs(velocity) < 50 ? 0 : min(max(velocity, -8000), 8000)
  }
}

/// A fling that knows nothing of edges, as the platforms compute it.
///
/// Seconds since release; points from there, signed.
enum FlingCurve: Sendable, Equatable {
  case android(AndroidFling)
  case chromium(ChromiumFling)
  case chromiumFixed(ChromiumFixedFling)
  case flutter(FlutterFling)

  /// When the content rests.
  var duration: Double {
    switch self {
    case .android(let fling): fling.duration
    case .chromium(let fling): fling.duration
    case .chromiumFixed(let fling): fling.duration
    case .flutter(let fling): fling.duration
    }
  }

  /// How far the content has moved; from the duration on, how far it moves at all.
  func travel(at time: Double) -> Double {
    let time = min(max(time, 0), duration)
    return switch self {
    case .android(let fling): fling.travel(at: time)
    case .chromium(let fling): fling.travel(at: time)
    case .chromiumFixed(let fling): fling.travel(at: time)
    case .flutter(let fling): fling.travel(at: time)
    }
  }
}
