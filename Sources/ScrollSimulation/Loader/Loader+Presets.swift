extension Loader {
  /// A loader with something changed.
  private static func changing(
    _ loader: Loader = Loader(), _ change: (inout Loader) -> Void
  ) -> Loader {
    var loader = loader
    change(&loader)
    return loader
  }

  /// Everything on the main thread, at every appearance.
  public static var mainThread: Loader {
    changing {
      $0.read = .main
      $0.decodeOn = .main
      $0.decode = .lazy
    }
  }

  /// Reading in the background, decoding lazily on the main thread.
  public static var backgroundRead: Loader {
    changing {
      $0.decodeOn = .main
      $0.decode = .lazy
    }
  }

  /// Reading and forced decoding in the background, redrawn at the cell's size.
  public static var backgroundDecode: Loader { changing { $0.decode = .viewSize } }

  /// One tiled layer in each cell: its tiles are drawn in the background and fade in.
  ///
  /// The system cancels what has left the screen. Its tile cache cannot be sized or asked;
  /// the listing throws the contents away when a cell is reused, so that it never helps.
  public static var tiled: Loader {
    changing {
      $0.decode = .viewSize
      $0.tiles = true
      $0.cancelOnLeave = true
      $0.fadeDuration = 0.25
    }
  }

  /// The reference preset: cache, coalescing, neighbors; never cancels.
  public static var cached: Loader {
    changing {
      $0.decode = .fullSize
      $0.cache = true
      $0.coalescing = true
      $0.prefetchTouches = true
      $0.prefetcher = NeighborPrefetch.descriptor.standard
    }
  }

  /// As `cached`, with low variants while the viewport moves.
  public static var resolutionSwap: Loader {
    changing(.cached) {
      $0.variants = .bundled
      $0.cancelOnLeave = true
    }
  }

  /// The bundle's images, decoded at once on the main thread.
  ///
  /// With policy `image-named` the cache is the system's own, which cannot be sized and goes
  /// at a warning; pictures of the interface live in it, too.
  public static var imageNamed: Loader {
    changing(.mainThread) {
      $0.origin = .bundle
      $0.decode = .imageIO
      $0.decodeAtOnce = true
      // It frees memory as a cache, at a warning, not as purgeable memory.
      $0.purgeable = .never
      $0.cache = true
      $0.coalescing = true
    }
  }

  /// Memory, live loads, disk, network; everything in the background, failures tried again.
  public static var multiLevel: Loader {
    changing {
      $0.origin = .network
      $0.decode = .fullSize
      $0.cache = true
      $0.coalescing = true
      $0.diskCache = true
    }
  }

  /// The article on downloads in a table, as written: one table of images, one of operations,
  /// both by address.
  ///
  /// Files are named after the last part of their address and encoded as PNG; they are read and
  /// decoded on the main thread, and what was found on disk does not enter the table of images.
  /// A download reloads the row that began it, failed or not, so that a failed one is tried
  /// again at once, and another row that waits for the same address is not refreshed. Settings
  /// mend each of that. Names differ as addresses do unless `fileNames` says otherwise.
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
  /// It passes no cost, joins no download, and hands over an image that is decoded when it is
  /// drawn, to whatever its completion handler thinks of: here to the cell that asked, whoever
  /// has it now.
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

  /// `dataWithContentsOfURL:` on the main thread.
  public static var naiveNetwork: Loader {
    changing(.mainThread) {
      $0.origin = .network
      $0.download = .main
    }
  }
}
