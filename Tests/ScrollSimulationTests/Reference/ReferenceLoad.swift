import ScrollCore
import ScrollSimulation

/// An image on its way from flash or network to the main thread.
final class Load {
  enum Stage {
    case called, deferred, held, backsOff, queuesForNetwork, transfers, queuesForDisk
    case queuesForFlash
    case reads
    case queuesForLane, encodes, decodes, finished

    /// The kind of waiting that this stage means for an appearance.
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

  /// The rendition that was requested, and the one that is loaded: another image's where names
  /// collide.
  let asked: Int
  var rendition: Int
  let key: ImageID
  /// The request that started the load; `nil` for a prefetch.
  let starter: AppearanceRequest?
  var source: Source
  /// The file that is read or downloaded: the rendition's own, or that of the full image to be
  /// drawn smaller.
  var bytes: ReferenceFile
  /// A Boolean value that indicates whether a low variant is made from a full image.
  let derives: Bool
  var version: Int32
  /// The frame in which the load was started, and the reason why the image was absent then.
  let frame: Int
  /// The time of the request.
  var begun = SimTime.zero
  var reason = AbsenceReason.neverAsked

  /// The requests that wait for the load now.
  var waiting: [AppearanceRequest] = []
  /// The urgency with which a prefetcher wants the load.
  var ahead: Urgency?
  var urgency = Urgency.prefetch
  /// A Boolean value that indicates whether the app's list of loads, by key, has it since it first
  /// had to wait.
  var isListed = false
  /// A Boolean value that indicates whether the load takes one of the places for prefetches.
  var isLimited = false
  /// The place within the priority: lower is earlier.
  var place = 0
  private(set) var stage = Stage.queuesForFlash
  private(set) var history: [(time: SimTime, wait: WaitTimes.Kind)] = []
  /// The index of its connection.
  var slot = -1
  /// A Boolean value that indicates whether a lane encodes the image as PNG first.
  var needsEncoding = false
  /// The relative slowness of its decode, the extra time so far, and the decoder's scratch bytes.
  var slowness = 0.0, extra = SimTime.zero, scratch = 0
  /// The number of its parts that are still being decoded.
  var parts = 0
  var hasFailed = false
  /// The file's bytes, from the end of the read to the end of the decode.
  var file: Picture?
  /// The result, from the start of the decode.
  var picture: Picture?
  var fetched: Fetched?

  init(
    _ rendition: Int, _ key: ImageID, starter: AppearanceRequest?, source: Source,
    bytes: ReferenceFile,
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
