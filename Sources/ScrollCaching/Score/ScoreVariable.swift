/// What a score is made of: figures of one resident at the moment of an eviction.
///
/// Times are seconds in a simulation and requests in `replay`; lengths are points, or items in
/// `replay`, where every item is 1 long. Of several items that show an image the one nearest
/// to the middle of the viewport counts, of two equally near the one ahead; an image without
/// items is infinitely far away, behind. The time until an image is visible is that of the item
/// which is visible first.
public enum ScoreVariable: String, CaseIterable, Sendable {
  case distance, signedDistance, gap, visible, velocity, timeToVisible
  case age, idle, hits, viewed, prefetched
  case bytes, cost, decodeMs, reloadMs

  /// One clause, with the unit.
  public var summary: String {
    switch self {
    case .distance: "points from the middle of the viewport to the middle of the item"
    case .signedDistance: "the same, negative where the item has been passed"
    case .gap: "points between the viewport and the item; 0 while it is visible"
    case .visible: "1 while the item is visible, otherwise 0"
    case .velocity: "points per second in the direction of travel; 0 in replay"
    case .timeToVisible: "expected seconds until the item is visible, as in time-to-visible"
    case .age: "seconds since the image was stored"
    case .idle: "seconds since it was last requested or stored"
    case .hits: "how often it was found since it was stored"
    case .viewed: "1 if it was stored for a view or found since, otherwise 0"
    case .prefetched: "1 if it was stored by a prefetch, otherwise 0"
    case .bytes: "bytes in memory, at least 1; 1 where images are counted"
    case .cost: "what it is charged: bytes, or what the loader's cost says; 1 where images count"
    case .decodeMs: "milliseconds to decode it again, at least 0.1; 1 in replay"
    case .reloadMs: "milliseconds to get and decode it again, at least 0.1; 1 in replay"
    }
  }
}

/// What can be called in a score.
public enum ScoreFunction: String, CaseIterable, Sendable {
  case min, max, abs, sqrt, log, exp, pow

  /// How many arguments it takes.
  var arity: Int {
    switch self {
    case .min, .max, .pow: 2
    case .abs, .sqrt, .log, .exp: 1
    }
  }
}
