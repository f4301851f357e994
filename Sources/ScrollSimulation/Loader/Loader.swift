public import ScrollDevice

/// How an app loads its images: where it reads and decodes, what it keeps, what may be cancelled.
///
/// A value made of settings, each named as on the command line; `scrollsim loaders cached` lists
/// them all. Its presets are in `Catalog<LoaderDescriptor>.builtIn`.
public struct Loader: Sendable, Equatable {
  // MARK: Where images come from

  /// Where the loader takes images from, whatever the catalog says.
  public var origin = Origin.catalogue
  /// The thread that waits for the network.
  public var download = Thread.background
  /// Downloads at a time; 0 is as many as the network has connections.
  public var connections = 0
  /// Downloads that may begin in a second, on average; 0 is no limit.
  public var rateLimit = 0
  /// Downloads that may begin at once before the rate counts.
  public var rateBurst = 1
  /// Whether a failed download is tried again by a later appearance; otherwise the address is
  /// given up until the next launch.
  public var retry = true
  /// Seconds after a failure before it is tried again; doubled by each further failure.
  public var backOff = 1.0
  /// Whether what was downloaded is kept on disk; without that, the next five mean nothing.
  public var diskCache = false
  /// Bytes on disk; 0 is no limit.
  public var diskLimit = 0
  /// The share of the limit that is left when it was exceeded.
  public var diskTrim = 1.0
  /// Seconds since the last access after which a file is too old; 0 is never.
  public var diskAge = 0.0
  /// When the disk is searched for what is too much or too old.
  public var diskSweep = DiskSweep.whenStoring
  /// Seconds between sweeps, where they are timed.
  public var diskInterval = 60.0
  /// A Boolean value that indicates whether a download is encoded again as a PNG before it is written;
  /// ignored where the disk holds encoded images.
  public var pngReencode = false
  /// The form of a download on disk.
  public var diskHolds = DiskContents.download
  /// What names files on disk; `fileNames` of them where that is the last part of an address.
  public var diskNames = DiskNames.key
  /// Whether what was found on disk is offered to the memory cache.
  public var diskHitsEnterMemory = true

  // MARK: How they become bitmaps

  /// The thread that reads files.
  public var read = Thread.background
  /// On the main thread an image is decoded when it is about to be drawn.
  public var decodeOn = Thread.background
  /// Whether the main thread decodes as soon as it has read.
  public var decodeAtOnce = false
  public var decode = Redraw.none
  /// Parallel decodes, though never more than the device has performance cores; 0 is as many.
  public var lanes = 0
  /// Whether what is visible goes before what is fetched ahead.
  public var priorities = true
  /// What is served first within a priority.
  public var order = Order.fifo
  /// Side of a tile in pixels, each of which reads and decodes the image; 0 is all in one.
  ///
  /// Tiles are those of the bitmap that is redrawn; what is not redrawn has one.
  public var tileSide = 0
  /// Whether cells draw themselves tile by tile.
  public var tiles = false
  /// Bytes of files that the system keeps in memory, so that reading them again is free.
  public var pageCache = 0
  public var variants = Variants.none
  /// How many times as wide and high as the image its low variant is.
  public var lowScale = 0.5

  // MARK: What is kept in memory

  /// Whether there is a memory cache that a policy governs.
  public var cache = false
  public var holds = Contents.decoded
  public var cost = Cost.bytes
  public var key = Key.image
  /// How many different file names there are, where they are the key or name files on disk:
  /// image `i` has the name of image `i` modulo this.
  public var fileNames = 1000
  /// Whether a look-up compares the time stamps of what it finds and of the image.
  public var timeStamps = false
  /// Whether images that are on screen can be found after their eviction.
  ///
  /// By weak references to what was displayed last. An image that is found so is offered to
  /// the cache again, as SDWebImage and Flutter do, unless it holds files.
  public var liveObjects = false
  /// Whether images in cells on screen cannot be evicted.
  public var pinDisplayed = false
  public var purgeable = Purgeable.system
  /// The volatile group, 0 to 7; the lowest is purged first.
  public var purgeGroup = 0
  /// Pictures of the interface, one of them in each cell, that the system caches.
  public var interfaceAssets = 0
  /// Bytes of the picture that cells show in place of an image that is not there yet; 0: nothing.
  ///
  /// The app holds one as long as its process lives.
  public var placeholder = 0

  // MARK: Requests

  /// Whether a request for an image in flight joins it.
  public var coalescing = false
  /// A Boolean value that indicates whether a request raises the priority of the load that it joins.
  ///
  /// If `false`, the load keeps its priority and its place in the queue: a visible item waits as long as
  /// the prefetch that it joined, and a prefetch that `prefetchLimit` holds back stays held. When the
  /// item leaves, the load has the prefetcher's priority. A prefetcher can change the priority of a
  /// load only while no item waits for it.
  public var raisesJoined = true
  /// Whether a request that starts a load stores an NSNull until the image is there.
  ///
  /// It is an entry of the cache without a cost: it counts, may be evicted, and is replaced by
  /// the image. A look-up that finds it starts nothing, and waits if there is a load; so one that
  /// failed, or was cancelled, is not tried again while it stays, and one whose NSNull was evicted
  /// is loaded twice. Without a cache it means nothing, with it `coalescing` does not.
  public var nullEntries = false
  /// Whether work is cancelled when nothing waits for it any more.
  ///
  /// What waits costs nothing, a transfer the bytes that have come; what is being read or
  /// decoded finishes into the cache, its decode included. So a faster flash may leave *more*
  /// blank: it brings an image to its decode before the cell has left, which a slow one would
  /// have cancelled in its queue, and the doomed decode keeps a lane from what is visible.
  /// Without cancelling, and where nothing is shared or fetched ahead, that cannot happen.
  public var cancelOnLeave = false
  /// Where in its way a load can be cancelled that nothing waits for any more; all of it matters only
  /// with `cancelOnLeave`.
  ///
  /// In a queue, and in a transfer, it is over at once. A read cannot be stopped; what it brings is
  /// dropped in place of being decoded. A decode is stopped, and the lane is free; the encoding of a
  /// PNG goes on. What has come in whole is not offered to the memory cache.
  public var cancelQueued = true, cancelDownload = true, cancelRead = false, cancelDecode = false
  public var cancelStore = false
  /// Screens per second above which loads wait to begin; 0 is none.
  ///
  /// Whatever is asked for then, visible or ahead, waits in the order in which it was asked for
  /// until a frame in which the viewport is slow enough, and is forgotten at no cost if nothing
  /// wants it any more, whether the loader cancels or not. Hits, and loads that are on their way
  /// already, are not held up, nor is what the main thread reads itself. Flutter's
  /// `ScrollAwareImageProvider` does so at one pixel of the screen's longer side for each point per
  /// second, which is as many screens per second as the device's scale says; apps around SDWebImage
  /// do it from the scroll view's delegate.
  public var deferAbove = 0.0
  /// Screens per second at or below which the waiting is over; 0 is `deferAbove`.
  public var deferBelow = 0.0
  /// What is fetched ahead unless the run says otherwise.
  public var prefetcher = Prefetcher.none
  /// Whether an image that a prefetcher finds counts as used; what a prefetcher does not
  /// find is never told to a policy.
  public var prefetchTouches = false
  /// A Boolean value that indicates whether a prefetch reads images from the app's disk cache.
  ///
  /// If `false`, a prefetch skips an image whose file is on disk: the image does not enter the memory
  /// cache before it is visible.
  public var prefetchesFromDisk = true
  /// Loads at a time that only a prefetcher wants; 0 is no limit.
  public var prefetchLimit = 0
  /// Images of the first items that are loaded on the main thread before the first frame, and
  /// offered to the cache; without a cache none are.
  public var preload = 0

  // MARK: Cells

  /// Whether a completion checks that its cell still shows the same item.
  ///
  /// Without it, the image of the item that started the load gets into the cell although it was
  /// reused since; a cell that waits to be reused is left alone.
  public var recycledCellCheck = true
  /// Whether a reused cell drops its old image.
  public var clearOnReuse = true
  /// A Boolean value that indicates whether each frame draws visible images from the cache, as on a
  /// canvas; otherwise cells keep their images.
  ///
  /// Each frame looks up what the last one drew, which the policy counts as a use but the report does
  /// not count as a request. An image that was evicted since is gone: its item counts as one that
  /// leaves and appears again in this frame, with the work of a cell, and requests it. The frame that
  /// evicts an image still draws it. Where more is on screen than the cache holds, or the cache
  /// refuses an image, loads never end. Without a cache it means nothing.
  public var drawsThroughCache = false
  public var hitDelivery = HitDelivery.atOnce
  public var cellPreparation = Preparation.onAppearing
  /// Whether a download reloads its row: the cell is made and the image asked for once more.
  public var reloadRow = false
  /// Whether a failed download reloads its row, too, which asks again at once.
  public var reloadFailedRow = false
  /// Whether a load reaches every row that waits for it; otherwise only the one that began it.
  ///
  /// A row that is passed over waits for nothing more until it asks again.
  public var refreshesJoined = true
  /// Seconds until an image that came late is fully there; soft until then.
  public var fadeDuration = 0.0

  public init() {}

  /// Whether images are decoded on the main thread when they are first drawn.
  var decodesLazily: Bool { decode == .lazy || (decodeOn == .main && !decodeAtOnce) }

  /// A Boolean value that indicates whether the disk cache holds encoded images.
  var storesImages: Bool { diskCache && diskHolds == .image }

  /// Whether the cache has an NSNull for what is asked for.
  var storesNulls: Bool { nullEntries && cache }

  /// A Boolean value that indicates whether each frame looks up the images that it draws.
  var looksUpWhatItDraws: Bool { drawsThroughCache && cache }

  /// Whether what a load brings is for all that want its key.
  var sharesLoads: Bool { coalescing || storesNulls }

  /// Whether what comes from somewhere is offered to the memory cache.
  func entersMemory(from source: Load.Source) -> Bool {
    cache && (diskHitsEnterMemory || source != .disk)
  }

  /// Whether loads may have to wait for a slower viewport.
  var defers: Bool { deferAbove > 0 }

  /// Whether bitmaps are the system's own, slow to upload and free to be dropped.
  var leavesBitmapsToSystem: Bool {
    decode == .lazy || decode == .onePixel || decode == .imageIO
  }
}

extension Loader {
  public enum Thread: String, Sendable, CaseIterable {
    case main, background
  }

  /// Where a loader takes images from.
  public enum Origin: String, Sendable, CaseIterable {
    /// What the catalog says of each image.
    case catalogue
    /// Everything is a file in the app's bundle.
    case bundle
    /// Everything is downloaded.
    case network
  }

  /// What a decoded image is drawn into.
  public enum Redraw: String, Sendable, CaseIterable {
    /// Nothing: the codec's own bitmap, ready to be uploaded.
    case none
    /// Nothing, and not before it is drawn: the system's own way.
    case lazy
    /// One pixel, which forces the decode and leaves the bitmap to the system.
    case onePixel = "one-pixel"
    /// Nothing, decoded on creation by `kCGImageSourceShouldCacheImmediately`.
    case imageIO = "image-io"
    /// A bitmap of the image's size.
    case fullSize = "redraw-full-size"
    /// A bitmap of the cell's size in pixels, larger or smaller than the image.
    case viewSize = "redraw-view-size"
  }

  /// What is served first within a priority.
  public enum Order: String, Sendable, CaseIterable {
    case fifo, lifo
  }

  /// Other renditions of an image, shown while the viewport moves.
  public enum Variants: String, Sendable, CaseIterable {
    case none
    /// A file of its own for each.
    case bundled
    /// Drawn from the full image once, and written to disk under the key.
    ///
    /// That is done where images are decoded and never lazily, also for a cache of files: read
    /// and decode the full image, and draw the small one, whatever the redraw. It takes as long
    /// to write as any file of its size. A later look-up finds the file in place of the full
    /// image, with time stamps only while it is of the current version.
    case derived
  }

  /// What the app passes to its cache as an image's cost.
  public enum Cost: String, Sendable, CaseIterable {
    /// Bytes of what the cache holds.
    case bytes
    case zero
    case pixels
    /// Bytes of the file, whatever the cache holds: `data.count` as the cost of a decoded image.
    ///
    /// The limit counts files then, and the bitmaps in memory may be many times as large.
    case encoded
    /// Microseconds of decoding its file once, without a redraw.
    case decodeTime = "decode-time"
  }

  /// What the cache holds.
  public enum Contents: String, Sendable, CaseIterable {
    case decoded
    /// The file's bytes: every hit decodes again, and what is fetched ahead is not decoded.
    case encoded
  }

  /// What identifies an image in memory and on disk.
  public enum Key: String, Sendable, CaseIterable {
    case image
    /// The place in the list: an image in two places is two.
    case item
    /// The last part of its address: images whose names collide are taken for each other.
    case fileName = "file-name"
  }

  /// The form of a download on disk.
  public enum DiskContents: String, Sendable, CaseIterable {
    /// The file as it came.
    case download
    /// The image, encoded again by a serial queue after the load is finished, as Kingfisher does.
    ///
    /// A JPEG is encoded as a JPEG at quality 1.0, a GIF stays as it is, and everything else becomes
    /// a PNG. The same queue reads the files, in the order in which all of that was requested: a read
    /// waits for the images that are encoded and written before it. The device's figures have no time
    /// for encoding a JPEG: it takes as long as decoding the file that results. Where images are
    /// decoded when they are drawn, the queue decodes them, too. It slows neither the lanes nor the
    /// main thread, and the images that wait for it are not charged for.
    case image
  }

  /// What names the files of an app's disk cache.
  public enum DiskNames: String, Sendable, CaseIterable {
    /// The key of the memory cache.
    case key
    /// The last part of the address: images whose names collide overwrite each other's files.
    case fileName = "file-name"
  }

  /// When a hit, or a live object, reaches its cell.
  public enum HitDelivery: String, Sendable, CaseIterable {
    case atOnce = "at-once"
    /// One frame later, blank until then.
    case nextFrame = "next-frame"
  }

  /// Whether bitmaps that only the cache holds may be taken by the system, and which first.
  public enum Purgeable: String, Sendable, CaseIterable {
    /// Those that a decode without a redraw leaves to the system, first in first out.
    case system
    case never
    case fifo, lifo, obsolete

    var behavior: PurgeableMemory.Behavior {
      switch self {
      case .system, .never, .fifo: .fifo
      case .lifo: .lifo
      case .obsolete: .obsolete
      }
    }
  }

  /// When the cell of an item is made.
  public enum Preparation: String, Sendable, CaseIterable {
    case onAppearing = "on-appearing"
    /// Before it is visible, in what earlier frames leave of their time.
    case ahead
  }

  /// When a disk cache looks for what is too much or too old.
  public enum DiskSweep: String, Sendable, CaseIterable {
    case whenStoring = "when-storing"
    case timed
    case inBackground = "in-background"
  }
}

extension Loader {
  /// Why a device cannot be asked about images that this loader loads, as a sentence that names the
  /// device; nil where it can.
  ///
  /// The app decodes what is in the catalog, PNGs of its own where it encodes downloads, and pictures
  /// of its interface.
  package func objection(to images: ImageCatalog, on device: DeviceProfile) -> String? {
    device.objection(to: images, and: decodesPNGs ? [.png] : []).map {
      "device '\(device.name)' \($0); expected them under decode in its file"
    }
  }

  /// Whether the app decodes PNGs whatever its images are: downloads that it encoded, or its interface.
  var decodesPNGs: Bool { pngReencode || storesImages || interfaceAssets > 0 }
}

/// The defaults of image libraries, from their sources.
///
/// What a library leaves to the app is left out: none of them fetches ahead by itself but
/// Texture. The cache that goes with each, and its limit, stand in the catalog (`OwnCache`).
extension Loader {
  private static func library(_ change: (inout Loader) -> Void) -> Loader {
    var loader = Loader()
    loader.origin = .network
    loader.cache = true
    loader.coalescing = true
    loader.cancelOnLeave = true
    loader.decode = .fullSize
    loader.backOff = 0
    change(&loader)
    return loader
  }

  /// Seven days in seconds.
  private static let week = 604_800.0

  /// Nuke 13.2.0 with its default pipeline, `.withURLCache`: 6 downloads, 80 begun per second in
  /// bursts of 25, decompression two at a time, 2 prefetches; 150 MiB on disk.
  ///
  /// The disk cache is the system's `URLCache`, whose order of eviction is not public: the model
  /// evicts the file that was not used for longest when a new one is stored. It takes responses to
  /// permit caching. A prefetch look-up marks the image in the memory cache. Downloads that were
  /// interrupted start again from 0, though Nuke resumes them where the server permits
  /// (`isResumableDataEnabled`, on by default).
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

  /// Nuke 13.2.0 with `.withDataCache`: its own disk cache, every half hour trimmed to 70 %.
  public static var nukeDataCache: Loader {
    var loader = nuke
    loader.diskTrim = 0.7
    loader.diskSweep = .timed
    loader.diskInterval = 1800
    return loader
  }

  /// Kingfisher 8.11.0: images are decoded on the main thread when they are drawn, 5 prefetches,
  /// seven days on disk without a limit.
  ///
  /// `decode=redraw-full-size` is the option `.backgroundDecode`, on one processing queue;
  /// `prefetchesFromDisk=true` is `.alsoPrefetchToMemory`. The disk is read in the background, so
  /// that a memory miss is blank for a frame at least. A download that a cell no longer wants goes
  /// on, but a read from disk is dropped (since 8.8.1). A prefetch look-up makes the image the one
  /// that was used last.
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

  /// SDWebImage 5: 6 downloads, first in first out, visible or not, each decoding on a queue of
  /// its own; 3 prefetches, seven days on disk; failed addresses are not retried.
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

  /// Texture 3: loads what comes into its ranges, and decodes it at the size of the view.
  ///
  /// Its ranges decide what stays, too: policy `viewport-ring:dropsOnLeave=true`. Unlike Texture,
  /// which decodes in the smaller range only, what is preloaded is decoded as soon as it is there.
  /// PINRemoteImage keeps 50 MB.
  public static var texture: Loader {
    library {
      $0.prefetcher = TextureRanges.descriptor.standard
      $0.decode = .viewSize
      $0.cellPreparation = .ahead
      $0.diskCache = true
      $0.diskLimit = 50_000_000
      $0.diskAge = 30 * 86_400
    }
  }

  /// Glide 5: bitmaps of the view's size, a table of what is on screen, 4 decodes at most,
  /// 250 MB on disk.
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
  /// Weak references find what is on screen. Two requests for one image are two downloads.
  /// The connections are OkHttp's business, whose source is another one: as many as the network has.
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

  /// Fresco 3.7.0: bitmaps of the image's size, one decode for each core, 3 downloads.
  ///
  /// The disk keeps 40 MiB and is trimmed to 90 % of that. What is on screen cannot be evicted.
  /// Its second memory cache, of encoded files, is not modeled.
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

  /// Flutter: memory only, a table of what is on screen, no cancelling.
  public static var flutter: Loader {
    library {
      $0.decode = .none
      $0.liveObjects = true
      $0.cancelOnLeave = false
      $0.connections = 6
    }
  }
}

extension Loader {
  /// Why a loader cannot show any picture of a format, as a sentence that may follow its name;
  /// nil where it can.
  ///
  /// A PVRTC texture goes from its file to the graphics processor. The chapter "Image IO" says
  /// what follows: Core Graphics does not draw it and neither `UIImageView` nor ImageIO takes it,
  /// so that it is not redrawn, not decoded ahead, not drawn in tiles and not encoded as a PNG;
  /// and to make one takes minutes on a Mac, so that none is made on the device. What is left is
  /// the loader that uploads what it has read, at once (`decode=none`) or when it is drawn (`lazy`).
  public func objection(to format: ImageFormat) -> String? {
    guard let texture = format.texture, texture.isSquarePowerOfTwo else { return nil }
    if variants == .derived {
      return "makes variants on the device (variants=derived), where a PVRTC texture would take "
        + "minutes; expected variants=bundled or variants=none"
    }
    let reason = "which cannot draw a PVRTC texture; expected"
    switch decode {
    case .none, .lazy: break
    case .imageIO:
      return "decodes by ImageIO (decode=image-io), \(reason) decode=none or decode=lazy"
    case .onePixel, .fullSize, .viewSize:
      return "draws images by Core Graphics (decode=\(decode.rawValue)), \(reason) decode=none "
        + "or decode=lazy"
    }
    if tiles { return "draws tiles by Core Graphics (tiles=true), \(reason) tiles=false" }
    if pngReencode {
      return "encodes downloads by Core Graphics (pngReencode=true), \(reason) pngReencode=false"
    }
    return nil
  }

  /// Why a loader cannot show the images of a catalog, as a sentence without its subject; nil
  /// where it can.
  /// - Complexity: linear in the images where the loader objects to some format.
  package func objection(to images: ImageCatalog) -> String? {
    let refused = ImageFormat.allCases.filter { objection(to: $0) != nil }
    guard !refused.isEmpty else { return nil }
    for (index, image) in images.entries.enumerated() where refused.contains(image.format) {
      return objection(to: image.format).map { "\($0) (image \(index) is one)" }
    }
    return nil
  }
}
