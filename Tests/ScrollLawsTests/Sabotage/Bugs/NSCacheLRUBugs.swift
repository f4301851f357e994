/// Bugs of the NSCache that is read as LRU.
enum NSCacheLRUBugs: SabotagedModelFamily {
  enum Bug: Sendable {
    case refusesOversized, backgroundDropsPinned, warningIgnored, replacedUntold
    case lookupDoesNotRenew, zeroLimitIsALimit
  }

  static let reference = "nscache-lru"

  static let sabotages = [
    broken(
      .refusesOversized, .laws, "nscache-lru refuses the oversized",
      "An image over the limit is refused, though the model refuses nothing."),
    broken(
      .backgroundDropsPinned, .laws, "nscache-lru drops pins in the background",
      "Going to the background removes pinned images too."),
    broken(
      .warningIgnored, .reference, "nscache-lru sleeps through warnings",
      "Only a critical memory warning purges."),
    broken(
      .replacedUntold, .reference, "nscache-lru does not tell of the replaced",
      "The delegate does not hear of replaced values."),
    broken(
      .lookupDoesNotRenew, .reference, "nscache-lru does not renew on a look-up",
      "Looking an image up leaves it where it is."),
    broken(
      .zeroLimitIsALimit, .reference, "nscache-lru takes zero for a limit",
      "A count limit of 0 keeps nothing instead of everything."),
  ]
}
