import ScrollCore
import ScrollDevice
import ScrollSimulation

/// Puts the entries of a log on the tracks of a timeline.
struct TimelineDrawing {
  private let names: StoryNames
  private let hertz: Int64
  private var main = TimelineTrack("main thread")
  private var events = TimelineTrack("system"), hitches = TimelineTrack("hitches")
  private var flash = TimelineTrack("flash")
  private var lanes: [TimelineTrack] = [], connections: [TimelineTrack] = []
  private var cache = TimelineTrack("cache"), footprint = TimelineTrack("footprint")
  private var loading = TimelineTrack("loads"), viewport = TimelineTrack("viewport")
  private var lastFrame: RunEvent.Frame?
  private var frames = 0, cachedBytes = 0, loads = 0
  /// The key of each load; the first stands for none.
  private var keys: [Int32] = [-1]

  init(_ prepared: PreparedScenario) {
    names = StoryNames(prepared)
    hertz = prepared.scenario.device.refreshRate
  }

  /// Every track that has anything, with its number; the numbers are their order.
  var tracks: [(id: Int, track: TimelineTrack)] {
    var tracks = [(1, hitches), (2, main), (3, events), (4, flash)]
    for (index, lane) in lanes.enumerated() { tracks.append((100 + index, lane)) }
    for (index, connection) in connections.enumerated() {
      tracks.append((1000 + index, connection))
    }
    tracks += [(10_001, cache), (10_002, footprint), (10_003, loading), (10_004, viewport)]
    return tracks.filter { !$0.1.events.isEmpty }
  }

  mutating func draw(_ entry: RunLog.Entry) {
    let time = entry.time
    switch entry.event {
    case .frame(let frame): draw(frame, from: time)
    case .repeatedFrames(let count): drawRepeats(count, from: time)
    case .launched(let preloading):
      guard preloading > .zero else { return }
      main.open(
        TimelineEvent(name: "preload", shape: .span(until: time + preloading), time: time),
        load: 0)
    case .footprint(let bytes): footprint.count([("bytes", .count(bytes))], at: time)
    case .stored(_, let isTaken, _, let bytes):
      if isTaken { countCached(bytes, at: time) }
    case .removed(_, _, let bytes): countCached(-bytes, at: time)
    case .writing(let key, let end):
      flash.open(
        TimelineEvent(
          name: "write \(names.key(key))", shape: .span(until: end), time: time), load: 0)
    case .ended(let death): finish(death, at: time)
    default:
      drawLoad(entry)
      drawSystem(entry)
    }
  }

  private mutating func draw(_ frame: RunEvent.Frame, from start: SimTime) {
    draw(frame.work, from: start, until: frame.presented)
    if frame.isLate {
      let delay = FrameRecord.delay(
        start: start, due: frame.due, presented: frame.presented,
        work: SimTime(nanoseconds: frame.work.total), hertz: hertz)
      hitches.append(
        TimelineEvent(
          name: "hitch", shape: .instant, time: frame.due,
          arguments: [("frame", .count(frames)), ("lateMicroseconds", .time(delay))]))
    }
    if frame.isPresented {
      viewport.count(
        [
          ("blank", .share(frame.blank)), ("soft", .share(frame.soft)),
          ("wrong", .share(frame.wrong)),
        ], at: frame.presented)
    }
    frames += 1
    lastFrame = frame
  }

  /// Frames, one per vsync, that do nothing and repeat the last one.
  private mutating func drawRepeats(_ count: Int, from start: SimTime) {
    guard var frame = lastFrame else { return }
    frame.work = RunReport.MainThreadWork()
    frame.isLate = false
    let vsync = start.firstVsync(hertz: hertz)
    for next in vsync..<vsync + Int64(count) {
      frame.due = .vsync(next + 1, hertz: hertz)
      frame.presented = frame.due
      draw(frame, from: .vsync(next, hertz: hertz))
    }
  }

  /// The work of the main thread in a frame.
  private mutating func draw(
    _ work: RunReport.MainThreadWork, from start: SimTime, until end: SimTime
  ) {
    let parts = work.parts.filter { $0.nanoseconds > 0 }.map {
      (name: "\($0.name)Microseconds", value: Self.time($0.nanoseconds))
    }
    main.close(at: start)
    main.append(
      TimelineEvent(
        name: "frame \(frames)",
        shape: .span(until: min(start + SimTime(nanoseconds: work.total), end)), time: start,
        arguments: [("frame", .count(frames))] + parts))
  }

  private static func time(_ nanoseconds: Int64) -> TimelineEvent.Argument {
    .time(SimTime(nanoseconds: nanoseconds))
  }

  private mutating func countCached(_ bytes: Int, at time: SimTime) {
    cachedBytes += bytes
    cache.count([("bytes", .count(cachedBytes))], at: time)
  }

  private mutating func countLoads(_ change: Int, at time: SimTime) {
    loads += change
    loading.count([("loads", .count(loads))], at: time)
  }

  private mutating func drawLoad(_ entry: RunLog.Entry) {
    let time = entry.time
    switch entry.event {
    case .started(_, let key, _, _, _):
      keys.append(key)
      countLoads(1, at: time)
    case .stage(let load, let stage, let lane, let job):
      let what = names.key(keys[Int(load)])
      func span(_ verb: String) -> TimelineEvent {
        TimelineEvent(
          name: "\(verb) \(what)", shape: .span(until: .never), time: time,
          arguments: [("load", .count(Int(load)))])
      }
      switch stage {
      case .reading: flash.open(span("read"), load: load)
      case .transferring:
        Self.reserve(lane, of: &connections, "connection")
        connections[lane].open(span("download"), load: load)
      case .decoding:
        Self.reserve(lane, of: &lanes, "decode lane")
        lanes[lane].open(span("\(job ?? .decode)"), load: load)
      }
    case .done(let load, let stage, let lane):
      switch stage {
      case .reading: flash.close(load: load, at: time)
      case .transferring: connections[lane].close(load: load, at: time)
      case .decoding: lanes[lane].close(load: load, at: time)
      }
    case .finished: countLoads(-1, at: time)
    case .cancelled(let load):
      countLoads(-1, at: time)
      closeAll(of: load, at: time)
    default: break
    }
  }

  private mutating func drawSystem(_ entry: RunLog.Entry) {
    let name: String
    switch entry.event {
    case .system(let event):
      if event == .relaunch {
        flash.close(at: entry.time)
        main.close(at: entry.time)
      }
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
    events.append(TimelineEvent(name: name, shape: .instant, time: entry.time))
  }

  /// The run is over: what goes on is cut off.
  private mutating func finish(_ death: RunReport.DeathReason?, at time: SimTime) {
    if let death {
      events.append(TimelineEvent(name: "killed: \(death)", shape: .instant, time: time))
    }
    main.close(at: time)
    flash.close(at: time)
    for lane in lanes.indices { lanes[lane].close(at: time) }
    for connection in connections.indices { connections[connection].close(at: time) }
  }

  private mutating func closeAll(of load: Int32, at time: SimTime) {
    flash.close(load: load, at: time)
    for lane in lanes.indices { lanes[lane].close(load: load, at: time) }
    for connection in connections.indices { connections[connection].close(load: load, at: time) }
  }

  private static func reserve(_ lane: Int, of tracks: inout [TimelineTrack], _ name: String) {
    while tracks.count <= lane { tracks.append(TimelineTrack("\(name) \(tracks.count + 1)")) }
  }
}
