public import ScrollCaching
public import ScrollCore
public import ScrollDevice

/// A log of everything that happened in a run, in order: the source of explanations and timelines.
///
/// A run that is given a log appends to it; without one it costs nothing. Frames that only repeat
/// the previous one are counted, so that an idle day is short. A log that reaches its limit is cut.
public final class RunLog {
  /// One event and its time.
  public struct Entry: Sendable, Equatable {
    public var time: SimTime
    public var event: RunEvent
  }

  /// The default limit, which takes less than a gigabyte and some seconds: nine hours at 60 Hz.
  public static let usualLimit = 2_000_000

  public private(set) var entries: [Entry] = []
  /// The largest number of entries, and the largest number of frames.
  public let limit: Int
  /// The time at which the log was cut; `nil` for the log of a whole run.
  public private(set) var cut: SimTime?
  /// The frame of the last entry; `nil` if the entry is about something else.
  private var lastFrame: RunEvent.Frame?
  private var frames = 0

  /// - Parameter limit: the largest number of entries and of frames; later ones are dropped.
  public init(limit: Int = RunLog.usualLimit) { self.limit = limit }

  /// Returns the entries so far, and removes them from the log.
  package func take() -> [Entry] {
    defer { entries = [] }
    return entries
  }

  func append(_ time: SimTime, _ event: RunEvent) {
    guard cut == nil else { return }
    var event = event
    if case .frame(let frame) = event {
      // Readers of the log visit each frame, also at rest.
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
/// are those of the loader. `picture / variants` is an image, `picture % variants` its rendition (0
/// full, 1 low); there are two variants if the loader swaps renditions, one for each size if it
/// keeps several sizes of an image, and otherwise one. A key is an image of
/// `PreparedScenario.keyPlacement`.
public enum RunEvent: Sendable, Equatable {
  /// A frame, appended when it is finished: the time of the entry is the start of the frame.
  indirect case frame(Frame)
  /// A number of frames, one a vsync, that repeat the previous one.
  ///
  /// The time of the entry is the start of the first frame. Nothing happens in these frames, and
  /// they show what the previous one showed.
  case repeatedFrames(Int)
  case appeared(item: Int32)
  case left(item: Int32)
  case asked(item: Int32, key: Int32, outcome: RequestOutcome)
  /// A reused cell that still shows its old picture.
  case keptOld(item: Int32, picture: Int32)
  /// The display of the picture that an item requested; `isWrong` if it is the picture of another
  /// image, too.
  case displayed(item: Int32, picture: Int32, isLow: Bool, isWrong: Bool)
  /// A late image of another item that was put into the cell of this one.
  case misplaced(item: Int32, picture: Int32)
  /// An image that came late or never, with its waits; appended when its frame is finished or its
  /// item leaves.
  indirect case late(item: Int32, reason: AbsenceReason, waits: WaitTimes)
  /// An item that still waits at the end of the run.
  indirect case unfinished(item: Int32, reason: AbsenceReason, waits: WaitTimes)
  /// A read on the main thread for an item, perhaps with a download and a decode; -1 for a
  /// prefetch.
  case readOnMain(item: Int32, key: Int32)
  /// The start of a load.
  case started(load: Int32, key: Int32, picture: Int32, item: Int32, isPrefetch: Bool)
  /// The start of a load's wait for its turn.
  case queued(load: Int32, LoadQueue)
  /// The start of a load's service: a read, a transfer or other work on a lane of that resource.
  case stage(load: Int32, LoadStage, lane: Int, job: LaneJob?)
  /// The end of a load's service on a lane, connection or channel.
  case done(load: Int32, LoadStage, lane: Int)
  case cancelled(load: Int32)
  case transferFailed(load: Int32, TransferFailure)
  /// The end of a load, which waits for the next frame.
  case finished(load: Int32, hasFailed: Bool)
  case writing(key: Int32, until: SimTime)
  case stored(key: Int32, isTaken: Bool, isPrefetched: Bool, bytes: Int)
  case removed(key: Int32, reason: RemovalReason, bytes: Int)
  case purged(picture: Int32, bytes: Int)
  case pagedOut(bytes: Int64)
  case system(SystemEvent)
  case memoryWarning
  /// The number of apps in the background that the system ended.
  case killedBackgroundApps(Int)
  /// The memory of the app after a change of its images.
  case footprint(bytes: Int64)
  /// The memory of the app's images at a footprint that is larger than all before.
  indirect case peak(HeldMemory)
  /// The launch of the app, and the time that its main thread preloads before the first frame.
  case launched(preloading: SimTime)
  case pressure(PressureLevel)
  case ended(death: RunReport.DeathReason?)

  /// A frame: its work, its times and the flaws that it shows.
  public struct Frame: Sendable, Equatable {
    public var work: RunReport.MainThreadWork
    /// The vsync after the frame's start.
    public var due: SimTime
    /// The time at which the frame was on screen, or at which the run or the app ended before that.
    public var presented: SimTime
    public var isLate: Bool, isPresented: Bool
    /// The shares of the viewport with flaws.
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

    /// Returns `true` if the frame had no work, was on time and shows the same as another one.
    fileprivate func repeats(_ other: Frame) -> Bool {
      isPresented && !isLate && presented == due && work.total == 0 && other.isPresented
        && blank == other.blank && soft == other.soft && wrong == other.wrong
    }
  }

  /// The result of a request at once.
  public enum RequestOutcome: Sendable, Equatable {
    case hit, live
    /// A load that was already on its way, by its serial number.
    case joined(Int32)
    /// A new load for this request; 0 if the main thread did it at once.
    case started(Int32)
    /// No load, since the loader does not retry after a failure.
    case givenUp
  }

  /// The queue in which a load waits before it is served.
  public enum LoadQueue: Sendable, Equatable {
    /// The limit of the prefetcher.
    case held
    /// A slower viewport.
    case gate
    /// The time at which a failed download may be tried again.
    case backOff
    /// The main thread, which has earlier work in that frame.
    case mainThread
    case network, flash, lanes
  }

  /// The service of a load.
  public enum LoadStage: Sendable, Equatable {
    case transferring, reading, decoding
  }

  /// The job of a lane for a load.
  public enum LaneJob: UInt8, Sendable {
    case encode, decode, mask, composition
  }

  /// The reason why a download ended without its bytes.
  public enum TransferFailure: Sendable, Equatable {
    case timedOut, refused, offline
  }
}
