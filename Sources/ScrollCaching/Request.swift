public import ScrollCore

/// A look-up, as a policy sees it.
public struct Request: Equatable, Sendable {
  public var image: ImageID
  /// What the image would be charged if it were stored now: bytes, or 1 in count mode.
  public var cost: Int
  /// In a simulation its time; in `replay` one nanosecond per request.
  public var time: SimTime

  @inlinable public init(image: ImageID, cost: Int, time: SimTime) {
    self.image = image
    self.cost = cost
    self.time = time
  }
}

/// Whether an appearance wanted the image when it was delivered.
public enum Admission: UInt8, Sendable {
  case viewed, prefetched
}

/// Why an image left a cache (a refused admission is no removal).
public enum RemovalReason: UInt8, Sendable, CaseIterable {
  case cost, count, pressure, background, expired, replaced, removed, discarded, leftRange
}

/// One image that left a cache.
public struct Removal: Equatable, Sendable {
  public var image: ImageID
  public var reason: RemovalReason
  /// What the image had been charged.
  public var cost: Int
  /// Whether the real cache would call its delegate.
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

/// What became of an image offered to a cache.
public enum StoreOutcome: UInt8, Sendable {
  case stored, refused
}

/// How much a cache may hold; nil is no limit.
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

/// What the system says about memory, by rising urgency.
public enum PressureLevel: UInt8, Sendable, CaseIterable, Comparable {
  case normal, warning, critical

  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
