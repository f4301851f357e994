import ScrollTraces

#if os(Linux)
  import Foundation

  /// A probe around the NSCache of this machine's Foundation.
  final class NSCacheProbe {
    private let cache = NSCache<NSString, CacheProbe.Value>()
    private let probe: CacheProbe

    init() { probe = CacheProbe(cache) }

    // Without this a cache of two or more entries leaks them.
    deinit { cache.removeAllObjects() }

    func answers(to log: String) -> String { probe.answers(to: log) }
  }
#endif
