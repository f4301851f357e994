import ScrollCore

/// The deceleration rate of a fling: `UIScrollView.DecelerationRate`.
///
/// Raw values are the words in traces and on the command line.
public enum DecelerationRate: String, Sendable, CaseIterable {
  case normal
  case fast

  /// The share of the velocity that remains after one millisecond, as UIKit states it.
  public var perMillisecond: Double {
    switch self {
    case .normal: 0.998
    case .fast: 0.99
    }
  }

  /// The rate as an exponent per second: the velocity falls as `exp(-decay * t)`.
  public var decay: Double { -1000 * log(perMillisecond) }
}
