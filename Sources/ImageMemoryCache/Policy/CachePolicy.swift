import ScrollCaching
import ScrollCore

/// An eviction policy that works in every cache, with its default settings.
///
/// Its raw value is its name on the command line. A cache with one of these policies can always be
/// created. Settings, formulas, custom policies and the policies that need the positions of items
/// are given as text, which is checked: `try ImageMemoryCache(policy: "distance:lead=2", ...)`.
public enum CachePolicy: String, CaseIterable, Sendable {
  /// Evicts the image that was stored first.
  case fifo
  /// Evicts the least recently used image.
  case lru
  /// Evicts the oldest image that was not used since its last second chance.
  case clock
  /// Like clock, but uses soon after a store or another counted use do not count.
  case dFR = "d-fr"
  /// Like lru, but uses soon after a store or another counted use do not count.
  case delayLRU = "delay-lru"
  /// Like lru, but each use counts only with some probability.
  case probLRU = "prob-lru"
  /// Evicts the image with the fewest uses since it was stored.
  case lfu
  /// Evicts the most recently used image.
  case mru
  /// Evicts a random image.
  case random
  /// Evicts the image whose second to last use is the oldest.
  case lruK = "lru-k"
  /// Evicts the image with the fewest uses; of several, the most recently used.
  case crLFU = "cr-lfu"
  /// Evicts the image with the fewest uses, where old uses count less.
  case lfuDA = "lfu-da"
  /// Evicts the least recently used image of the lowest segment; a hit moves one segment up.
  case slru
  /// Evicts the oldest image of the lowest segment; a hit moves one segment up.
  case sfifo
  /// Evicts new images in order of arrival, and images that came back after an eviction by LRU.
  case twoQ = "2q"
  /// Evicts images early that are not used again, and the others by a clock with two bits.
  case qdLP = "qd-lp"
  /// Evicts the first image that was not used since the hand last passed it.
  case sieve
  /// Like sieve, but the hand subtracts one counted use from each image that it passes, and evicts
  /// images that have none.
  case sieveK = "sieve-k"
  /// Like sieve-k, but the hand visits the images in random order.
  case ranSieve = "ran-sieve"
  /// Evicts images early that are not used again soon after they were stored.
  case s3fifo
  /// Like s3fifo, with its constants as settings.
  case s4fifo
  /// Like s3fifo, but uses just after an image was stored do not count.
  case clock2QPlus = "clock2q-plus"
  /// Balances images that were seen once against images that were seen again.
  case arc
  /// Evicts the image with the longest gap between its uses.
  case lirs
  /// Balances new images against returning ones, on two clocks.
  case car
  /// Evicts cold images that were not used again during their test.
  case clockPro = "clock-pro"
  /// Evicts the least recently used of the least used images, with uses counted in powers of two.
  case mq
  /// Admits only images that are requested more often than those they would displace.
  case tinyLFU = "tinylfu"
  /// Admits from a small window only images that are requested more often than those they displace.
  case wTinyLFU = "w-tinylfu"
  /// Evicts the least recently or the least frequently used image, and learns which.
  case lecar
  /// Evicts by one of two rules, for scans or for churn, and learns which.
  case cacheus
  /// Evicts the image with the fewest uses per byte, where old uses count less.
  case gdsf
  /// Evicts the largest image.
  case size
  /// Evicts images early that cost little per byte to reload or were last used long ago.
  case gds
  /// Evicts the image with the least credit per byte; a hit restores its credit.
  case landlord
  /// Evicts the image that costs least per byte to reload, with rounded costs.
  case camp
  /// Evicts, from a random sample, the image with the fewest uses for its time in the cache.
  case hyperbolic
  /// Evicts, from a random sample, the image with the fewest expected hits per byte.
  case lhd
  /// Evicts the image whose misses cause the least waiting, relative to the time since its last
  /// use.
  case aggregateDelay = "aggregate-delay"
}

extension CachePolicy {
  /// The names of all policies of the package that a cache of an app can have.
  package static var allNames: [String] {
    PolicyCatalog.builtIn.entries.filter { $0.reusesIDs }.map { $0.name }
  }
}
