import ScrollReferences

extension Sabotage {
  /// Bugs of the NSCache that is read as LRU.
  static let nsCacheLRU: [Sabotage] = [
    Sabotage(
      NSCacheLRUBug.refusesOversized, .laws, "nscache-lru refuses the oversized",
      "An image over the limit is refused, though the model refuses nothing."),
    Sabotage(
      NSCacheLRUBug.backgroundDropsPinned, .laws, "nscache-lru drops pins in the background",
      "Going to the background removes pinned images too."),
    Sabotage(
      NSCacheLRUBug.warningIgnored, .reference, "nscache-lru sleeps through warnings",
      "Only a critical memory warning purges."),
    Sabotage(
      NSCacheLRUBug.replacedUntold, .reference, "nscache-lru does not tell of the replaced",
      "The delegate does not receive replaced values."),
    Sabotage(
      NSCacheLRUBug.lookupDoesNotRenew, .laws, "nscache-lru does not renew on a look-up",
      "Looking an image up leaves it where it is."),
    Sabotage(
      NSCacheLRUBug.zeroLimitIsALimit, .laws, "nscache-lru takes zero for a limit",
      "A count limit of 0 keeps nothing instead of everything."),
  ]
}
