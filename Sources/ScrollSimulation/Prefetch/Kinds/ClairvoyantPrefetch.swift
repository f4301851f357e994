import ScrollCore

/// Asks for what will become visible within some seconds, because it knows the trace.
///
/// A baseline: what prefetching could achieve with such a look-ahead, in order of first
/// appearance. It sees where the viewport will be at each vertical synchronisation, not how
/// loading will go; items that only pass between two of them are not asked for. That is no bound:
/// where the device cannot keep up it still asks for what comes too late, and where the cache has
/// no room for what it fetches, a longer look ahead leaves more blank.
public struct ClairvoyantPrefetch: Sendable, Equatable {
  /// How far ahead in time.
  public var seconds: Double
  public var cancelsOnReversal: Bool

  /// A prefetcher.
  /// - Precondition: `seconds` is from 0 to an hour.
  public init(seconds: Double = 1, cancelsOnReversal: Bool = false) {
    precondition(0...3600 ~= seconds, "\(seconds) s ahead")
    self.seconds = seconds
    self.cancelsOnReversal = cancelsOnReversal
  }

  var horizon: SimTime { SimTime(seconds: seconds) }
}

extension ClairvoyantPrefetch: PrefetcherKind {
  static let descriptor = PrefetcherDescriptor(
    "clairvoyant", "Knows the trace: asks for what will be visible, in order (a baseline).",
    settings: [
      Setting("seconds", .number(0...3600), standard: "1", "Seconds ahead."),
      .cancelOnReversal(false),
    ]
  ) {
    .clairvoyant(
      ClairvoyantPrefetch(
        seconds: $0.number("seconds"), cancelsOnReversal: $0.cancelsOnReversal))
  }

  var values: [String] { [seconds.settingText, "\(cancelsOnReversal)"] }
}
