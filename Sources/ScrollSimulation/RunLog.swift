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
/// Loads are named by their serial number, which is never used twice in a process; keys and
/// pictures as `RunLog.Names` has them.
public enum RunEvent: Sendable, Equatable {
  /// A frame, when its account is closed: the entry's time is its start.
  case frame(
    work: RunReport.MainThreadWork, due: SimTime, presented: SimTime, isLate: Bool,
    isPresented: Bool, blank: Double, soft: Double, wrong: Double)
  case appeared(item: Int32)
  case left(item: Int32)
  case asked(item: Int32, key: Int32, outcome: RequestOutcome)
  case displayed(item: Int32, isLow: Bool, isWrong: Bool)
  /// The main thread read, and perhaps downloaded and decoded, for an item; -1 ahead of any.
  case readOnMain(item: Int32, key: Int32)
  /// A load began.
  case started(load: Int32, key: Int32, picture: Int32, item: Int32, isPrefetch: Bool)
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
