import ScrollCore

/// The platform whose scroll view moves the content, which determines flings and edges.
///
/// Raw values are the words in traces and on the command line. Dragging, catching, pages and
/// programmatic scrolls work as on iOS for all platforms (`GesturePlayer`).
public enum ScrollPhysics: String, Sendable, CaseIterable {
  /// `UIScrollView`, at the deceleration rate of the scroll view; content can be dragged beyond an
  /// edge and bounces back.
  case ios
  /// `OverScroller`, as `RecyclerView` and Compose use it; content stops at an edge.
  case android
  /// Chromium's `PhysicsBasedFlingCurve`; content stops at an edge.
  case chromium
  /// Chromium's older `FlingCurve`; content stops at an edge.
  case chromiumFixed = "chromium-fixed"
  /// `ClampingScrollSimulation`, Flutter's physics on Android; content stops at an edge.
  case flutter

  /// A summary in one sentence.
  public var summary: String {
    switch self {
    case .ios: "UIScrollView: speed falls exponentially, edges bounce."
    case .android: "Android's OverScroller: hard flings go far, edges stop."
    case .chromium: "Chromium: at most three screens a fling, edges stop."
    case .chromiumFixed: "Chromium's older fixed curve, edges stop."
    case .flutter: "Flutter's physics on Android, edges stop."
    }
  }

  /// A Boolean value that indicates whether content follows a finger beyond its edge.
  public var edgesGive: Bool { self == .ios }

  /// Returns the fling that begins at a release; `nil` for iOS, whose flings are `FlingPath`s.
  /// - Parameters:
  ///   - velocity: the release velocity in points per second.
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

  /// Returns the velocity within the limits of Android's `ViewConfiguration`, which Flutter also
  /// uses.
  ///
  /// A release slower than 50 dp/s is not a fling, and no fling is faster than 8000 dp/s.
  private static func allowed(_ velocity: Double) -> Double {
    abs(velocity) < 50 ? 0 : min(max(velocity, -8000), 8000)
  }
}

/// A fling without edges, as the platforms compute it.
///
/// Units are seconds since the release, and signed points from the offset at the release.
enum FlingCurve: Sendable, Equatable {
  case android(AndroidFling)
  case chromium(ChromiumFling)
  case chromiumFixed(ChromiumFixedFling)
  case flutter(FlutterFling)

  /// The time at which the content rests.
  var duration: Double {
    switch self {
    case .android(let fling): fling.duration
    case .chromium(let fling): fling.duration
    case .chromiumFixed(let fling): fling.duration
    case .flutter(let fling): fling.duration
    }
  }

  /// Returns the distance that the content has moved at a time; after the end of the fling, the
  /// whole distance.
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

/// A fling of Flutter's `ClampingScrollSimulation`: Android's distance on a simpler curve.
///
/// It lasts `R I` times as long as Android's fling (`AndroidFling` states the constants). It begins
/// at the release velocity and slows down to rest: `x = d (1 - (1 - t/T)^R)`, with the distance `d`
/// and the duration `T`. If the fling is cut and restarted with its velocity at that time, it
/// continues unchanged.
///
/// - Note: Source: `scroll_simulation.dart` of Flutter.
public struct FlutterFling: Sendable, Equatable {
  /// The duration in seconds.
  public let duration: Double
  /// The signed distance in points.
  public let distance: Double

  /// Creates a fling.
  /// - Parameter velocity: the release velocity in points per second.
  public init(velocity: Double) {
    let android = AndroidFling.seconds(velocity)
    duration = AndroidFling.exponent * AndroidFling.inflexion * android
    distance = AndroidFling.inflexion * velocity * android
  }

  /// Returns the distance after some seconds.
  public func travel(at time: Double) -> Double {
    guard duration > 0, time > 0 else { return 0 }
    guard time < duration else { return distance }
    return distance * (1 - exp(AndroidFling.exponent * log(1 - time / duration)))
  }
}

/// A fling of Chromium by its older `FlingCurve`.
///
/// All flings follow one curve, `P(t) = a (e^(-g t) - 1) - b t` with `a = -5707.62`, `b = 172` and
/// `g = 3.7`. A fling begins at the point of the curve whose speed is the release velocity. So `v'
/// = -g (v + b)`, and the fling stops after `ln((v + b) / b) / g` seconds. A faster release than
/// the beginning of the curve begins there.
///
/// - Note: Source: `fling_curve.cc` of Chromium.
public struct ChromiumFixedFling: Sendable, Equatable {
  private static let alpha = -5707.62, beta = 172.0, gamma = 3.7

  /// The speed at the beginning of the curve.
  private static var fastest: Double { -alpha * gamma - beta }

  private let speed: Double, sign: Double
  /// The duration in seconds.
  public let duration: Double

  /// Creates a fling.
  /// - Parameter velocity: the release velocity in points per second.
  public init(velocity: Double) {
    speed = min(abs(velocity), Self.fastest)
    sign = velocity < 0 ? -1 : 1
    duration = log((speed + Self.beta) / Self.beta) / Self.gamma
  }

  /// The signed distance in points.
  public var distance: Double { travel(at: duration) }

  /// Returns the distance after some seconds.
  public func travel(at time: Double) -> Double {
    -sign * ((speed + Self.beta) / Self.gamma * expm1(-Self.gamma * time) + Self.beta * time)
  }
}

/// A fling of Android's `OverScroller` (`SplineOverScroller`).
///
/// With `R = ln 0.78 / ln 0.9`, the inflexion `I = 0.35`, the friction `f = 0.015` and a gravity of
/// `G = 9.80665 x 39.37 x 160 x 0.84` dp/s², the fling lasts `(I v / (f G))^(1 / (R - 1))` seconds,
/// cut to whole milliseconds. Its distance is `I v` times the duration before this cut. Its
/// position over time follows a table of the Bézier curve through (0.175, 0.5) and (0.35, 1). The
/// screen's density has no effect if lengths are in dp; a dp counts as a point here.
///
/// Unlike on iOS, a fling of twice the speed goes 3.3 times as far, and a fling that is cut short
/// and restarted takes a different course.
///
/// - Note: Source: the constants of `OverScroller.java` in the Android Open Source Project.
public struct AndroidFling: Sendable, Equatable {
  static let exponent = log(0.78) / log(0.9)
  static let inflexion = 0.35
  static let deceleration = 0.015 * 9.80665 * 39.37 * 160 * 0.84
  private static let spline = BezierEasing(0.175, 0.5, 0.35, 1)

  /// The duration in seconds.
  public let duration: Double
  /// The signed distance in points.
  public let distance: Double

  /// Creates a fling.
  /// - Parameter velocity: the release velocity in points per second.
  public init(velocity: Double) {
    let uncut = Self.seconds(velocity)
    duration = (uncut * 1000).rounded(.down) / 1000
    distance = Self.inflexion * velocity * uncut
  }

  /// Returns the duration of a fling before it is cut to whole milliseconds.
  static func seconds(_ velocity: Double) -> Double {
    guard velocity != 0 else { return 0 }
    return exp(log(inflexion * abs(velocity) / deceleration) / (exponent - 1))
  }

  /// Returns the distance after some seconds.
  public func travel(at time: Double) -> Double {
    duration > 0 ? distance * Self.spline(time / duration) : 0
  }
}

/// A fling of Chromium by its `PhysicsBasedFlingCurve`.
///
/// The deceleration `a` is 2.7559e-5 px/ms² for each pixel per inch. A fling of velocity `v` goes
/// `v² / 2a`, but at most three viewports (in whole pixels). It takes one second for each 2300 px/s
/// of velocity, but at most two seconds. Its position over time is a Bézier curve that begins at
/// the release velocity and ends at rest, with the second control point (0.55, 1). A CSS pixel
/// counts as a point, and 160 CSS pixels as an inch. The model leaves out that Chromium boosts
/// consecutive flings.
///
/// Of three curves compared with 25 flings recorded from Chromium 156, this one fits best for 20 of
/// them.
///
/// - Note: Source: `physics_based_fling_curve.cc` of Chromium.
public struct ChromiumFling: Sendable, Equatable {
  private static let pixelsPerInch = 160.0
  private static let deceleration = 2.7559e-5 * pixelsPerInch * 1e6
  private static let longest = 2.0, fastest = 2300.0

  /// The duration in seconds.
  public let duration: Double
  /// The signed distance in points.
  public let distance: Double
  private let easing: BezierEasing

  /// Creates a fling.
  /// - Parameters:
  ///   - velocity: the release velocity in points per second.
  ///   - viewport: the viewport's length along the axis in points.
  public init(velocity: Double, viewport: Double) {
    let free = velocity * velocity / (2 * Self.deceleration)
    let length = min(free, (3 * viewport).rounded(.down))
    distance = velocity < 0 ? -length : length
    duration = length > 0 ? min(Self.longest, abs(velocity) / Self.fastest) : 0
    let slope = length > 0 ? abs(velocity) * duration / length : 1
    easing =
      0.2 * slope < 1
      ? BezierEasing(0.2, 0.2 * slope, 0.55, 1)
      : BezierEasing(1 / slope, 1, 0.55, 1)
  }

  /// Returns the distance after some seconds.
  public func travel(at time: Double) -> Double {
    duration > 0 ? distance * easing(time / duration) : 0
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), as in timing functions, which gives the progress `y`
/// after the share `x` of the time.
struct BezierEasing: Sendable, Equatable {
  let x1: Double, y1: Double, x2: Double, y2: Double

  /// Creates a curve.
  ///
  /// - Precondition: `x1` and `x2` are from 0 to 1, so that there is one `y` for each `x`.
  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    precondition(0...1 ~= x1 && 0...1 ~= x2, "a curve through \(x1) and \(x2)")
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  /// Returns `y` for a given `x`, exact to the last bits.
  func callAsFunction(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    // x ascends with the parameter.
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return Self.value(middle, y1, y2) }
      if Self.value(middle, x1, x2) < x { low = middle } else { high = middle }
    }
  }

  private static func value(_ s: Double, _ first: Double, _ second: Double) -> Double {
    let rest = 1 - s
    return 3 * rest * rest * s * first + 3 * rest * s * s * second + s * s * s
  }
}
