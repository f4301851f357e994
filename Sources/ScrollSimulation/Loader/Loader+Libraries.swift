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

  /// Nuke 13: 6 downloads, 80 begun per second in bursts of 25, decompression two at a time,
  /// 2 prefetches; 150 MB on disk, every half hour trimmed to 70 %.
  public static var nuke: Loader {
    library {
      $0.connections = 6
      $0.rateLimit = 80
      $0.rateBurst = 25
      $0.lanes = 2
      $0.prefetchLimit = 2
      $0.diskCache = true
      $0.diskLimit = 150_000_000
      $0.diskTrim = 0.7
      $0.diskSweep = .timed
      $0.diskInterval = 1800
    }
  }

  /// Kingfisher 8: one processing queue, 5 prefetches, seven days on disk without a limit.
  ///
  /// The disk is read in the background, so that a memory miss is blank for a frame at least.
  /// A download that a cell no longer wants goes on.
  public static var kingfisher: Loader {
    library {
      $0.connections = 6
      $0.lanes = 1
      $0.prefetchLimit = 5
      $0.cancelOnLeave = false
      $0.diskCache = true
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
