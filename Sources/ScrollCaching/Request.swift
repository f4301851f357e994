public import ScrollCore

/// A look-up, as a policy sees it.
public struct Request: Equatable, Sendable {
  public var image: ImageID
  /// The charge of the image if it were stored now: bytes, or 1 in count mode.
  public var cost: Int
  /// The time of the request in a simulation; in `replay` one nanosecond per request.
  public var time: SimTime

  @inlinable public init(image: ImageID, cost: Int, time: SimTime) {
    self.image = image
    self.cost = cost
    self.time = time
  }
}

/// The reason why an image was delivered: a cell that appeared and requested it, or a prefetch.
public enum Admission: UInt8, Sendable {
  case viewed, prefetched
}

/// The reason why an image left a cache; a refused admission is no removal.
public enum RemovalReason: UInt8, Sendable, CaseIterable {
  case cost, count, pressure, background, expired, replaced, removed, discarded, leftRange
}

/// An image that left a cache.
public struct Removal: Equatable, Sendable {
  public var image: ImageID
  public var reason: RemovalReason
  /// The charge of the image.
  public var cost: Int
  /// A Boolean value that indicates whether the real cache would call its delegate.
  public var notifiesDelegate: Bool

  @inlinable public init(
    image: ImageID, reason: RemovalReason, cost: Int, notifiesDelegate: Bool = false
  ) {
    self.image = image
    self.reason = reason
    self.cost = cost
    self.notifiesDelegate = notifiesDelegate
  }
}

/// The result of offering an image to a cache.
public enum StoreOutcome: UInt8, Sendable {
  case stored, refused
}

/// The limits of a cache; `nil` means no limit.
public struct CacheLimits: Hashable, Sendable {
  public var cost: Int?
  public var count: Int?

  @inlinable public init(cost: Int? = nil, count: Int? = nil) {
    self.cost = cost
    self.count = count
  }

  /// The capacity that policies with segments divide: the cost limit, or else the count limit.
  @inlinable public var capacity: Int { cost ?? count ?? .max }
}

/// The system's memory state, by rising urgency.
public enum PressureLevel: UInt8, Sendable, CaseIterable, Comparable {
  case normal, warning, critical

  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
