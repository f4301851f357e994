extension Loader {
  /// Returns a loader with some settings changed.
  private static func changing(
    _ loader: Loader = Loader(), _ change: (inout Loader) -> Void
  ) -> Loader {
    var loader = loader
    change(&loader)
    return loader
  }

  /// The loader that does everything on the main thread, at every appearance.
  public static var mainThread: Loader {
    changing {
      $0.read = .main
      $0.decodeOn = .main
      $0.decode = .lazy
    }
  }

  /// The loader that reads in the background and decodes lazily on the main thread.
  public static var backgroundRead: Loader {
    changing {
      $0.decodeOn = .main
      $0.decode = .lazy
    }
  }

  /// The loader that reads and forces decoding in the background, redrawn at the cell's size.
  public static var backgroundDecode: Loader { changing { $0.decode = .viewSize } }

  /// The loader with one tiled layer in each cell, whose tiles are drawn in the background and fade
  /// in.
  ///
  /// The system cancels tiles that have left the screen. Its tile cache cannot be sized or queried.
  /// The listing discards the contents when a cell is reused, so the tile cache never helps.
  public static var tiled: Loader {
    changing {
      $0.decode = .viewSize
      $0.tiles = true
      $0.cancelOnLeave = true
      $0.fadeDuration = 0.25
    }
  }

  /// The reference preset with a cache, coalescing and neighbors; it never cancels.
  public static var cached: Loader {
    changing {
      $0.decode = .fullSize
      $0.cache = true
      $0.coalescing = true
      $0.prefetchTouches = true
      $0.prefetcher = NeighborPrefetch.descriptor.standard
    }
  }

  /// The loader `cached` with low variants while the viewport moves.
  public static var resolutionSwap: Loader {
    changing(.cached) {
      $0.variants = .bundled
      $0.cancelOnLeave = true
    }
  }

  /// The loader of the bundle's images, decoded at once on the main thread.
  ///
  /// With policy `image-named` the cache is the system's own, which cannot be sized and is emptied
  /// at a memory warning. It also holds pictures of the interface.
  public static var imageNamed: Loader {
    changing(.mainThread) {
      $0.origin = .bundle
      $0.decode = .imageIO
      $0.decodeAtOnce = true
      // At a warning it frees memory as a cache, not as purgeable memory.
      $0.purgeable = .never
      $0.cache = true
      $0.coalescing = true
    }
  }

  /// The loader with memory, live loads, disk and network; everything is in the background, and
  /// failures are retried.
  public static var multiLevel: Loader {
    changing {
      $0.origin = .network
      $0.decode = .fullSize
      $0.cache = true
      $0.coalescing = true
      $0.diskCache = true
    }
  }

  /// The loader of the article on downloads in a table, as written, with one table of images and
  /// one of operations, both keyed by address.
  ///
  /// Files are named after the last part of their address and encoded as PNG. They are read and
  /// decoded on the main thread, and images found on disk do not enter the table of images. A
  /// download reloads the row that began it, whether it failed or not, so a failed download is
  /// retried at once. Another row that waits for the same address is not refreshed. Settings
  /// correct each of these defects. Names differ as addresses do unless `fileNames` says otherwise.
  public static var multiLevel003: Loader {
    changing(.multiLevel) {
      $0.read = .main
      $0.decodeOn = .main
      $0.decode = .lazy
      $0.pngReencode = true
      $0.reloadRow = true
      $0.backOff = 0
      $0.diskNames = .fileName
      $0.fileNames = 10_000_000
      $0.diskHitsEnterMemory = false
      $0.reloadFailedRow = true
      $0.refreshesJoined = false
    }
  }

  /// The `ImageLoader` of the article on NSCache: an NSCache of encoded data, looked up in the
  /// background.
  ///
  /// It passes no cost and joins no download. It passes an image, which is decoded when it is
  /// drawn, to its completion handler. Here the handler sets the image of the cell that requested
  /// it, whatever item the cell shows by then.
  public static var imageLoader001: Loader {
    changing {
      $0.origin = .network
      $0.decode = .lazy
      $0.backOff = 0
      $0.cache = true
      $0.holds = .encoded
      $0.cost = .zero
      $0.hitDelivery = .nextFrame
      $0.recycledCellCheck = false
    }
  }

  /// The loader that calls `dataWithContentsOfURL:` on the main thread.
  public static var naiveNetwork: Loader {
    changing(.mainThread) {
      $0.origin = .network
      $0.download = .main
    }
  }
}
