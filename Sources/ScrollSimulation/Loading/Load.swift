import ScrollCore

/// One picture on its way into memory.
struct Load {
  enum Stage: UInt8 {
    case free
    /// Asked for in a frame whose work before it is not done yet.
    case called
    /// Not begun: the viewport moves too fast.
    case deferred
    /// Kept back by the prefetcher's limit.
    case held
    case backingOff
    case queuedForNetwork, transferring
    /// Waits for the serial queue of the disk cache.
    case queuedForDisk
    case queuedForFlash, reading
    case queuedForLane, decoding
    /// Waits for the next frame.
    case finished

    /// What a load in this stage waits for.
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

  /// Where the bytes come from.
  enum Source: UInt8 {
    /// A file that is there from the start.
    case file
    /// What the app keeps on disk of an earlier download.
    case disk
    case network
    /// The cache's own encoded bytes.
    case memory
  }

  /// What was asked for, and as what.
  let asked: PictureIndex
  var key: KeyIndex
  /// What comes of it, and the picture whose file is read.
  ///
  /// That is the full one for a low variant that is made of it. Where names collide, both may
  /// be those of another image.
  var picture: PictureIndex, file: PictureIndex
  /// What started it: an item's appearance and its cell; none for a prefetch.
  var item: ItemIndex, appearance: Int32, cell: CellIndex
  var source: Source
  var stage = Stage.free
  var priority: LoadPriority
  /// Appearances that wait for it.
  var viewers: Int32
  /// What a prefetcher that wants it thinks of it; nil where none does.
  var prefetcher: LoadPriority?
  /// Whether a prefetcher started it and no item has asked for it since.
  var isUnusedPrefetch: Bool
  /// When it began, and why the image was not there.
  var start: Int64
  var reason: AbsenceReason
  /// Which version of the image is read.
  var version: Int32
  /// The bitmap being decoded or delivered; none before.
  var bitmap: BitmapIndex = .none
  /// The cached encoded bytes that are decoded; none for bytes that were read.
  var cachedFile: BitmapIndex = .none
  /// Encoded bytes in memory that it is charged for.
  var bytes = 0
  /// The connection that transfers it, and the lanes that decode it.
  var connection: ConnectionIndex = .none
  var lane: LaneIndex = .none, maskLane: LaneIndex = .none
  /// Whether it is still to be encoded as a PNG, and whether a mask is still to be decoded.
  var needsEncoding = false, hasMaskLeft = false
  /// Whether its bytes are those that the app encoded anew.
  var isReencoded = false
  /// What its decode takes more, or less, than the formula says, and what the decoder writes to
  /// meanwhile.
  var slowness = Slowness(), extra: Int64 = 0
  var scratch = 0
  /// Whether it counts for the limit of the prefetcher.
  var takesPrefetchSlot = false
  /// Until when it backs off.
  var backsOffUntil: Int64 = 0
  /// Whether its download failed.
  var hasFailed = false

  fileprivate(set) var waits = WaitTimes()
  private var since: ScreenMoment
  /// Tells loads apart that had the same slot.
  var serial: Int32 = 0
  /// Where it queues, resource and priority, -1 for nowhere; for the table alone.
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

  /// Whether a loader cancels it if nothing waits for it any more.
  func canBeCancelled(by loader: Loader) -> Bool {
    switch stage {
    case .free, .reading, .finished: false
    case .deferred: true
    case .transferring: loader.cancelOnLeave && loader.cancelDownload
    // What is being encoded as a PNG has no bitmap yet.
    case .decoding: loader.cancelOnLeave && loader.cancelDecode && bitmap != .none
    case .queuedForLane: loader.cancelOnLeave && loader.cancelQueued && lane == .none
    case .called, .held, .backingOff, .queuedForNetwork, .queuedForDisk, .queuedForFlash:
      loader.cancelOnLeave && loader.cancelQueued
    }
  }

  /// Whether neither an appearance nor a prefetcher wants it.
  var isUnwanted: Bool { viewers == 0 && prefetcher == nil }

  /// Whether a low variant is made of a full image.
  var derives: Bool { file != picture }

  /// Counts the time since the last change of stage for what it waited for.
  mutating func settle(at now: ScreenMoment) {
    waits.add(stage.wait, from: since, to: now)
    since = now
  }

  /// What it has waited for until now.
  func waits(until now: ScreenMoment) -> WaitTimes {
    var waits = waits
    if stage != .free { waits.add(stage.wait, from: since, to: now) }
    return waits
  }
}

/// Where the bytes of a picture are.
struct FileLocation {
  var picture: PictureIndex, file: PictureIndex
  var source: Load.Source
  var version: Int32
}
