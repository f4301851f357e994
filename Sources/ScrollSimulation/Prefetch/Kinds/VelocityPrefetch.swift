import ScrollCore

/// Asks for what the viewport will pass within some seconds if it keeps its speed.
///
/// The way is velocity times time, beyond the edge ahead; at rest there is none.
public struct VelocityPrefetch: Sendable, Equatable {
  /// How far ahead in time.
  public var seconds: Double
  public var cancelsOnReversal: Bool

  /// A prefetcher.
  /// - Precondition: `seconds` is not negative.
  public init(seconds: Double = 0.5, cancelsOnReversal: Bool = false) {
    precondition(seconds >= 0, "\(seconds) s ahead")
    self.seconds = seconds
    self.cancelsOnReversal = cancelsOnReversal
  }

  /// While the mean velocity still has the sign of the movement before a turn, the way leads
  /// there, which is behind.
  func reach(_ viewport: Viewport) -> PrefetchReach {
    let way = viewport.velocity * viewport.direction.sign * seconds
    return PrefetchReach(ahead: max(0, way), behind: max(0, -way))
  }
}

extension VelocityPrefetch: PrefetcherKind {
  static let descriptor = PrefetcherDescriptor(
    "velocity", "Asks for what will be passed within some seconds at the present speed.",
    settings: [
      Setting("seconds", .number(0...60), standard: "0.5", "Seconds ahead (estimate)."),
      .cancelOnReversal(false),
    ]
  ) {
    .velocity(
      VelocityPrefetch(
        seconds: $0.number("seconds"), cancelsOnReversal: $0.cancelsOnReversal))
  }

  var values: [String] { [seconds.settingText, "\(cancelsOnReversal)"] }
}
