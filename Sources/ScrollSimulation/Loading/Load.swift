import ScrollCore

/// A picture that is being loaded into memory.
struct Load {
  enum Stage: UInt8 {
    case free
    /// Requested in a frame whose earlier work is not done yet.
    case called
    /// Not begun: the viewport moves too fast.
    case deferred
    /// Held back by the prefetcher's limit.
    case held
    case backingOff
    case queuedForNetwork, transferring
    /// Waiting for the serial queue of the disk cache.
    case queuedForDisk
    case queuedForFlash, reading
    case queuedForLane, decoding
    /// Waiting for the next frame.
    case finished

    /// The kind of wait of a load in this stage.
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

  /// The requested picture and the key of the request.
  let asked: PictureIndex
  var key: KeyIndex
  /// The resulting picture, and the picture whose file is read.
  ///
  /// The file is that of the full picture if a low variant is made from it. If names collide, both
  /// may be those of another image.
  var picture: PictureIndex, file: PictureIndex
  /// The item's appearance that started it, and its cell; none for a prefetch.
  var item: ItemIndex, appearance: Int32, cell: CellIndex
  var source: Source
  var stage = Stage.free
  var priority: LoadPriority
  /// The number of appearances that wait for it.
  var viewers: Int32
  /// The priority of a prefetcher that wants it; `nil` if none does.
  var prefetcher: LoadPriority?
  /// A Boolean value that indicates whether a prefetcher started it and no item has requested it
  /// since.
  var isUnusedPrefetch: Bool
  /// The time at which it began, and the reason why the image was not in memory.
  var start: Int64
  var reason: AbsenceReason
  /// The version of the image that is read.
  var version: Int32
  /// The bitmap that is decoded or delivered; none before that.
  var bitmap: BitmapIndex = .none
  /// The cached encoded bytes that are decoded; none for bytes that were read.
  var cachedFile: BitmapIndex = .none
  /// The encoded bytes in memory that are charged to it.
  var bytes = 0
  /// The connection that transfers it, and the lanes that decode it.
  var connection: ConnectionIndex = .none
  var lane: LaneIndex = .none, maskLane: LaneIndex = .none
  /// Boolean values that indicate whether it must still be encoded as a PNG, and whether a mask
  /// must still be decoded.
  var needsEncoding = false, hasMaskLeft = false
  /// A Boolean value that indicates whether its bytes are those that the app encoded again.
  var isReencoded = false
  /// The relative and absolute difference of its decode time from the formula, and the bytes of
  /// scratch memory that the decoder writes.
  var slowness = Slowness(), extra: Int64 = 0
  var scratch = 0
  /// A Boolean value that indicates whether it counts for the limit of the prefetcher.
  var takesPrefetchSlot = false
  /// The time until which it backs off.
  var backsOffUntil: Int64 = 0
  /// A Boolean value that indicates whether its download failed.
  var hasFailed = false

  fileprivate(set) var waits = WaitTimes()
  private var since: ScreenMoment
  /// A number that distinguishes loads that had the same slot.
  var serial: Int32 = 0
  /// The queue of the load by resource and priority, -1 for none; for the table only.
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

  /// Returns a Boolean value that indicates whether a loader cancels it if nothing waits for it any
  /// more.
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

  /// A Boolean value that indicates whether neither an appearance nor a prefetcher wants it.
  var isUnwanted: Bool { viewers == 0 && prefetcher == nil }

  /// A Boolean value that indicates whether a low variant is made of a full image.
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
