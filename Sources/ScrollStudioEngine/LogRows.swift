import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// A log as numbers, seven to a row.
///
/// A row has the seconds, the kind of event, and five numbers that depend on the kind, as
/// enginelog.js documents.
struct LogRows {
  /// The kind of an event.
  ///
  /// The raw values are the same as in `EngineLog.kinds` in enginelog.js.
  enum Kind: Int {
    case frame, repeated, appeared, left, asked, keptOld, displayed, misplaced, late, unfinished
    case readOnMain, started, queued, stage, done, cancelled, transferFailed, finished, writing
    case stored, removed, purged, pagedOut, system, warning, killedBackgroundApps, footprint
    case launched, pressure, ended, work
  }

  private(set) var numbers: [Double] = []

  init(_ entries: [RunLog.Entry]) {
    numbers.reserveCapacity(7 * entries.count)
    for entry in entries { append(entry) }
  }

  private mutating func row(
    _ time: SimTime, _ kind: Kind, _ a: Double = 0, _ b: Double = 0, _ c: Double = 0,
    _ d: Double = 0, _ e: Double = 0
  ) {
    numbers.append(time.seconds)
    numbers.append(Double(kind.rawValue))
    numbers.append(a)
    numbers.append(b)
    numbers.append(c)
    numbers.append(d)
    numbers.append(e)
  }

  private mutating func append(_ entry: RunLog.Entry) {
    let time = entry.time
    switch entry.event {
    case .frame(let frame):
      row(
        time, .frame, frame.presented.seconds,
        (frame.isLate ? 1 : 0) + (frame.isPresented ? 2 : 0), frame.blank, frame.soft, frame.wrong)
      if frame.work.total > 0 { row(frame.work, of: frame, at: time) }
    case .repeatedFrames(let count): row(time, .repeated, Double(count))
    case .appeared(let item): row(time, .appeared, Double(item))
    case .left(let item): row(time, .left, Double(item))
    case .asked(let item, let key, let outcome):
      let (kind, load) = Self.numbers(outcome)
      row(time, .asked, Double(item), Double(key), kind, load)
    case .keptOld(let item, let picture): row(time, .keptOld, Double(item), Double(picture))
    case .displayed(let item, let picture, let isLow, let isWrong):
      row(
        time, .displayed, Double(item), Double(picture), (isLow ? 1 : 0) + (isWrong ? 2 : 0))
    case .misplaced(let item, let picture): row(time, .misplaced, Double(item), Double(picture))
    case .late(let item, let reason, let waits): row(waits, .late, item, reason, at: time)
    case .unfinished(let item, let reason, let waits):
      row(waits, .unfinished, item, reason, at: time)
    case .readOnMain(let item, let key): row(time, .readOnMain, Double(item), Double(key))
    case .started(let load, let key, let picture, let item, let isPrefetch):
      row(
        time, .started, Double(load), Double(key), Double(picture), Double(item),
        isPrefetch ? 1 : 0)
    case .queued(let load, let queue): row(time, .queued, Double(load), Self.number(queue))
    case .stage(let load, let stage, let lane, let job):
      row(
        time, .stage, Double(load), Self.number(stage), Double(lane),
        job.map { Double($0.rawValue) } ?? -1)
    case .done(let load, let stage, let lane):
      row(time, .done, Double(load), Self.number(stage), Double(lane))
    case .cancelled(let load): row(time, .cancelled, Double(load))
    case .transferFailed(let load, let failure):
      row(time, .transferFailed, Double(load), Self.number(failure))
    case .finished(let load, let hasFailed):
      row(time, .finished, Double(load), hasFailed ? 1 : 0)
    case .writing(let key, let end): row(time, .writing, Double(key), end.seconds)
    case .stored(let key, let isTaken, let isPrefetched, let bytes):
      row(time, .stored, Double(key), isTaken ? 1 : 0, isPrefetched ? 1 : 0, Double(bytes))
    case .removed(let key, let reason, let bytes):
      row(time, .removed, Double(key), Double(reason.rawValue), Double(bytes))
    case .purged(let picture, let bytes): row(time, .purged, Double(picture), Double(bytes))
    case .pagedOut(let bytes): row(time, .pagedOut, Double(bytes))
    case .system(let event):
      row(time, .system, Self.number(event), event.image.map { Double($0.index) } ?? -1)
    case .memoryWarning: row(time, .warning)
    case .killedBackgroundApps(let count): row(time, .killedBackgroundApps, Double(count))
    case .footprint(let bytes): row(time, .footprint, Double(bytes))
    case .peak: break
    case .launched(let preloading): row(time, .launched, preloading.seconds)
    case .pressure(let level): row(time, .pressure, Double(level.rawValue))
    case .ended(let death): row(time, .ended, Self.number(death))
    }
  }

  /// Appends a row with the main-thread work of a frame, in milliseconds.
  private mutating func row(
    _ work: RunReport.MainThreadWork, of frame: RunEvent.Frame, at time: SimTime
  ) {
    row(
      time, .work, Double(work.total) / 1e6, Double(work.cells) / 1e6,
      Double(work.read + work.network + work.paging) / 1e6,
      Double(work.decode + work.tiles + work.composition) / 1e6, Double(work.upload) / 1e6)
  }

  /// Appends a row with the reason why an image was late, the wait in seconds, and the longest part
  /// of the wait.
  private mutating func row(
    _ waits: WaitTimes, _ kind: Kind, _ item: Int32, _ reason: AbsenceReason, at time: SimTime
  ) {
    var longest = WaitTimes.Kind.queue
    for kind in WaitTimes.Kind.allCases where waits[kind] > waits[longest] { longest = kind }
    row(
      time, kind, Double(item), Double(reason.rawValue), Double(waits.total) / 1e9,
      Double(longest.rawValue), Double(waits[longest]) / 1e9)
  }

  private static func numbers(_ outcome: RunEvent.RequestOutcome) -> (kind: Double, load: Double) {
    switch outcome {
    case .hit: (0, 0)
    case .live: (1, 0)
    case .joined(let load): (2, Double(load))
    case .started(let load): (3, Double(load))
    case .givenUp: (4, 0)
    }
  }

  private static func number(_ queue: RunEvent.LoadQueue) -> Double {
    switch queue {
    case .held: 0
    case .gate: 1
    case .backOff: 2
    case .mainThread: 3
    case .network: 4
    case .flash: 5
    case .lanes: 6
    }
  }

  private static func number(_ stage: RunEvent.LoadStage) -> Double {
    switch stage {
    case .transferring: 0
    case .reading: 1
    case .decoding: 2
    }
  }

  private static func number(_ failure: RunEvent.TransferFailure) -> Double {
    switch failure {
    case .timedOut: 0
    case .refused: 1
    case .offline: 2
    }
  }

  private static func number(_ event: SystemEvent) -> Double {
    switch event {
    case .memoryPressure(.normal): 0
    case .memoryPressure(.warning): 1
    case .memoryPressure(.critical): 2
    case .background: 3
    case .foreground: 4
    case .tap: 5
    case .relaunch: 6
    case .offline: 7
    case .online: 8
    case .externalPressure: 9
    case .rotate: 10
    case .insert: 11
    case .change: 12
    case .beginAccess: 13
    case .endAccess: 14
    case .useContent: 15
    }
  }

  private static func number(_ death: RunReport.DeathReason?) -> Double {
    switch death {
    case nil: 0
    case .memory: 1
    case .slowLaunch: 2
    case .hang: 3
    }
  }
}
