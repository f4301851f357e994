import ScrollSimulation

/// The loader of a feed app: a cache in memory and one on disk, four downloads at a time, images
/// redrawn at the size of their cells, and `unhurried` with two screens.
public enum FeedAppLoader {
  public static let descriptor = LoaderDescriptor(
    "feed-app", "A feed's loader: two caches, four downloads, unhurried prefetching."
  ) {
    $0.origin = .network
    $0.cache = true
    $0.diskCache = true
    $0.diskLimit = 200_000_000
    $0.connections = 4
    $0.decode = .viewSize
    $0.coalescing = true
    $0.cancelOnLeave = true
    $0.prefetcher = UnhurriedPrefetch.descriptor.standard
  }
}
