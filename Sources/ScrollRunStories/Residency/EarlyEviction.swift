package import ScrollCore

/// An image that was evicted, and asked for again before the viewport had moved three screens.
package struct EarlyEviction: Sendable, Equatable {
  /// Who asked for it again.
  package var item: Int
  /// What the cache calls the image.
  package var key: Int
  package var evicted: SimTime, askedAgain: SimTime

  package init(item: Int, key: Int, evicted: SimTime, askedAgain: SimTime) {
    self.item = item
    self.key = key
    self.evicted = evicted
    self.askedAgain = askedAgain
  }
}
