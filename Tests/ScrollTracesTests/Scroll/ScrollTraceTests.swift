import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

struct ScrollTraceTests {
  func content(_ layout: Layout = .list(ListLayout(rowHeight: 50))) throws -> TraceContent {
    try TraceContent(
      header: TraceHeader(
        title: "made in memory", provenance: "a test", kind: .synthetic,
        viewport: ViewportSize(width: 100, height: 200), layout: layout),
      catalog: TraceCatalog(CatalogRecipe(items: 40)))
  }

  func motion(_ samples: [(milliseconds: Double, offset: Double)]) -> TraceMovement {
    .samples(
      ScrollMotion(
        times: samples.map { SimTime(milliseconds: $0.milliseconds) },
        offsets: samples.map(\.offset), phases: samples.map { _ in .idle }))
  }

  @Test func `offsets may lie one viewport beyond the content`() throws {
    #expect(try content().allowedOffsets == -200...2000)
    let edges = motion([(0, -200), (1, 2000)])
    #expect(try ScrollTrace(content: content(), movement: edges).motion.offsets == [-200, 2000])
  }

  @Test func `content may rest for a week`() throws {
    let samples = [(0.0, 0.0), (518_400_000, 0), (604_800_000, 10)]
    let trace = try ScrollTrace(content: content(), movement: motion(samples))
    #expect(trace.duration.seconds == 604_800)
  }

  static let faults: [(samples: [(Double, Double)], sentence: String)] = [
    ([], "the movement has no samples"),
    ([(1, 0)], "the movement begins at 1.0 ms, not at 0"),
    (
      [(0, 0), (604_800_001, 0)],
      "the movement takes 604800001.0 ms, more than a week"
    ),
    (
      [(0, 0), (400_000_000, 0), (486_400_001, 10)],
      "the content moves, or a finger is down, for 86400001.0 ms, more than a day"
    ),
    (
      [(0, 0), (1, 2000.5)],
      "sample 2 of the movement is at offset 2000.5, outside -200.0 to 2000.0, the content and one viewport beyond"
    ),
    (
      [(0, .infinity)],
      "sample 1 of the movement is at offset inf, outside -200.0 to 2000.0, the content and one viewport beyond"
    ),
  ]

  @Test(arguments: faults)
  func `an impossible movement is an error`(
    samples: [(Double, Double)], sentence: String
  ) throws {
    let fault = try #require(throws: TraceFault.self) {
      try ScrollTrace(content: content(), movement: motion(samples))
    }
    #expect(fault.description == sentence)
  }

  @Test func `physically impossible gestures are errors`() throws {
    let script = GestureScript([TimedGesture(at: SimTime(nanoseconds: -1), .scrollToTop)])
    #expect(throws: TraceFault.gesture(.timeOutOfRange(index: 0))) {
      try ScrollTrace(content: content(), movement: .gestures(script))
    }
  }

  @Test func `events lie within the movement and within limits`() throws {
    let trace = try ScrollTrace(content: content(), movement: motion([(0, 0), (10, 0)]))
    func adding(_ milliseconds: Double, _ event: SystemEvent) throws -> ScrollTrace {
      try trace.adding([TimedSystemEvent(time: SimTime(milliseconds: milliseconds), event: event)])
    }
    #expect(try adding(10, .offline).events.count == 1)
    let (late, early) = (SimTime(milliseconds: 11), SimTime(milliseconds: -1))
    #expect(
      throws: TraceFault.eventAfterEnd(index: 0, time: late, end: SimTime(milliseconds: 10))
    ) { try adding(11, .offline) }
    #expect(throws: TraceFault.eventOutOfOrder(index: 0, time: early)) {
      try adding(-1, .offline)
    }
    #expect(throws: TraceFault.eventTooLarge(index: 0)) {
      try adding(1, .externalPressure(bytes: .min))
    }
  }

  @Test func `added events are sorted, equal times in the order of addition`() throws {
    let trace = try ScrollTrace(content: content(), movement: motion([(0, 0), (10, 0)]))
      .adding([TimedSystemEvent(time: SimTime(milliseconds: 5), event: .offline)])
      .adding([
        TimedSystemEvent(time: SimTime(milliseconds: 5), event: .online),
        TimedSystemEvent(time: SimTime(milliseconds: 1), event: .background),
      ])
    #expect(trace.events.map(\.event) == [.background, .offline, .online])
  }

  @Test func `a new layout requires that the movement stays on the content`() throws {
    let trace = try ScrollTrace(content: content(), movement: motion([(0, 0), (10, 1000)]))
    let grid = try trace.laidOut(as: .grid(GridLayout(columns: 2)))
    #expect(grid.placement.extent == 1000)
    #expect(grid.motion == trace.motion)
    #expect(grid.digest != trace.digest)
    #expect(throws: TraceFault.self) {
      try trace.laidOut(as: .grid(GridLayout(columns: 20)))
    }
    #expect(throws: TraceFault.self) {
      try trace.laidOut(as: .grid(GridLayout(columns: 2, spacing: 1000)))
    }
  }

  @Test func `texts of a header become one line`() throws {
    let header = TraceHeader(
      title: "\t two\nlines\u{0} ", provenance: String(repeating: "ä", count: 9000),
      kind: .recorded, viewport: ViewportSize(width: 1.23456789, height: 2), layout: .list(.init()))
    #expect(header.title == "two lines")
    #expect(header.provenance.count == 4000)
    #expect(header.viewport.width == 1.234568)
  }
}
