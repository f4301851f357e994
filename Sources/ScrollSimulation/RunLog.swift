public import ScrollCaching
public import ScrollCore
public import ScrollDevice

/// Everything that happened in a run, in order: what stories and timelines are made of.
///
/// A run that is given a log appends to it; without one it costs nothing. Frames that only repeat
/// the one before are counted, so that an idle day is short; what has too much to tell is cut.
public final class RunLog {
  /// One thing that happened, and when.
  public struct Entry: Sendable, Equatable {
    public var time: SimTime
    public var event: RunEvent
  }

  /// As many as can be told of in less than a gigabyte and some seconds: nine hours at 60 Hz.
  public static let usualLimit = 2_000_000

  public private(set) var entries: [Entry] = []
  /// The most entries that it keeps, and the most frames that it tells of.
  public let limit: Int
  /// When the run went on and the log did not; nil for the log of a whole run.
  public private(set) var cut: SimTime?
  /// The frame that the last entry is about; nil if that is about something else.
  private var lastFrame: RunEvent.Frame?
  private var frames = 0

  /// - Parameter limit: the largest number of entries and of frames; later ones are dropped.
  public init(limit: Int = RunLog.usualLimit) { self.limit = limit }

  /// The entries so far, which it forgets.
  package func take() -> [Entry] {
    defer { entries = [] }
    return entries
  }

  func append(_ time: SimTime, _ event: RunEvent) {
    guard cut == nil else { return }
    var event = event
    if case .frame(let frame) = event {
      // Who tells the story looks at each of them, at rest as well.
      frames += 1
      guard frames <= limit else {
        cut = time
        return
      }
      defer { lastFrame = frame }
      if let last = lastFrame, last.presented == time, frame.repeats(last) {
        if case .repeatedFrames(let count) = entries.last?.event {
          entries[entries.count - 1].event = .repeatedFrames(count + 1)
          return
        }
        event = .repeatedFrames(1)
      }
    } else {
      lastFrame = nil
    }
    guard entries.count < limit else {
      cut = time
      return
    }
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
  indirect case frame(Frame)
  /// So many frames, one a vsync, that repeat the one before: the entry's time is the start of
  /// the first. In each nothing happens, and it shows what the one before showed.
  case repeatedFrames(Int)
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
  indirect case late(item: Int32, reason: AbsenceReason, waits: WaitTimes)
  /// The run is over, and an item still waits.
  indirect case unfinished(item: Int32, reason: AbsenceReason, waits: WaitTimes)
  /// The main thread read, and perhaps downloaded and decoded, for an item; -1 for a prefetch.
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
  case pagedOut(bytes: Int64)
  case system(SystemEvent)
  case memoryWarning
  /// The system ended so many apps in the background.
  case killedBackgroundApps(Int)
  /// What the app takes in memory, after a change of its images.
  case footprint(bytes: Int64)
  /// The app was launched, and its main thread preloads for so long before the first frame.
  case launched(preloading: SimTime)
  case pressure(PressureLevel)
  case ended(death: RunReport.DeathReason?)

  /// What a frame did, when it was on screen and what it showed.
  public struct Frame: Sendable, Equatable {
    public var work: RunReport.MainThreadWork
    /// The vsync after its start.
    public var due: SimTime
    /// When it was on screen, or when the run or the app ended before that.
    public var presented: SimTime
    public var isLate: Bool, isPresented: Bool
    /// Shares of the viewport.
    public var blank: Double, soft: Double, wrong: Double

    package init(
      work: RunReport.MainThreadWork, due: SimTime, presented: SimTime, isLate: Bool,
      isPresented: Bool, blank: Double, soft: Double, wrong: Double
    ) {
      self.work = work
      self.due = due
      self.presented = presented
      self.isLate = isLate
      self.isPresented = isPresented
      self.blank = blank
      self.soft = soft
      self.wrong = wrong
    }

    /// Whether nothing was done for it, and it was on time and shows the same.
    fileprivate func repeats(_ other: Frame) -> Bool {
      isPresented && !isLate && presented == due && work.total == 0 && other.isPresented
        && blank == other.blank && soft == other.soft && wrong == other.wrong
    }
  }

  /// What a request found at once.
  public enum RequestOutcome: Sendable, Equatable {
    case hit, live
    /// A load that was on its way, by its serial number.
    case joined(Int32)
    /// A load of its own; 0 where the main thread did it at once.
    case started(Int32)
    /// The loader does not retry after a failure.
    case givenUp
  }

  /// What a load waits for before it is served.
  public enum LoadQueue: Sendable, Equatable {
    /// The limit of the prefetcher.
    case held
    /// A slower viewport.
    case gate
    /// The time at which a failed download may be tried again.
    case backOff
    /// The main thread, which has work to do before in that frame.
    case mainThread
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
