extension Loader {
  /// Returns a loader with some settings changed.
  private static func changing(
    _ loader: Loader = Loader(), _ change: (inout Loader) -> Void
  ) -> Loader {
    var loader = loader
    change(&loader)
    return loader
  }

  /// The loader that reads and decodes on the main thread, each time that an item appears.
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

  /// The loader that reads and decodes in the background, by redrawing the image at the cell's
  /// size.
  public static var backgroundDecode: Loader { changing { $0.decode = .viewSize } }

  /// The loader with one tiled layer in each cell, whose tiles are drawn in the background and fade
  /// in.
  ///
  /// The system cancels tiles that have left the screen. Its tile cache cannot be sized or queried.
  /// The code in the chapter "Image IO" discards the contents when a cell is reused, so the tile
  /// cache never helps.
  public static var tiled: Loader {
    changing {
      $0.decode = .viewSize
      $0.tiles = true
      $0.cancelOnLeave = true
      $0.fadeDuration = 0.25
    }
  }

  /// The reference preset: it has a cache, joins requests for the same image (coalescing) and
  /// prefetches neighbors; it never cancels.
  public static var cached: Loader {
    changing {
      $0.decode = .fullSize
      $0.cache = true
      $0.coalescing = true
      $0.prefetchTouches = true
      $0.prefetcher = NeighborPrefetch.descriptor.standard
    }
  }

  /// The loader `cached`, which shows low variants while the viewport moves.
  public static var resolutionSwap: Loader {
    changing(.cached) {
      $0.variants = .bundled
      $0.cancelOnLeave = true
    }
  }

  /// The loader that reads images of the app's bundle and decodes them at once on the main thread.
  ///
  /// With the policy `image-named` it models the cache of `UIImage(named:)`, which cannot be sized
  /// and is emptied at a memory warning. That cache also holds pictures of the interface.
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

  /// The loader that looks in memory, among the loads in flight, on disk and on the network; all
  /// work is in the background, and failed downloads are retried.
  public static var multiLevel: Loader {
    changing {
      $0.origin = .network
      $0.decode = .fullSize
      $0.cache = true
      $0.coalescing = true
      $0.diskCache = true
    }
  }

  /// The loader of the article on downloads in a table view, with the article's defects.
  ///
  /// It has one dictionary of images and one of operations, both keyed by address.
  ///
  /// Files are named after the last part of their address and encoded as PNG. They are read and
  /// decoded on the main thread, and images found on disk do not enter the dictionary of images.
  /// When a download ends, the row that began it is reloaded even if the download failed, so a
  /// failed download is retried at once. Another row that waits for the same address is not
  /// refreshed. Settings correct each of these defects. By default, images with different addresses
  /// have different file names; `fileNames` changes that.
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
  /// The loader passes no cost to the cache, and requests for the same image do not share a
  /// download. It passes an image, which is decoded when it is drawn, to its completion handler. In
  /// this preset the handler sets the image of the cell that requested it, even if the cell shows
  /// another item by then.
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

/// The defaults of image libraries, from their sources.
///
/// Settings that a library leaves to the app have their defaults. In particular, no library
/// prefetches by itself except Texture. The cache of each library, and its limit, are in the
/// catalog (`DefaultCache`).
extension Loader {
  private static func library(_ change: (inout Loader) -> Void) -> Loader {
    changing {
      $0.origin = .network
      $0.cache = true
      $0.coalescing = true
      $0.cancelOnLeave = true
      $0.decode = .fullSize
      $0.backOff = 0
      change(&$0)
    }
  }

  /// The seconds in seven days.
  private static let week = 604_800.0

  /// Nuke 13.2.0 with its default pipeline, `.withURLCache`: 6 simultaneous downloads, 80 new ones
  /// per second in bursts of 25, 2 simultaneous decompressions, 2 simultaneous prefetches, and 150
  /// MiB on disk.
  ///
  /// The disk cache is the system's `URLCache`, whose order of eviction is not public. When a new
  /// file is stored, the model evicts the least recently used file. It assumes that responses
  /// permit caching. When a prefetch finds the image in the memory cache, the cache marks it as
  /// used. Interrupted downloads start again from 0, although Nuke resumes them if the server
  /// permits it (`isResumableDataEnabled`, on by default).
  public static var nuke: Loader {
    library {
      $0.connections = 6
      $0.rateLimit = 80
      $0.rateBurst = 25
      $0.lanes = 2
      $0.prefetchLimit = 2
      $0.prefetchTouches = true
      $0.diskCache = true
      $0.diskLimit = 157_286_400
    }
  }

  /// Nuke 13.2.0 with `.withDataCache`: its own disk cache, trimmed to 70 % every half hour.
  public static var nukeDataCache: Loader {
    changing(.nuke) {
      $0.diskTrim = 0.7
      $0.diskSweep = .timed
      $0.diskInterval = 1800
    }
  }

  /// Kingfisher 8.11.0: images are decoded on the main thread when they are drawn; at most 5
  /// simultaneous prefetches; files stay on disk for seven days, without a byte limit.
  ///
  /// `decode=redraw-full-size` is the option `.backgroundDecode`, on one processing queue;
  /// `prefetchesFromDisk=true` is `.alsoPrefetchToMemory`. The disk is read in the background, so a
  /// memory miss is blank for at least a frame. A download that a cell no longer wants continues,
  /// but a read from disk is dropped (since 8.8.1). When a prefetch finds the image in the memory
  /// cache, the image becomes the most recently used one.
  public static var kingfisher: Loader {
    library {
      $0.connections = 6
      $0.decode = .lazy
      $0.lanes = 1
      $0.prefetchLimit = 5
      $0.prefetchTouches = true
      $0.prefetchesFromDisk = false
      $0.cancelQueued = false
      $0.cancelDownload = false
      $0.cancelRead = true
      $0.diskCache = true
      $0.diskHolds = .image
      $0.diskAge = week
      $0.diskTrim = 0.5
      $0.diskSweep = .inBackground
    }
  }

  /// SDWebImage 5: 6 simultaneous downloads, first in first out, whether visible or not, each with
  /// its own decoding queue; 3 simultaneous prefetches; files stay on disk for seven days; failed
  /// addresses are not retried.
  public static var sdWebImage: Loader {
    library {
      $0.connections = 6
      $0.lanes = 6
      $0.priorities = false
      $0.prefetchLimit = 3
      $0.retry = false
      $0.diskCache = true
      $0.diskAge = week
      $0.diskTrim = 0.5
      $0.diskSweep = .inBackground
    }
  }

  /// expo-image 57 on iOS: SDWebImage without its memory cache, so every appearance reads the image
  /// from disk (`cachePolicy` is `disk`).
  ///
  /// Failed addresses are retried. Without a `recyclingKey` a reused view shows its old image until
  /// the new one is there. Set `clearOnReuse=true` for an app with a `recyclingKey` for each item,
  /// or with a list that reuses no views. expo-image scales an image larger than its view down on
  /// the main thread, at each display (`allowDownscaling`). The model leaves this scaling out and
  /// finds too few hitches.
  public static var expoImage: Loader {
    changing(.expoImageMemoryDisk) { $0.cache = false }
  }

  /// expo-image 57 on iOS with `cachePolicy="memory-disk"`: SDWebImage with its memory cache.
  public static var expoImageMemoryDisk: Loader {
    changing(.sdWebImage) {
      $0.retry = true
      $0.clearOnReuse = false
    }
  }

  /// SwiftUI's `AsyncImage` from iOS 27 on: it keeps no bitmaps, so a row that returns decodes its
  /// image again; `URLCache.shared` keeps the encoded responses.
  ///
  /// Everything here is an estimate, since SwiftUI's source is not public. Its documentation says
  /// that the view uses the shared `URLSession`, and that it follows HTTP caching from iOS 27 on.
  /// The cache of this session has 512 kB in memory and 10 MB on disk, as apps have printed. A
  /// response may take "about 5 %" of the disk capacity
  /// (`urlSession(_:dataTask:willCacheResponse:completionHandler:)`). The model assumes that
  /// responses permit caching, that the least recently used one is evicted, that images are decoded
  /// when they are drawn, and that a row cancels its load when it leaves.
  public static var swiftUI: Loader {
    changing(.swiftUI26) {
      $0.cache = true
      $0.holds = .encoded
      $0.diskCache = true
      $0.diskLimit = 10_000_000
      $0.diskLargest = 0.05
    }
  }

  /// SwiftUI's `AsyncImage` before iOS 27, which keeps nothing: a row that returns downloads its
  /// image again.
  ///
  /// That is an estimate from reports. Apple does not document whether and when `URLCache` answered
  /// requests.
  public static var swiftUI26: Loader {
    library {
      $0.cache = false
      $0.coalescing = false
      $0.connections = 6
      $0.decode = .lazy
      $0.hitDelivery = .nextFrame
    }
  }

  /// Texture 3.2.0 with PINRemoteImage 3.0.4: loads the images that enter its ranges, 10 downloads
  /// at a time, and decodes them at the size of the view.
  ///
  /// Texture also drops images that leave its ranges: policy `viewport-ring:dropsOnLeave=true`.
  /// Texture decodes images in the smaller (display) range only; the model decodes a preloaded
  /// image as soon as it arrives. The disk cache keeps 50 MiB for 30 days.
  public static var texture: Loader {
    library {
      $0.connections = 10
      $0.prefetcher = TextureRanges.descriptor.standard
      $0.decode = .viewSize
      $0.cellPreparation = .ahead
      $0.diskCache = true
      $0.diskLimit = 50 << 20
      $0.diskAge = 30 * 86_400
    }
  }

  /// Glide 5: bitmaps of the view's size, a table of the images on screen, at most 4 simultaneous
  /// decodes, and 250 MB on disk.
  public static var glide: Loader {
    library {
      $0.decode = .viewSize
      $0.liveObjects = true
      $0.connections = 4
      $0.lanes = 4
      $0.diskCache = true
      $0.diskLimit = 250 << 20
    }
  }

  /// Coil 3.5.0: bitmaps of the view's size, four decodes at a time, 250 MiB on disk.
  ///
  /// Weak references find images on screen. Two requests for one image are two downloads. The
  /// number of connections depends on OkHttp, which is a separate library; the preset uses as many
  /// as the network has.
  public static var coil: Loader {
    library {
      $0.decode = .viewSize
      $0.liveObjects = true
      $0.coalescing = false
      $0.lanes = 4
      $0.prefetchTouches = true
      $0.diskCache = true
      $0.diskLimit = 250 << 20
    }
  }

  /// Fresco 3.7.0: bitmaps of the image's size, one decode for each core, 3 simultaneous downloads.
  ///
  /// The disk cache keeps 40 MiB and is trimmed to 90 % of that. Images on screen cannot be
  /// evicted. Its second memory cache, of encoded files, is not modeled.
  public static var fresco: Loader {
    library {
      $0.decode = .none
      $0.pinDisplayed = true
      $0.connections = 3
      $0.prefetchTouches = true
      $0.diskCache = true
      $0.diskLimit = 40 << 20
      $0.diskTrim = 0.9
    }
  }

  /// Flutter: a memory cache only, a table of the images on screen, and no cancelling.
  public static var flutter: Loader {
    library {
      $0.decode = .none
      $0.liveObjects = true
      $0.cancelOnLeave = false
      $0.connections = 6
    }
  }
}
