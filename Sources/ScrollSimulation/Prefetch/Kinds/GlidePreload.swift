import ScrollCore

/// Asks for the next so many items beyond the last visible one, as Glide's `ListPreloader` does.
///
/// In the direction of travel, the nearest first; looked at when other items are visible than
/// before; on a reversal everything is cancelled first, and a reversal counts when an item enters
/// or leaves after it. Glide has no standard number of items; its documentation's example has 10.
/// Glide 5 starts with the direction of rising positions, here it is the trace's; described from
/// its behaviour, not checked against a run of it.
public struct GlidePreload: Sendable, Equatable {
  /// Items.
  public var most: Int
  public var cancelsOnReversal: Bool

  /// A preloader.
  /// - Precondition: `most` is positive.
  public init(most: Int = 10, cancelsOnReversal: Bool = true) {
    precondition(most > 0, "\(most) items ahead")
    self.most = most
    self.cancelsOnReversal = cancelsOnReversal
  }
}

extension GlidePreload: PrefetcherKind {
  static let descriptor = PrefetcherDescriptor(
    "glide-preload", "Asks for the next items after the last visible one, as Glide does.",
    settings: [
      Setting("max", .integer(1...1000), standard: "10", "How many items."),
      .cancelOnReversal(true),
    ]
  ) {
    .glidePreload(
      GlidePreload(most: $0.integer("max"), cancelsOnReversal: $0.cancelsOnReversal))
  }

  var values: [String] { ["\(most)", "\(cancelsOnReversal)"] }
}
