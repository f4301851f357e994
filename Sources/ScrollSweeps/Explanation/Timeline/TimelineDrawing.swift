import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// A builder that puts the entries of a log on the tracks of a timeline.
///
/// A frame has a span if its main thread worked, if it was late, or if it showed an image that an
/// item had waited for. All other frames are left out.
struct TimelineDrawing {
  /// The subject of a track.
  enum Row: Hashable {
    case hitches, main, system, decisions
    /// The items that wait for their images, on the track with this number.
    case waiting(Int)
    case flash
    case lane(Int), connection(Int)
    case cache, footprint, loads, viewport

    var name: String {
      switch self {
      case .hitches: "hitches"
      case .main: "main thread"
      case .system: "system"
      case .decisions: "cache decisions"
      case .waiting(let number): "waiting items \(number + 1)"
      case .flash: "flash"
      case .lane(let number): "decode lane \(number + 1)"
      case .connection(let number): "connection \(number + 1)"
      case .cache: "cache"
      case .footprint: "footprint"
      case .loads: "loads"
      case .viewport: "viewport"
      }
    }
  }

  let names: ExplanationNames
  private let hertz: Int64
  /// The frames that first show an image that an item had waited for.
  private let showing: Set<Int>
  private var drawn: [Row: TimelineTrack] = [:]
  private var frames = 0, cachedBytes = 0, loadCount = 0
  private var lastShares: (blank: Double, soft: Double, wrong: Double)?
  /// The key of each load.
  ///
  /// The first is a placeholder, because the number 0 means no load.
  var keys: [Int32] = [-1]
  /// The spans of each load, by time.
  private(set) var services: [Int32: [TimelineFlow.Place]] = [:]
  /// The spans of the frames that show an image that an item had waited for.
  private(set) var frameSpans: [Int: TimelineFlow.Place] = [:]
  /// The last image that was offered to the cache; `nil` if anything other than removals has
  /// followed.
  var newcomer: (key: Int32, time: SimTime)?

  init(_ prepared: PreparedScenario, showing: Set<Int>) {
    names = ExplanationNames(prepared)
    hertz = prepared.scenario.device.refreshRate
    self.showing = showing
  }

  /// Every track that has events, in display order.
  var tracks: [TimelineTrack] {
    func all(_ row: (Int) -> Row) -> [Row] {
      (0..<drawn.count).map(row).filter { drawn[$0] != nil }
    }
    let rows: [Row] =
      [.hitches] + all(Row.waiting) + [.main, .system, .decisions, .flash] + all(Row.lane)
      + all(Row.connection) + [.cache, .footprint, .loads, .viewport]
    return rows.compactMap { drawn[$0] }.filter { !$0.events.isEmpty }
  }

  /// Changes a track.
  mutating func onTrack(_ row: Row, _ change: (inout TimelineTrack) -> Void) {
    change(&drawn[row, default: TimelineTrack(row.name)])
  }

  /// Adds an event to a track.
  /// - Returns: its place in the track.
  @discardableResult
  mutating func add(_ event: TimelineEvent, to row: Row) -> TimelineFlow.Place {
    onTrack(row) { $0.append(event) }
    return TimelineFlow.Place(
      track: row, event: (drawn[row]?.events.count ?? 1) - 1, time: event.time)
  }

  /// Adds the points of a flow to its spans.
  mutating func add(_ flow: TimelineFlow) {
    for (place, point) in flow.points {
      onTrack(place.track) { $0.add(point, toEvent: place.event) }
    }
  }

  mutating func draw(_ entry: RunLog.Entry) {
    let time = entry.time
    drawDecision(entry)
    switch entry.event {
    case .frame(let frame): draw(frame, from: time)
    case .repeatedFrames(let count): frames += count
    case .launched(let preloading):
      guard preloading > .zero else { return }
      onTrack(.main) {
        $0.open(
          TimelineEvent(name: "preload", shape: .span(until: time + preloading), time: time),
          load: 0)
      }
    case .footprint(let bytes):
      onTrack(.footprint) { $0.count([("bytes", .count(Int(bytes)))], at: time) }
    case .writing(let key, let end):
      let name = "write \(names.key(key))"
      onTrack(.flash) {
        $0.open(TimelineEvent(name: name, shape: .span(until: end), time: time), load: 0)
      }
    case .ended(let death): finish(death, at: time)
    default:
      drawLoad(entry)
      drawSystem(entry)
    }
  }

  private mutating func draw(_ frame: RunEvent.Frame, from start: SimTime) {
    defer { frames += 1 }
    onTrack(.main) { $0.close(at: start) }
    if frame.work.total > 0 || frame.isLate || showing.contains(frames) {
      let parts = frame.work.parts.filter { $0.nanoseconds > 0 }.map {
        (
          name: "\($0.name)Microseconds",
          value: TimelineEvent.Argument.time(SimTime(nanoseconds: $0.nanoseconds))
        )
      }
      let end = min(start + SimTime(nanoseconds: frame.work.total), frame.presented)
      let place = add(
        TimelineEvent(
          name: "frame \(frames)", shape: .span(until: end), time: start,
          arguments: [("frame", .count(frames))] + parts), to: .main)
      if showing.contains(frames) { frameSpans[frames] = place }
    }
    if frame.isLate { drawHitch(frame, from: start) }
    if frame.isPresented { countShares(frame.blank, frame.soft, frame.wrong, at: frame.presented) }
  }

  private mutating func drawHitch(_ frame: RunEvent.Frame, from start: SimTime) {
    let delay = FrameRecord.delay(
      start: start, due: frame.due, presented: frame.presented,
      work: SimTime(nanoseconds: frame.work.total), hertz: hertz)
    add(
      TimelineEvent(
        name: "hitch", shape: .instant(isWide: true), time: frame.due,
        arguments: [("frame", .count(frames)), ("lateMicroseconds", .time(delay))]),
      to: .hitches)
  }

  /// Records the missing shares of the screen from now on, if they have changed.
  mutating func countShares(
    _ blank: Double, _ soft: Double, _ wrong: Double, at time: SimTime
  ) {
    if let last = lastShares, last == (blank, soft, wrong) { return }
    lastShares = (blank, soft, wrong)
    onTrack(.viewport) {
      $0.count(
        [("blank", .share(blank)), ("soft", .share(soft)), ("wrong", .share(wrong))], at: time)
    }
  }

  mutating func countCached(_ bytes: Int, at time: SimTime) {
    cachedBytes += bytes
    let sum = cachedBytes
    onTrack(.cache) { $0.count([("bytes", .count(sum))], at: time) }
  }

  mutating func countLoads(_ change: Int, at time: SimTime) {
    loadCount += change
    let sum = loadCount
    onTrack(.loads) { $0.count([("loads", .count(sum))], at: time) }
  }

  /// Begins the span of a load on the resource that serves it.
  mutating func serve(_ load: Int32, on row: Row, _ name: String, at time: SimTime) {
    onTrack(row) {
      $0.open(
        TimelineEvent(
          name: name, shape: .span(until: .never), time: time,
          arguments: [("load", .count(Int(load)))]), load: load)
    }
    let place = TimelineFlow.Place(
      track: row, event: (drawn[row]?.events.count ?? 1) - 1, time: time)
    services[load, default: []].append(place)
  }

  /// Ends all work on a load.
  mutating func closeAll(of load: Int32, at time: SimTime) {
    for place in services[load] ?? [] { onTrack(place.track) { $0.close(load: load, at: time) } }
  }

  /// Ends all work at the end of the run.
  private mutating func finish(_ death: RunReport.DeathReason?, at time: SimTime) {
    if let death {
      add(
        TimelineEvent(name: "killed: \(death)", shape: .instant(isWide: true), time: time),
        to: .system)
    }
    for row in drawn.keys { onTrack(row) { $0.close(at: time) } }
  }
}

/// The loads on flash, connections and lanes.
extension TimelineDrawing {
  mutating func drawLoad(_ entry: RunLog.Entry) {
    let time = entry.time
    switch entry.event {
    case .started(_, let key, _, _, _):
      keys.append(key)
      countLoads(1, at: time)
    case .stage(let load, let stage, let lane, let job):
      let what = names.key(keys[Int(load)])
      let verb =
        switch stage {
        case .reading: "read"
        case .transferring: "download"
        case .decoding: "\(job ?? .decode)"
        }
      serve(load, on: Self.row(of: stage, lane), "\(verb) \(what)", at: time)
    case .done(let load, let stage, let lane):
      onTrack(Self.row(of: stage, lane)) { $0.close(load: load, at: time) }
    case .finished: countLoads(-1, at: time)
    case .cancelled(let load):
      countLoads(-1, at: time)
      closeAll(of: load, at: time)
    default: break
    }
  }

  private static func row(of stage: RunEvent.LoadStage, _ lane: Int) -> Row {
    switch stage {
    case .reading: .flash
    case .transferring: .connection(lane)
    case .decoding: .lane(lane)
    }
  }
}

/// The decisions of the cache and the events of the system, as instants.
extension TimelineDrawing {
  /// Draws the images that are admitted, refused and evicted, with the reason that the cache gave.
  mutating func drawDecision(_ entry: RunLog.Entry) {
    let time = entry.time
    switch entry.event {
    case .stored(let key, let isTaken, let isPrefetched, let bytes):
      if isTaken { countCached(bytes, at: time) }
      decide("\(isTaken ? "admits" : "refuses") \(names.key(key))", bytes, at: time) {
        if isPrefetched { $0.append(("because", .text("prefetched"))) }
      }
      newcomer = (key, time)
    case .removed(let key, let reason, let bytes):
      countCached(-bytes, at: time)
      let by = newcomer.flatMap { $0.time == time && $0.key != key ? names.key($0.key) : nil }
      decide("\(reason.isEviction ? "evicts" : "drops") \(names.key(key))", bytes, at: time) {
        $0.append(("because", .text(reason.storyText)))
        if let by { $0.append(("for", .text(by))) }
      }
    default: newcomer = nil
    }
  }

  private mutating func decide(
    _ name: String, _ bytes: Int, at time: SimTime,
    _ reasons: (inout [(name: String, value: TimelineEvent.Argument)]) -> Void
  ) {
    var arguments: [(name: String, value: TimelineEvent.Argument)] = [("bytes", .count(bytes))]
    reasons(&arguments)
    add(
      TimelineEvent(
        name: name, shape: .instant(isWide: false), time: time, arguments: arguments),
      to: .decisions)
  }

  mutating func drawSystem(_ entry: RunLog.Entry) {
    let name: String
    switch entry.event {
    case .system(let event):
      if event == .relaunch { relaunch(at: entry.time) }
      name = "\(event)"
    case .memoryWarning: name = "memory warning"
    case .pressure(let level): name = "app notified: pressure \(level)"
    case .killedBackgroundApps(let count): name = "background apps killed: \(count)"
    case .purged(let picture, let bytes):
      name = "\(names.picture(picture)) purged, \(bytes) bytes"
    case .pagedOut(let bytes): name = "paged out, \(bytes) bytes"
    case .transferFailed(let load, let failure):
      name = "download of \(names.key(keys[Int(load)])) failed: \(Optional(failure).storyName)"
    default: return
    }
    add(
      TimelineEvent(name: name, shape: .instant(isWide: true), time: entry.time), to: .system)
  }

  /// Draws a relaunch: nothing is on screen until the next frame, and the work of the old process
  /// ends.
  private mutating func relaunch(at time: SimTime) {
    for row in [Row.flash, .main] { onTrack(row) { $0.close(at: time) } }
    countShares(0, 0, 0, at: time)
  }
}
