import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

@Suite struct SessionCutTests {
  /// Returns a trace of this length in seconds, with scrolls of two seconds that begin at these
  /// seconds.
  private static func trace(
    scrollsAt starts: [Double], lasting seconds: Double, events: [TimedSystemEvent] = []
  ) throws -> ScrollTrace {
    var (times, offsets) = ([SimTime.zero], [0.0])
    var phases = [ScrollPhase.idle]
    for start in starts {
      if start > 0 {
        times.append(SimTime(seconds: start))
        offsets.append(offsets[offsets.count - 1])
        phases.append(.tracking)
      } else {
        phases[0] = .tracking
      }
      times.append(SimTime(seconds: start + 2))
      offsets.append(offsets[offsets.count - 1] + 600)
      phases.append(.idle)
    }
    if times[times.count - 1] < SimTime(seconds: seconds) {
      times.append(SimTime(seconds: seconds))
      offsets.append(offsets[offsets.count - 1])
      phases.append(.idle)
    }
    let header = TraceHeader(
      title: "By hand", provenance: "a test", kind: .recorded,
      viewport: ViewportSize(width: 390, height: 844),
      layout: try Layout(parsing: "grid:columns=3"))
    let catalog = TraceCatalog(try CatalogRecipe(parsing: "items=300 size=400x400"))
    return try ScrollTrace(
      content: TraceContent(header: header, catalog: catalog),
      movement: .samples(ScrollMotion(times: times, offsets: offsets, phases: phases)),
      events: events)
  }

  private static func sessions(of trace: ScrollTrace, pause: Double) throws -> [ScrollTrace] {
    try SessionCut(atPausesOf: SimTime(seconds: pause)).sessions(of: trace, called: "t")
  }

  @Test func `a session lasts from a second before its movement to a second after`() throws {
    let trace = try Self.trace(scrollsAt: [5, 60, 66], lasting: 100)
    let sessions = try Self.sessions(of: trace, pause: 30)
    #expect(sessions.map(\.duration.seconds) == [4, 10])
    #expect(sessions.map { $0.motion.offsets.first } == [0, 600])
    #expect(sessions.map { $0.motion.offsets.last } == [600, 1800])
    #expect(sessions[1].motion.times[1] == SimTime(seconds: 1))
  }

  @Test func `a pause of the stated length separates sessions, a shorter one does not`() throws {
    let trace = try Self.trace(scrollsAt: [0, 12], lasting: 14)
    #expect(try Self.sessions(of: trace, pause: 10).count == 2)
    #expect(try Self.sessions(of: trace, pause: 10.5).count == 1)
    #expect(try Self.sessions(of: trace, pause: 10.5)[0].duration == trace.duration)
  }

  @Test func `events belong to their session with shifted times`() throws {
    let events = [10.0, 30, 61].map {
      TimedSystemEvent(time: SimTime(seconds: $0), event: .tap)
    }
    let trace = try Self.trace(scrollsAt: [8, 60], lasting: 70, events: events)
    let sessions = try Self.sessions(of: trace, pause: 20)
    #expect(sessions.map { $0.events.map(\.time.seconds) } == [[3], [2]])
  }

  @Test func `a trace without movement or with several layouts has no sessions`() throws {
    #expect(throws: SessionCut.Failure.still) {
      try Self.sessions(of: Self.trace(scrollsAt: [], lasting: 9), pause: 5)
    }
    let turned = try Self.trace(
      scrollsAt: [1], lasting: 9,
      events: [TimedSystemEvent(time: SimTime(seconds: 4), event: .rotate)])
    #expect(throws: SessionCut.Failure.noPart(.laidOutAnew(SimTime(seconds: 4)))) {
      try Self.sessions(of: turned, pause: 5)
    }
  }
}
