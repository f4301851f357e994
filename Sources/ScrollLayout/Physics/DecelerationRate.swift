import ScrollCore

/// How fast a fling loses its speed: `UIScrollView.DecelerationRate`.
///
/// Raw values are the words that traces and the command line use.
public enum DecelerationRate: String, Sendable, CaseIterable {
  case normal
  case fast

  /// The share of the velocity that is left after one millisecond, as UIKit states it.
  public var perMillisecond: Double {
    switch self {
    case .normal: 0.998
    case .fast: 0.99
    }
  }

  /// The same as an exponent per second: the velocity falls as `exp(-decay * t)`.
  public var decay: Double { -1000 * log(perMillisecond) }
}
