import ScrollCore

/// How far the scroll goes from here by itself.
///
/// While the content decelerates by `exp(-decay * t)`, `v (1 - exp(-decay * T)) / decay` in a
/// time T and `v / decay` in all; while a finger holds it, `v T`. Never beyond an end of the
/// content: the viewport stops where its edge meets the end; one that is already past an end
/// goes no farther that way.
struct Lookahead: Sendable {
  /// In 1/s.
  let decay: Double
  /// The end of the content; it begins at 0.
  var contentEnd: Double

  init(_ setup: PolicySetup) {
    decay = setup.decay
    contentEnd = setup.placement?.extent ?? Double(setup.imageCount)
  }

  /// The way within some seconds, in points, signed.
  func distance(in seconds: Double, from viewport: Viewport) -> Double {
    let free =
      viewport.phase == .decelerating
      ? viewport.velocity * (1 - exp(-decay * seconds)) / decay : viewport.velocity * seconds
    return confined(free, from: viewport)
  }

  /// A way within the content.
  func confined(_ distance: Double, from viewport: Viewport) -> Double {
    let lowest = min(0, -viewport.lower), highest = max(0, contentEnd - viewport.upper)
    return min(max(distance, lowest), highest)
  }
}
