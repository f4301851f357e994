public import ScrollCore

extension Catalog where Entry == LoaderDescriptor {
  /// The ways of loading that the chapter "Image IO" builds up, named for what they do.
  public static let builtIn = Catalog([
    LoaderDescriptor(
      "main-thread", "Listing 14.1: reads and decodes on the main thread, keeps nothing.",
      .mainThread),
    LoaderDescriptor(
      "background-read", "Listing 14.2: reads in the background, decodes when drawn.",
      .backgroundRead),
    LoaderDescriptor(
      "background-decode", "Listing 14.3: reads, decodes and redraws in the background.",
      .backgroundDecode),
    LoaderDescriptor(
      "cached", "Listing 14.5: a memory cache, and the neighbours of what appears.", .cached),
  ])
}

extension Loader {
  /// Everything on the main thread, at every appearance.
  public static var mainThread: Loader {
    var loader = Loader()
    loader.reads = .main
    loader.decodes = .main
    return loader
  }

  /// Reading in the background, decoding lazily on the main thread.
  public static var backgroundRead: Loader {
    var loader = Loader()
    loader.decodes = .main
    return loader
  }

  /// Reading and forced decoding in the background, redrawn at the cell's size.
  public static var backgroundDecode: Loader {
    var loader = Loader()
    loader.redraw = .viewSize
    return loader
  }

  /// The reference preset: cache, coalescing, neighbours; never cancels.
  public static var cached: Loader {
    var loader = Loader()
    loader.redraw = .fullSize
    loader.hasCache = true
    loader.coalesces = true
    loader.prefetchTouches = true
    loader.prefetcher = .neighbours(1)
    return loader
  }
}
