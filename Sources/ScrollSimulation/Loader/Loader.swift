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
  /// Whether a download is encoded again as a PNG before it is written.
  public var pngReencode = false
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

  /// Whether the cache has an NSNull for what is asked for.
  var storesNulls: Bool { nullEntries && cache }

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
