public import ScrollCaching
public import ScrollCore
public import ScrollDevice

/// A log of all events of a run in order, from which explanations and timelines are made.
///
/// A run without a log takes no time for logging. Frames that only repeat the previous one are
/// counted in one entry, so a log of a long rest is short. A log that reaches its limit drops later
/// events.
public final class RunLog {
  /// One event and its time.
  public struct Entry: Sendable, Equatable {
    public var time: SimTime
    public var event: RunEvent
  }

  /// The default limit: as many frames as nine hours at 60 Hz.
  ///
  /// A log of this size takes less than a gigabyte of memory, and some seconds.
  public static let usualLimit = 2_000_000

  public private(set) var entries: [Entry] = []
  /// The largest number of entries, and also the largest number of frames.
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
/// Loads are named by their serial number, which is never used twice in a run. A picture is one
/// rendition of an image: `picture / variants` is the image and `picture % variants` the rendition.
/// If the loader has low variants, `variants` is 2, and the rendition is 0 for full and 1 for low.
/// If the loader keeps several sizes of an image, `variants` is the number of sizes. Otherwise it
/// is 1. A key is an image of `PreparedScenario.keyPlacement`.
public enum RunEvent: Sendable, Equatable {
  /// A frame.
  ///
  /// The log appends the entry when the frame is finished, but the entry's time is the start of the
  /// frame.
  indirect case frame(Frame)
  /// A number of frames, one at each vsync, that repeat the previous one.
  ///
  /// The time of the entry is the start of the first frame. Nothing happens in these frames, and
  /// they show what the previous one showed.
  case repeatedFrames(Int)
  case appeared(item: Int32)
  case left(item: Int32)
  case asked(item: Int32, key: Int32, outcome: RequestOutcome)
  /// The reuse of a cell that still shows its old picture.
  case keptOld(item: Int32, picture: Int32)
  /// The display of the picture that an item requested.
  ///
  /// `isWrong` is `true` if the picture belongs to another image.
  case displayed(item: Int32, picture: Int32, isLow: Bool, isWrong: Bool)
  /// The display of another item's late image in the cell of an item.
  case misplaced(item: Int32, picture: Int32)
  /// An image that came late or never, with its waits.
  ///
  /// The log appends the entry when the frame that shows the image is finished, or when the item
  /// leaves.
  indirect case late(item: Int32, reason: AbsenceReason, waits: WaitTimes)
  /// An item that still waits at the end of the run.
  indirect case unfinished(item: Int32, reason: AbsenceReason, waits: WaitTimes)
  /// A read on the main thread for an item, perhaps with a download and a decode; -1 for a
  /// prefetch.
  case readOnMain(item: Int32, key: Int32)
  /// The start of a load.
  case started(load: Int32, key: Int32, picture: Int32, item: Int32, isPrefetch: Bool)
  /// The start of a load's wait in a queue.
  case queued(load: Int32, LoadQueue)
  /// The start of work on a load: a read, a transfer or a job on a decode lane.
  ///
  /// `lane` is the number of the connection, channel or lane.
  case stage(load: Int32, LoadStage, lane: Int, job: LaneJob?)
  /// The end of work on a load on a lane, connection or channel.
  case done(load: Int32, LoadStage, lane: Int)
  case cancelled(load: Int32)
  case transferFailed(load: Int32, TransferFailure)
  /// The end of all work on a load, which then waits for the next frame.
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
  /// The memory of the app's images by holder, when the footprint is larger than ever before.
  indirect case peak(HeldMemory)
  /// The launch of the app, with the time that its main thread preloads before the first frame.
  case launched(preloading: SimTime)
  case pressure(PressureLevel)
  case ended(death: RunReport.DeathReason?)

  /// A frame: its work, its times and the flaws that it shows.
  public struct Frame: Sendable, Equatable {
    public var work: RunReport.MainThreadWork
    /// The vsync after the frame's start.
    public var due: SimTime
    /// The time at which the frame was on screen; if the run or the app ended before, that time.
    public var presented: SimTime
    public var isLate: Bool, isPresented: Bool
    /// The shares of the viewport that were blank, soft and wrong.
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

  /// The first outcome of a request.
  public enum RequestOutcome: Sendable, Equatable {
    case hit, live
    /// The request joined a load under way, with this serial number.
    case joined(Int32)
    /// The request started a load with this serial number; 0 if the main thread loaded the image at
    /// once.
    case started(Int32)
    /// No load was started, because an earlier download failed and the loader does not retry.
    case givenUp
  }

  /// The queue in which a load waits before it is served.
  public enum LoadQueue: Sendable, Equatable {
    /// The wait because the limit of simultaneous prefetches is reached.
    case held
    /// The wait for a slower viewport.
    case gate
    /// The wait until a failed download may be tried again.
    case backOff
    /// The wait for the main thread to finish its earlier work of the frame.
    case mainThread
    case network, flash, lanes
  }

  /// The kind of work on a load.
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
