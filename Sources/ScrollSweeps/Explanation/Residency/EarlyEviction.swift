package import ScrollCore

/// An image that was evicted, and requested again before the viewport had moved three screens.
package struct EarlyEviction: Sendable, Equatable {
  /// The item that requested it again.
  package var item: Int
  /// Its key in the cache.
  package var key: Int
  package var evicted: SimTime, askedAgain: SimTime

  package init(item: Int, key: Int, evicted: SimTime, askedAgain: SimTime) {
    self.item = item
    self.key = key
    self.evicted = evicted
    self.askedAgain = askedAgain
  }
}
