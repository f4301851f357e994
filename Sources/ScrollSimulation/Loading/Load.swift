import ScrollCore

/// A picture that is being loaded into memory.
struct Load {
  enum Stage: UInt8 {
    case free
    /// Requested, but not begun before the main thread has done its earlier work of this frame.
    case called
    /// Waiting until the viewport is slow enough (`Loader.deferAbove`).
    case deferred
    /// Held back by the limit of simultaneous prefetches (`Loader.prefetchLimit`).
    case held
    case backingOff
    case queuedForNetwork, transferring
    /// Waiting for the serial queue of the disk cache.
    case queuedForDisk
    case queuedForFlash, reading
    case queuedForLane, decoding
    /// Waiting for the next frame.
    case finished

    /// The kind of wait as which reports count the time in this stage.
    var wait: WaitTimes.Kind {
      switch self {
      case .free, .called, .deferred, .held, .queuedForNetwork, .queuedForDisk, .queuedForFlash,
        .queuedForLane:
        .queue
      case .backingOff: .backOff
      case .transferring: .network
      case .reading: .flash
      case .decoding: .decode
      case .finished: .nextFrame
      }
    }
  }

  /// The source of the bytes.
  enum Source: UInt8 {
    /// A file that exists from the start.
    case file
    /// A file of an earlier download on the app's disk.
    case disk
    case network
    /// The encoded bytes in the cache.
    case memory
  }

  /// The requested picture.
  let asked: PictureIndex
  /// The key of the request.
  var key: KeyIndex
  /// The resulting picture, and the picture whose file is read.
  ///
  /// They differ if a low variant is made from the file of the full picture. If two images share a
  /// key or a file name, both may belong to the other image.
  var picture: PictureIndex, file: PictureIndex
  /// The item that started the load, the number of its appearance, and its cell; none for a
  /// prefetch.
  var item: ItemIndex, appearance: Int32, cell: CellIndex
  var source: Source
  var stage = Stage.free
  var priority: LoadPriority
  /// The number of visible items that wait for the load.
  var viewers: Int32
  /// The priority at which the prefetcher wants the load; `nil` if it does not.
  var prefetcher: LoadPriority?
  /// A Boolean value that indicates whether a prefetcher started the load and no item has joined it
  /// since.
  var isUnusedPrefetch: Bool
  /// The time at which the load began.
  var start: Int64
  /// The reason why the image was not in memory when it was requested.
  var reason: AbsenceReason
  /// The version of the image that is read.
  var version: Int32
  /// The bitmap into which the load decodes or which it delivers; `none` before the decode.
  var bitmap: BitmapIndex = .none
  /// The entry of a cache of encoded images that the load decodes; `none` for bytes that were read
  /// or downloaded.
  var cachedFile: BitmapIndex = .none
  /// The encoded bytes that the load holds in memory.
  var bytes = 0
  /// The connection that transfers the file.
  var connection: ConnectionIndex = .none
  /// The lanes that decode the image and the mask of a hybrid.
  var lane: LaneIndex = .none, maskLane: LaneIndex = .none
  /// Boolean values that indicate whether the download must still be encoded as a PNG, and whether
  /// the mask of a hybrid must still be decoded.
  var needsEncoding = false, hasMaskLeft = false
  /// A Boolean value that indicates whether the app has encoded the bytes again, so that they
  /// differ from the download.
  var isReencoded = false
  /// The random deviation of the decode time from the formula, and the sum of all additional decode
  /// times in nanoseconds.
  var slowness = Slowness(), extra: Int64 = 0
  /// The bytes of scratch memory that the decoder writes.
  var scratch = 0
  /// A Boolean value that indicates whether the load counts towards the limit of simultaneous
  /// prefetches.
  var takesPrefetchSlot = false
  /// The time before which a failed download is not tried again.
  var backsOffUntil: Int64 = 0
  /// A Boolean value that indicates whether the download failed.
  var hasFailed = false

  fileprivate(set) var waits = WaitTimes()
  private var since: ScreenMoment
  /// A number that no other load of the run has; slots are reused, serial numbers are not.
  var serial: Int32 = 0
  /// The queue that the load is in, numbered by resource and priority; -1 for none.
  ///
  /// Only `InFlightTable` uses this property.
  var queue: Int8 = -1
  var previous: LoadIndex = .none, next: LoadIndex = .none

  init(
    _ asked: PictureIndex, key: KeyIndex, _ location: FileLocation, item: ItemIndex,
    appearance: Int32,
    cell: CellIndex, prefetcher: LoadPriority?, reason: AbsenceReason, at now: ScreenMoment,
    start: Int64
  ) {
    self.asked = asked
    self.key = key
    picture = location.picture
    file = location.file
    self.item = item
    self.appearance = appearance
    self.cell = cell
    source = location.source
    priority = prefetcher ?? .visible
    viewers = prefetcher == nil ? 1 : 0
    self.prefetcher = prefetcher
    isUnusedPrefetch = prefetcher != nil
    self.start = start
    self.reason = reason
    version = location.version
    since = now
  }

  /// Returns a Boolean value that indicates whether a loader cancels the load in its present stage
  /// if nothing waits for it any more.
  func canBeCancelled(by loader: Loader) -> Bool {
    switch stage {
    case .free, .reading, .finished: false
    case .deferred: true
    case .transferring: loader.cancelOnLeave && loader.cancelDownload
    // A load that is encoded as a PNG has no bitmap yet.
    case .decoding: loader.cancelOnLeave && loader.cancelDecode && bitmap != .none
    case .queuedForLane: loader.cancelOnLeave && loader.cancelQueued && lane == .none
    case .called, .held, .backingOff, .queuedForNetwork, .queuedForDisk, .queuedForFlash:
      loader.cancelOnLeave && loader.cancelQueued
    }
  }

  /// A Boolean value that indicates whether neither a visible item nor a prefetcher wants the load.
  var isUnwanted: Bool { viewers == 0 && prefetcher == nil }

  /// A Boolean value that indicates whether the load makes a low variant from a full image.
  var derives: Bool { file != picture }

  /// Adds the time since the last change of stage to the wait times.
  mutating func settle(at now: ScreenMoment) {
    waits.add(stage.wait, from: since, to: now)
    since = now
  }

  /// Returns the wait times up to a moment.
  func waits(until now: ScreenMoment) -> WaitTimes {
    var waits = waits
    if stage != .free { waits.add(stage.wait, from: since, to: now) }
    return waits
  }
}

/// The location of the bytes of a picture.
struct FileLocation {
  var picture: PictureIndex, file: PictureIndex
  var source: Load.Source
  var version: Int32
}
