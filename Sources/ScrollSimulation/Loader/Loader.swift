/// How an app loads its images: which thread reads and decodes, into what, who may cancel.
///
/// A value made of named settings; the presets of `Catalog<LoaderDescriptor>.builtIn` are
/// such values. In this version every image is read from flash, whatever its origin.
public struct Loader: Sendable, Equatable {
  public enum Thread: String, Sendable, CaseIterable {
    case main, background
  }

  /// What a decoded image is drawn into.
  public enum Redraw: String, Sendable, CaseIterable {
    /// Nothing: the codec's own bitmap.
    case none
    /// A bitmap of the image's size.
    case fullSize = "redraw-full-size"
    /// A bitmap of the cell's size in pixels, larger or smaller than the image.
    case viewSize = "redraw-view-size"
  }

  /// What the app passes to its cache as an image's cost.
  public enum Cost: String, Sendable, CaseIterable {
    /// Bytes of what the cache holds.
    case bytes
    case zero
    case pixels
    /// Microseconds of decoding.
    case decodeTime = "decode-time"
  }

  /// What the cache holds.
  public enum Contents: String, Sendable, CaseIterable {
    case decoded
    /// The file's bytes: every hit decodes again, and what is fetched ahead is not decoded.
    case encoded
  }

  /// When a hit, or a live object, reaches its cell.
  public enum HitDelivery: String, Sendable, CaseIterable {
    case atOnce = "at-once"
    /// One frame later, blank until then.
    case nextFrame = "next-frame"
  }

  public var reads = Thread.background
  /// On the main thread an image is decoded when it is about to be drawn.
  public var decodes = Thread.background
  public var redraw = Redraw.none
  /// Whether there is a memory cache that a policy governs.
  public var hasCache = false
  public var cacheHolds = Contents.decoded
  public var cost = Cost.bytes
  public var hitDelivery = HitDelivery.atOnce
  /// Whether a request for an image in flight joins it.
  public var coalesces = false
  /// Whether work that nobody waits for any more is cancelled while it queues.
  ///
  /// What is being read or decoded finishes into the cache, its decode included.
  public var cancelsOnLeave = false
  /// Whether a completion checks that its cell still shows the same item.
  ///
  /// Without it, the image of whoever started the load gets into the cell although it was
  /// reused since; a cell that waits to be reused is left alone.
  public var checksRecycledCells = true
  /// Whether a reused cell drops its old image.
  public var clearsOnReuse = true
  /// Whether an image that a prefetcher finds counts as used; a policy never hears what a
  /// prefetcher does not find.
  public var prefetchTouches = false
  /// Whether images that are on screen can be found after their eviction.
  ///
  /// By weak references to what was displayed last. An image that is found so is offered to
  /// the cache again, as SDWebImage and Flutter do, unless it holds files.
  public var keepsLiveObjects = false
  /// Whether images in cells on screen cannot be evicted.
  public var pinsDisplayed = false
  /// Parallel decodes; 0 is the device's number of performance cores.
  public var lanes = 0
  /// What is fetched ahead unless the run says otherwise.
  public var prefetcher = Prefetcher.none

  public init() {}
}
