/// What a score is made of: figures of one resident at the moment of an eviction.
///
/// Times are seconds in a simulation and requests in `replay`; lengths are points, or items in
/// `replay`, where every item is 1 long. Of several items that show an image the one nearest
/// to the middle of the viewport counts, of two equally near the one ahead; an image without
/// items is infinitely far away, behind. The time until an image is visible is that of the item
/// which is visible first.
///
/// In `admit` they are the figures of the newcomer, as if it were stored at that moment.
public enum ScoreVariable: String, CaseIterable, Sendable {
  case distance, signedDistance, gap, visible, velocity, timeToVisible
  case age, idle, hits, uses, viewed, prefetched
  case bytes, cost, decodeMs, reloadMs
  case pressure
}

extension ScoreVariable {
  /// Of how many images outside the cache `uses` is remembered.
  ///
  /// Residents are always remembered. Of the others those that were asked for or left the cache
  /// last are, and one that is forgotten begins anew at 0.
  public static let mostRemembered = 4096

  /// Whether it depends on where the viewport is, or how it moves.
  package var isSpatial: Bool {
    switch self {
    case .distance, .signedDistance, .gap, .visible, .velocity, .timeToVisible: true
    default: false
    }
  }

  /// Whether it is the same for all residents at any moment.
  var isShared: Bool { self == .velocity || self == .pressure }

  /// Whether it is another one only after its image was stored or found.
  var changesByTouch: Bool {
    switch self {
    case .hits, .uses, .viewed, .prefetched, .bytes, .cost, .decodeMs, .reloadMs: true
    default: false
    }
  }

  /// Whether finding an image makes it another one.
  var changesByHit: Bool { self == .hits || self == .uses || self == .viewed }
}
