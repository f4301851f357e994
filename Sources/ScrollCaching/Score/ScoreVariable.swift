/// A variable of a score, which is a figure of one resident at the moment of an eviction.
///
/// Times are seconds in a simulation and requests in `replay`; lengths are points, or items in
/// `replay`, where every item is 1 long. If several items show an image, the item nearest to the
/// middle of the viewport counts, or of two equally near items the one ahead. An image without
/// items is infinitely far behind. The time until an image is visible is that of the item that is
/// visible first.
///
/// In `admit` the variables are the figures of the newcomer, as if it were stored at that moment.
public enum ScoreVariable: String, CaseIterable, Sendable {
  case distance, signedDistance, gap, visible, velocity, timeToVisible
  case age, idle, hits, uses, viewed, prefetched
  case bytes, cost, decodeMs, reloadMs
  case pressure
}

extension ScoreVariable {
  /// The number of images outside the cache whose `uses` are remembered.
  ///
  /// Residents are always remembered. Of the other images those that were requested or left the
  /// cache last are remembered, and a forgotten image starts again at 0.
  public static let mostRemembered = 4096

  /// A Boolean value that indicates whether the variable depends on the position or the movement of
  /// the viewport.
  var isSpatial: Bool {
    switch self {
    case .distance, .signedDistance, .gap, .visible, .velocity, .timeToVisible: true
    default: false
    }
  }

  /// A Boolean value that indicates whether the variable is the same for all residents at any
  /// moment.
  var isShared: Bool { self == .velocity || self == .pressure }

  /// A Boolean value that indicates whether the variable changes only when its image is stored or
  /// found.
  var changesByTouch: Bool {
    switch self {
    case .hits, .uses, .viewed, .prefetched, .bytes, .cost, .decodeMs, .reloadMs: true
    default: false
    }
  }

  /// A Boolean value that indicates whether the variable changes when its image is found.
  var changesByHit: Bool { self == .hits || self == .uses || self == .viewed }
}

extension ScoreVariable {
  /// The meaning in one clause, with the unit.
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
    case .hits: "the number of hits since it was stored"
    case .uses:
      "the number of requests since the run began, including while it was not in the cache"
    case .viewed: "1 if it was stored for a view or has been hit since, otherwise 0"
    case .prefetched: "1 if it was stored by a prefetch, otherwise 0"
    case .bytes: "bytes in memory, at least 1; 1 if the limit is a number of images"
    case .cost: "its cost: bytes, or the loader's cost; 1 if the limit is a number of images"
    case .decodeMs: "milliseconds to decode it again, at least 0.1; 1 in replay"
    case .reloadMs: "milliseconds to get and decode it again, at least 0.1; 1 in replay"
    case .pressure: "the system's memory pressure: 0 normal, 1 warning, 2 critical; 0 in replay"
    }
  }

  /// The data that an app must supply for the variable, in one clause.
  public var supply: String {
    switch self {
    case .distance, .signedDistance, .gap, .visible:
      "the scroll view's offset in every frame, and where the items of every image lie"
    case .velocity: "the scroll view's offset in every frame"
    case .timeToVisible:
      "the scroll view's offset and phase in every frame, its rate of deceleration, and where the "
        + "items of every image lie"
    case .age, .idle: "the time of every look-up and store"
    case .hits: "nothing: a cache receives its requests"
    case .uses:
      "look-ups that miss as well, and memory for the counts of \(Self.mostRemembered) "
        + "images outside the cache"
    case .viewed, .prefetched: "for every store, whether a view or a prefetcher requested the image"
    case .bytes: "the bytes of every decoded image"
    case .cost: "nothing: a cache receives the cost of an image"
    case .decodeMs: "the decode time of every image on the device"
    case .reloadMs: "the time to read or download, and to decode every image"
    case .pressure: "the system's memory warnings, and when they end"
    }
  }
}
