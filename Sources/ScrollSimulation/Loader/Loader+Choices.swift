import ScrollDevice

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
