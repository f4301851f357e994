import ScrollCore
import ScrollSimulation

/// An image on its way from flash or network to the main thread.
final class Load {
  enum Stage {
    case called, deferred, held, backsOff, queuesForNetwork, transfers, queuesForDisk
    case queuesForFlash
    case reads
    case queuesForLane, encodes, decodes, finished

    /// What those who wait for it wait for.
    var wait: WaitTimes.Kind {
      switch self {
      case .called, .deferred, .held, .queuesForNetwork, .queuesForDisk, .queuesForFlash,
        .queuesForLane:
        .queue
      case .backsOff: .backOff
      case .transfers: .network
      case .reads: .flash
      case .encodes, .decodes: .decode
      case .finished: .nextFrame
      }
    }
  }
  enum Source { case flash, disk, network, cache }
  enum Urgency: Int { case prefetch, soon, visible }

  /// What was asked for, and what comes of it: another image's where names collide.
  let asked: Int
  var rendition: Int
  let key: ImageID
  /// Who started it; nil for a prefetch.
  let starter: Ask?
  var source: Source
  /// What is read or downloaded: its own file, or that of the full image to be drawn smaller.
  var bytes: ReferenceFile
  /// Whether a low variant is made of a full image.
  let derives: Bool
  var version: Int32
  /// The frame in which it was started, and why nothing was there then.
  let frame: Int
  /// When it was asked for.
  var begun = SimTime.zero
  var reason = AbsenceReason.neverAsked

  /// Who waits for it now.
  var waiting: [Ask] = []
  /// How much a prefetcher wants it.
  var ahead: Urgency?
  var urgency = Urgency.prefetch
  /// In the app's list of loads, by key, since it first had to wait.
  var isListed = false
  /// Takes one of the places for prefetches.
  var isLimited = false
  /// Place within the priority: lower is earlier.
  var place = 0
  private(set) var stage = Stage.queuesForFlash
  private(set) var history: [(time: SimTime, wait: WaitTimes.Kind)] = []
  /// Its connection.
  var slot = -1
  /// Is encoded as PNG on a lane before all else.
  var needsEncoding = false
  /// How much slower its decode is than usual, what it took more so far, and what the decoder writes to.
  var slowness = 0.0, extra = SimTime.zero, scratch = 0
  /// What of it is still being decoded.
  var parts = 0
  var hasFailed = false
  /// The file's bytes, from the end of the read to the end of the decode.
  var file: Picture?
  /// The result, from the start of the decode.
  var picture: Picture?
  var fetched: Fetched?

  init(
    _ rendition: Int, _ key: ImageID, starter: Ask?, source: Source, bytes: ReferenceFile,
    derives: Bool = false, version: Int32, frame: Int
  ) {
    asked = rendition
    self.rendition = rendition
    self.key = key
    self.starter = starter
    self.source = source
    self.bytes = bytes
    self.derives = derives
    self.version = version
    self.frame = frame
  }

  func enter(_ stage: Stage, at time: SimTime) {
    self.stage = stage
    history.append((time, stage.wait))
  }
}
