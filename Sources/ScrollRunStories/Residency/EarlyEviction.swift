public import ScrollCore

/// An image that was evicted, and asked for again before the viewport had moved three screens.
public struct EarlyEviction: Sendable, Equatable {
  /// Who asked for it again.
  public var item: Int
  /// What the cache calls the image.
  public var key: Int
  public var evicted: SimTime, askedAgain: SimTime

  public init(item: Int, key: Int, evicted: SimTime, askedAgain: SimTime) {
    self.item = item
    self.key = key
    self.evicted = evicted
    self.askedAgain = askedAgain
  }
}
