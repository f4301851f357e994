public import ScrollCaching
public import ScrollCore
public import ScrollDevice

/// Everything that happened in a run, in order: what stories and timelines are made of.
///
/// A run that is given a log appends to it; without one it costs nothing.
public final class RunLog {
  /// One thing that happened, and when.
  public struct Entry: Sendable, Equatable {
    public var time: SimTime
    public var event: RunEvent
  }

  public private(set) var entries: [Entry] = []

  public init() {}

  func append(_ time: SimTime, _ event: RunEvent) {
    entries.append(Entry(time: time, event: event))
  }
}

/// Something that happened in a run.
///
/// Loads are named by their serial number, which is never used twice in a run. Pictures and keys
/// are those of the loader: `picture / variants` is an image, `picture % variants` its rendition
/// (0 full, 1 low), with two variants where the loader swaps renditions and else one; a key is
/// an image of `PreparedScenario.keyPlacement`.
public enum RunEvent: Sendable, Equatable {
  /// A frame, when its account is closed: the entry's time is its start.
  case frame(
    work: RunReport.MainThreadWork, due: SimTime, presented: SimTime, isLate: Bool,
    isPresented: Bool, blank: Double, soft: Double, wrong: Double)
  case appeared(item: Int32)
  case left(item: Int32)
  case asked(item: Int32, key: Int32, outcome: RequestOutcome)
  /// A cell still shows what it showed before it was reused.
  case keptOld(item: Int32, picture: Int32)
  /// An item is shown what it asked for; `isWrong` where that is another one's image, too.
  case displayed(item: Int32, picture: Int32, isLow: Bool, isWrong: Bool)
  /// A late image of another item was put into the cell of this one.
  case misplaced(item: Int32, picture: Int32)
  /// An image came late or never, as its frame is closed or it leaves; what it waited for.
  case late(item: Int32, reason: AbsenceReason, waits: WaitTimes)
  /// The run is over, and an item still waits.
  case unfinished(item: Int32, reason: AbsenceReason, waits: WaitTimes)
  /// The main thread read, and perhaps downloaded and decoded, for an item; -1 ahead of any.
  case readOnMain(item: Int32, key: Int32)
  /// A load began.
  case started(load: Int32, key: Int32, picture: Int32, item: Int32, isPrefetch: Bool)
  /// A load waits for its turn.
  case queued(load: Int32, LoadQueue)
  /// A load is served: read, transferred or worked at, on a lane of that resource.
  case stage(load: Int32, LoadStage, lane: Int, job: LaneJob?)
  /// A lane, connection or channel is done with a load.
  case done(load: Int32, LoadStage, lane: Int)
  case cancelled(load: Int32)
  case transferFailed(load: Int32, TransferFailure)
  /// A load waits for the next frame.
  case finished(load: Int32, hasFailed: Bool)
  case writing(key: Int32, until: SimTime)
  case stored(key: Int32, isTaken: Bool, isPrefetched: Bool, bytes: Int)
  case removed(key: Int32, reason: RemovalReason, bytes: Int)
  case purged(picture: Int32, bytes: Int)
  case pagedOut(bytes: Int)
  case system(SystemEvent)
  case memoryWarning
  /// The system ended so many apps in the background.
  case killedBackgroundApps(Int)
  /// What the app takes in memory, after a change of its images.
  case footprint(bytes: Int)
  /// The app was launched, and its main thread preloads for so long before the first frame.
  case launched(preloading: SimTime)
  case pressure(PressureLevel)
  case ended(death: RunReport.DeathReason?)

  /// What a request found at once.
  public enum RequestOutcome: Sendable, Equatable {
    case hit, live
    /// A load that was on its way, by its serial number.
    case joined(Int32)
    /// A load of its own; 0 where the main thread did it at once.
    case started(Int32)
    /// The address was given up after a failure.
    case givenUp
  }

  /// What a load waits for before it is served.
  public enum LoadQueue: Sendable, Equatable {
    /// The limit of the prefetcher.
    case held
    /// The time at which a failed download may be tried again.
    case backOff
    case network, flash, lanes
  }

  /// What serves a load.
  public enum LoadStage: Sendable, Equatable {
    case transferring, reading, decoding
  }

  /// What a lane does for a load.
  public enum LaneJob: UInt8, Sendable {
    case encode, decode, mask, composition
  }

  /// How a download ended without its bytes.
  public enum TransferFailure: Sendable, Equatable {
    case timedOut, refused, offline
  }
}
