public import ScrollDevice

/// The way in which an app loads its images: where it reads and decodes, what it keeps, and what it
/// can cancel.
///
/// A loader is a value of settings, each named as on the command line; `scrollsim loaders cached`
/// lists them all. Its presets are in `Catalog<LoaderDescriptor>.builtIn`.
public struct Loader: Sendable, Equatable {
  // MARK: Where images come from

  /// The origin of the images: the one in the catalog, or the same for all images.
  public var origin = Origin.catalogue
  /// The thread that waits for downloads.
  public var download = Thread.background
  /// The greatest number of simultaneous downloads; 0 allows as many as the network has
  /// connections.
  public var connections = 0
  /// The average number of downloads that may begin in a second; 0 for no limit.
  public var rateLimit = 0
  /// The number of downloads that may begin at once before `rateLimit` applies.
  public var rateBurst = 1
  /// A Boolean value that indicates whether a later appearance retries a failed download; if
  /// `false`, the address is not requested again until the next launch.
  public var retry = true
  /// The seconds from a failed download to the next try; each further failure doubles them.
  public var backOff = 1.0
  /// A Boolean value that indicates whether downloads are kept on disk; if `false`, the other
  /// settings of the disk cache have no effect.
  public var diskCache = false
  /// The bytes that the disk cache may hold; 0 for no limit.
  public var diskLimit = 0
  /// The share of the limit to which a sweep trims a disk cache that exceeds its limit.
  public var diskTrim = 1.0
  /// The greatest size of a file on disk as a share of the limit; 1 for any size.
  ///
  /// A larger file is not written.
  public var diskLargest = 1.0
  /// The seconds after which a file that was not accessed is too old; 0 if files never become too
  /// old.
  public var diskAge = 0.0
  /// The time at which the disk cache removes files that are too many or too old.
  public var diskSweep = DiskSweep.whenStoring
  /// The seconds between sweeps if `diskSweep` is `timed`.
  public var diskInterval = 60.0
  /// A Boolean value that indicates whether a download is encoded again as a PNG before it is
  /// written; ignored if the disk holds encoded images.
  public var pngReencode = false
  /// The form of a download on disk.
  public var diskHolds = DiskContents.download
  /// The rule for the names of files on disk; if the name is the last part of an address, there are
  /// `fileNames` different names.
  public var diskNames = DiskNames.key
  /// A Boolean value that indicates whether images found on disk are offered to the memory cache.
  public var diskHitsEnterMemory = true

  // MARK: How they become bitmaps

  /// The thread that reads files.
  public var read = Thread.background
  /// The thread that decodes; the main thread decodes an image when it is about to be drawn, unless
  /// `decodeAtOnce` is set.
  public var decodeOn = Thread.background
  /// A Boolean value that indicates whether the main thread decodes an image as soon as it has read
  /// the file.
  public var decodeAtOnce = false
  public var decode = Redraw.none
  /// The number of parallel decodes, at most the device's performance cores; 0 for all of them.
  public var lanes = 0
  /// A Boolean value that indicates whether visible images are served before prefetches.
  public var priorities = true
  /// The order of service within a priority.
  public var order = Order.fifo
  /// The side of a tile in pixels; 0 means one tile for the whole image.
  ///
  /// Drawing a tile reads and decodes the whole image.
  ///
  /// Tiles are parts of the redrawn bitmap; an image that is not redrawn has one tile.
  public var tileSide = 0
  /// A Boolean value that indicates whether cells draw themselves tile by tile.
  public var tiles = false
  /// The size of the system's page cache in bytes; reading a file from it takes no time.
  public var pageCache = 0
  public var variants = Variants.none
  /// The width and height of an image's low variant, relative to the image.
  public var lowScale = 0.5

  // MARK: What is kept in memory

  /// A Boolean value that indicates whether there is a memory cache with a policy.
  public var cache = false
  public var holds = Contents.decoded
  public var cost = Cost.bytes
  public var key = Key.image
  /// The number of different file names, if file names are the keys of the cache or the names of
  /// files on disk.
  ///
  /// Image `i` has the name of image `i` modulo this number.
  public var fileNames = 1000
  /// The rule by which a bitmap may serve cells of another size.
  ///
  /// The sizes of an image are those of its cells, in pixels, also after a rotation. A cell whose
  /// size changes is created again and requests its image at the new size. All sizes of an image
  /// share one file, but each size is decoded by a separate load. Two such loads that run at the
  /// same time download the file twice, whereas Nuke, Kingfisher and SDWebImage share the download.
  ///
  /// The setting has an effect only if the cache holds decoded bitmaps of the cell's size
  /// (`decode=redraw-view-size`), there are no low variants, and neither keys nor files on disk are
  /// named by file names.
  public var serves = Serving.oneSize
  /// A Boolean value that indicates whether a stored bitmap replaces the bitmaps of the same image
  /// in other sizes.
  ///
  /// Coil works like this: its memory cache has one entry for each image.
  ///
  /// The setting has an effect only where images have several sizes.
  public var replacesSizes = false
  /// A Boolean value that indicates whether a look-up compares the time stamps of the cache entry
  /// and of the image, and drops an outdated entry.
  public var timeStamps = false
  /// A Boolean value that indicates whether the loader finds images on screen even after the cache
  /// has evicted them.
  ///
  /// The loader keeps weak references to displayed images. It offers an image found this way to the
  /// cache again, as SDWebImage and Flutter do, unless the cache holds files.
  public var liveObjects = false
  /// A Boolean value that indicates whether images in cells on screen cannot be evicted.
  public var pinDisplayed = false
  public var purgeable = Purgeable.system
  /// The group of purgeable bitmaps, 0 to 7 (`PurgeableMemory`); the system purges group 0 first.
  public var purgeGroup = 0
  /// The number of different interface pictures (icons) that the system caches; each cell shows one
  /// of them.
  public var interfaceAssets = 0
  /// The bytes of the picture that cells show in place of a missing image; 0 for none.
  ///
  /// The app holds this picture in memory while its process lives.
  public var placeholder = 0

  // MARK: Requests

  /// A Boolean value that indicates whether a request for an image in flight joins its load.
  public var coalescing = false
  /// A Boolean value that indicates whether a request that joins a load raises the load's priority.
  ///
  /// If `false`, the load keeps its priority and its place in the queue. So a visible item that
  /// joins a prefetch waits as long as the prefetch, even while `prefetchLimit` holds the prefetch
  /// back. When the item leaves, the load returns to the prefetcher's priority. A prefetcher can
  /// change the priority of a load only while no item waits for the load.
  public var raisesJoined = true
  /// A Boolean value that indicates whether a request that starts a load stores an NSNull until the
  /// image arrives.
  ///
  /// The NSNull is a cache entry with the cost 0. It counts for a limit of entries, the cache may
  /// evict it, and the image replaces it. A request that finds the NSNull starts no load; it waits
  /// for the load under way, if there is one. So a load that failed or was cancelled is not retried
  /// while its NSNull remains. An image whose NSNull was evicted may be loaded twice. Without a
  /// cache, the setting has no effect. With it, `coalescing` has no effect.
  public var nullEntries = false
  /// A Boolean value that indicates whether a load is cancelled when no item and no prefetcher
  /// waits for it any more.
  ///
  /// Cancelling queued work costs nothing; cancelling a transfer wastes the bytes that have
  /// arrived. By default, an image that is being read or decoded is still decoded and stored in the
  /// cache. So a faster flash may leave *more* blank cells. With fast flash, the decode of an image
  /// begins before its cell leaves, and this unneeded decode occupies a lane that a visible image
  /// needs. With slow flash, the same load would still wait for the flash channel and be cancelled
  /// there. This effect needs cancelling, shared loads or prefetches.
  public var cancelOnLeave = false
  /// Boolean values that indicate in which stages an unwanted load is cancelled; they have an
  /// effect only with `cancelOnLeave`.
  ///
  /// A load that is queued or transferred ends at once. A read cannot be stopped, but its bytes are
  /// dropped instead of decoded. A decode stops and frees its lane, unless the lane encodes a PNG.
  /// A cancelled load offers nothing to the memory cache, even if its file has arrived completely.
  public var cancelQueued = true, cancelDownload = true, cancelRead = false, cancelDecode = false
  public var cancelStore = false
  /// The speed in screens per second above which new loads wait; 0 if they never wait.
  ///
  /// Above this speed, every new load, visible or prefetched, waits until a frame in which the
  /// viewport is slow enough; then loads begin in the order of requests. A waiting load that
  /// nothing wants any more is dropped at no cost, even if the loader does not cancel. Cache hits,
  /// loads in flight and reads on the main thread do not wait. Flutter's `ScrollAwareImageProvider`
  /// works like this; its threshold in screens per second equals the device's scale, because it
  /// compares points per second with the pixels of the screen's longer side. Apps that use
  /// SDWebImage do it in the scroll view's delegate.
  public var deferAbove = 0.0
  /// The speed in screens per second at or below which waiting loads begin; 0 means the value of
  /// `deferAbove`.
  public var deferBelow = 0.0
  /// The prefetcher, unless the run names another.
  public var prefetcher = Prefetcher.none
  /// A Boolean value that indicates whether a cached image counts as used when a prefetcher
  /// requests it.
  ///
  /// The policy is not notified when a prefetcher requests an image that is not cached.
  public var prefetchTouches = false
  /// A Boolean value that indicates whether a prefetch reads images from the app's disk cache.
  ///
  /// If `false`, a prefetch skips an image whose file is on disk: the image does not enter the
  /// memory cache before it is visible.
  public var prefetchesFromDisk = true
  /// The greatest number of simultaneous loads that only a prefetcher wants; 0 for no limit.
  public var prefetchLimit = 0
  /// The number of images, from the first item on, that the main thread loads before the first
  /// frame and offers to the cache; without a cache it loads none.
  public var preload = 0

  // MARK: Cells

  /// A Boolean value that indicates whether a completion checks that its cell still shows the same
  /// item.
  ///
  /// If `false`, a reused cell may show the late image of the item that it showed before. A cell in
  /// the reuse queue receives nothing.
  public var recycledCellCheck = true
  /// A Boolean value that indicates whether a reused cell drops its old image.
  public var clearOnReuse = true
  /// A Boolean value that indicates whether each frame draws visible images from the cache, as on a
  /// canvas; if `false`, cells keep their images.
  ///
  /// Each frame looks up the images that the last frame drew. The policy counts that as a use, but
  /// the report does not count it as a request. If an image was evicted in the meantime, its item
  /// counts as leaving and appearing again in this frame: its cell is created anew and requests the
  /// image. The frame that evicts an image still draws it. If the images on screen do not all fit
  /// into the cache, or the cache refuses one, the app loads images again and again without end.
  /// The setting has no effect without a cache.
  public var drawsThroughCache = false
  public var hitDelivery = HitDelivery.atOnce
  public var cellPreparation = Preparation.onAppearing
  /// A Boolean value that indicates whether a finished download reloads its row, which creates the
  /// cell and requests the image once more.
  public var reloadRow = false
  /// A Boolean value that indicates whether a failed download also reloads its row, which requests
  /// the image again at once.
  public var reloadFailedRow = false
  /// A Boolean value that indicates whether a load reaches every row that waits for it; if `false`,
  /// only the row that began it.
  ///
  /// A row that is not notified stays without its image until it requests the image again.
  public var refreshesJoined = true
  /// The seconds in which a late image fades in; the image counts as soft until the fade ends.
  public var fadeDuration = 0.0

  public init() {}

  /// A Boolean value that indicates whether images are decoded on the main thread when they are
  /// first drawn.
  var decodesLazily: Bool { decode == .lazy || (decodeOn == .main && !decodeAtOnce) }

  /// A Boolean value that indicates whether bitmaps have the sizes of their cells, each with its
  /// own key.
  var keepsSizes: Bool {
    serves != .oneSize && decode == .viewSize && holds == .decoded && variants == .none
      && key != .fileName && diskNames != .fileName
  }

  /// A Boolean value that indicates whether the disk cache holds encoded images.
  var storesImages: Bool { diskCache && diskHolds == .image }

  /// A Boolean value that indicates whether the cache stores an NSNull for a requested image.
  var storesNulls: Bool { nullEntries && cache }

  /// A Boolean value that indicates whether each frame looks up the images that it draws.
  var looksUpWhatItDraws: Bool { drawsThroughCache && cache }

  /// A Boolean value that indicates whether a load serves all requests for its key.
  var sharesLoads: Bool { coalescing || storesNulls }

  /// Returns a Boolean value that indicates whether an image from a source is offered to the memory
  /// cache.
  func entersMemory(from source: Load.Source) -> Bool {
    cache && (diskHitsEnterMemory || source != .disk)
  }

  /// A Boolean value that indicates whether loads wait while the viewport moves too fast
  /// (`deferAbove`).
  var defers: Bool { deferAbove > 0 }

  /// A Boolean value that indicates whether the system owns the bitmaps, which it may purge and
  /// which take longer to upload.
  var leavesBitmapsToSystem: Bool {
    decode == .lazy || decode == .onePixel || decode == .imageIO
  }
}

extension Loader {
  public enum Thread: String, Sendable, CaseIterable {
    case main, background
  }

  /// The origin of a loader's images.
  public enum Origin: String, Sendable, CaseIterable {
    /// The origin that the catalog gives for each image.
    case catalogue
    /// The app's bundle for every image.
    case bundle
    /// A download for every image, except those that the catalog places in the app's bundle.
    case network
  }

  /// The destination into which a decoded image is drawn.
  public enum Redraw: String, Sendable, CaseIterable {
    /// No redraw: the codec's own bitmap, ready to be uploaded.
    case none
    /// No redraw and no decode before the image is drawn: the system's default.
    case lazy
    /// A redraw into one pixel, which forces the decode and leaves the bitmap to the system.
    case onePixel = "one-pixel"
    /// No redraw; the image is decoded on creation by `kCGImageSourceShouldCacheImmediately`.
    case imageIO = "image-io"
    /// A redraw into a bitmap of the image's size.
    case fullSize = "redraw-full-size"
    /// A redraw into a bitmap of the cell's size in pixels, larger or smaller than the image.
    case viewSize = "redraw-view-size"
  }

  /// The order of service within a priority.
  public enum Order: String, Sendable, CaseIterable {
    case fifo, lifo
  }

  /// The low variants of images, shown while the viewport moves.
  public enum Variants: String, Sendable, CaseIterable {
    case none
    /// A separate file for each variant.
    case bundled
    /// Variants that are drawn once from the full image and written to disk under the key.
    ///
    /// To make a variant, the loader reads and decodes the full image and draws the small one, for
    /// every value of `decode`. It does so on the thread that decodes and never lazily, even if the
    /// cache holds files. Writing takes as long as for any file of that size. A later request for
    /// the low variant reads this file instead of the full image; with time stamps, only while the
    /// file has the current version.
    case derived
  }

  /// The cost of an image that the app passes to its cache.
  public enum Cost: String, Sendable, CaseIterable {
    /// The bytes of the entry that the cache holds.
    case bytes
    case zero
    case pixels
    /// The bytes of the file, even if the cache holds the decoded image: `data.count`.
    ///
    /// The limit then counts the bytes of files, while the bitmaps in memory may take many times as
    /// much.
    case encoded
    /// The microseconds of decoding the file once, without a redraw.
    case decodeTime = "decode-time"
  }

  /// The form of the entries of the cache; without a cache it has no effect.
  public enum Contents: String, Sendable, CaseIterable {
    case decoded
    /// The file's bytes: every hit decodes again, and prefetched images are not decoded.
    case encoded
  }

  /// The identity of an image in memory and on disk.
  public enum Key: String, Sendable, CaseIterable {
    case image
    /// The position in the list: an image at two positions has two entries.
    case item
    /// The last part of the address: images with the same name are mistaken for each other.
    case fileName = "file-name"
  }

  /// The rule by which a cached bitmap serves cells of another size.
  public enum Serving: String, Sendable, CaseIterable {
    /// One bitmap for all cells, of the size at which the image is first shown.
    case oneSize = "one-size"
    /// A bitmap for each size, which serves cells of exactly this size.
    ///
    /// This is the rule of libraries whose key contains the size: Glide (`EngineKey`), Nuke and
    /// Kingfisher with a resizing processor, SDWebImage with a thumbnail size.
    case exact
    /// A bitmap for each size, which also serves smaller cells.
    ///
    /// A cell shows the smallest bitmap that is at least as wide and as high as the cell. This is
    /// the rule of landscapist and, with `replacesSizes`, of Coil with inexact precision. Coil also
    /// takes a bitmap that is one pixel too small.
    case atLeast = "at-least"
    /// A bitmap for each size; a cell shows the largest bitmap of another size until its own is
    /// there.
    ///
    /// The cell makes two requests: one that finds the other bitmap, and one for the bitmap of its
    /// own size. The cell is soft while its bitmap is smaller than the cell. This is Glide's
    /// `thumbnail()`.
    case any
  }

  /// The form of a download on disk.
  public enum DiskContents: String, Sendable, CaseIterable {
    /// The downloaded file.
    case download
    /// The image, encoded again by a serial queue after the load is finished, as Kingfisher does.
    ///
    /// A JPEG is encoded as a JPEG at quality 1.0, a GIF is unchanged, and every other format
    /// becomes a PNG. The same queue reads the files, in the order of requests. So a read waits for
    /// all images that the queue has to encode and write first. The device's figures have no time
    /// for encoding a JPEG; the model assumes the time for decoding the resulting file. If images
    /// are decoded when they are drawn, the queue decodes them as well. In the model the queue
    /// slows neither the lanes nor the main thread, and the images that wait in it take no memory.
    case image
  }

  /// The names of the files of an app's disk cache.
  public enum DiskNames: String, Sendable, CaseIterable {
    /// The key of the memory cache.
    case key
    /// The last part of the address: images with the same name overwrite each other's files.
    case fileName = "file-name"
  }

  /// The time at which an image that was found in memory reaches its cell.
  public enum HitDelivery: String, Sendable, CaseIterable {
    case atOnce = "at-once"
    /// One frame later; the cell is blank until then.
    case nextFrame = "next-frame"
  }

  /// The bitmaps that the system may purge while only the cache holds them, and the order of
  /// purging.
  public enum Purgeable: String, Sendable, CaseIterable {
    /// Only bitmaps that were decoded without a redraw, which the system owns; first in, first out.
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

  /// The time at which the cell of an item is created.
  public enum Preparation: String, Sendable, CaseIterable {
    case onAppearing = "on-appearing"
    /// Before the item is visible, in the time that earlier frames leave unused.
    case ahead
  }

  /// The time at which a disk cache removes files that are too many or too old.
  public enum DiskSweep: String, Sendable, CaseIterable {
    case whenStoring = "when-storing"
    case timed
    case inBackground = "in-background"
  }
}

extension Loader {
  /// Returns the reason why a device cannot run this loader with some images, because it lacks
  /// their decode times.
  ///
  /// The reason is a sentence that names the device; it is `nil` if the device has all decode
  /// times.
  ///
  /// The app decodes the images of the catalog, the PNGs that it makes if it encodes downloads, and
  /// the pictures of its interface.
  package func objection(to images: ImageCatalog, on device: DeviceProfile) -> String? {
    device.objection(to: images, and: decodesPNGs ? [.png] : []).map {
      "device '\(device.name)' \($0); add them under decode in its file"
    }
  }

  /// A Boolean value that indicates whether the app decodes PNGs even if the catalog has none:
  /// downloads that it encoded again, or pictures of its interface.
  var decodesPNGs: Bool { pngReencode || storesImages || interfaceAssets > 0 }
}

extension Loader {
  /// Returns the reason why a loader cannot show any image of a format, as a sentence that may
  /// follow its name; `nil` if it can.
  ///
  /// A PVRTC texture goes from its file to the graphics processor. According to the chapter "Image
  /// IO", Core Graphics does not draw it and neither `UIImageView` nor ImageIO accepts it, so a
  /// texture cannot be redrawn, decoded ahead, drawn in tiles or encoded as a PNG. Encoding a
  /// texture takes minutes on a Mac, so an app does not do it on the device. Only loaders that
  /// upload the file as it is can show textures: at once (`decode=none`) or when drawn (`lazy`).
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

  /// Returns the reason why a loader cannot show the images of a catalog, as a sentence without its
  /// subject; `nil` if it can.
  /// - Complexity: linear in the images if the loader objects to some format.
  package func objection(to images: ImageCatalog) -> String? {
    let refused = ImageFormat.allCases.filter { objection(to: $0) != nil }
    guard !refused.isEmpty else { return nil }
    for (index, image) in images.entries.enumerated() where refused.contains(image.format) {
      return objection(to: image.format).map { "\($0) (image \(index) is one)" }
    }
    return nil
  }
}
