import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

@Suite struct HandFiguresTests {
  /// Returns a trace of squares of 390 points, one below the other or two beside each other.
  private static func trace(
    _ gestures: [TimedGesture], layout: String = "list", events: [TimedSystemEvent] = []
  ) throws -> ScrollTrace {
    let header = TraceHeader(
      title: "By hand", provenance: "a test", kind: .synthetic,
      viewport: ViewportSize(width: 390, height: 844), layout: try Layout(parsing: layout))
    let catalog = TraceCatalog(try CatalogRecipe(parsing: "items=300 size=400x400"))
    return try ScrollTrace(
      content: TraceContent(header: header, catalog: catalog),
      movement: .gestures(GestureScript(gestures)), events: events)
  }

  private static func at(_ seconds: Double, _ gesture: Gesture) -> TimedGesture {
    TimedGesture(at: SimTime(seconds: seconds), gesture)
  }

  private static func drag(_ points: Double) -> Gesture {
    .drag(by: points, over: SimTime(milliseconds: 500), release: 0)
  }

  @Test func `gestures have gaps, lengths and travels`() throws {
    let hand = HandFigures(
      try Self.trace([
        Self.at(1, Self.drag(600)), Self.at(3, Self.drag(300)), Self.at(5.5, Self.drag(-120)),
      ]))
    #expect(hand.gaps == [1.5, 2])
    #expect(hand.lengths == [0.5, 0.5, 0.5])
    #expect(hand.travels == [600, 300, 120])
    #expect(hand.pairs == 2 && hand.turns == 1)
    #expect(hand.releases.isEmpty)
  }

  @Test func `a fling has nearly the speed at which it was released`() throws {
    let hand = HandFigures(
      try Self.trace([
        Self.at(1, .flick(velocity: 2000)), Self.at(8, .flick(velocity: -500)),
        Self.at(12, .flick(velocity: 50)),
      ]))
    // The speed falls by a tenth in 50 ms: exp(-2.002 * 0.05) = 0.905.
    try #require(hand.releases.count == 2)
    #expect(1860...1960 ~= hand.releases[0], "\(hand.releases)")
    #expect(465...490 ~= hand.releases[1], "\(hand.releases)")
    #expect(hand.turns == 2)
  }

  @Test func `every item at the middle of the viewport is a visit`() throws {
    // The middle moves from 422, in the second item, to 1622, in the fifth, and back to 1232.
    let gestures = [Self.at(1, Self.drag(1200)), Self.at(3, Self.drag(-390))]
    #expect(HandFigures(try Self.trace(gestures)).visits == 5)
    #expect(HandFigures(try Self.trace(gestures, layout: "grid:columns=2")).visits == nil)
  }

  @Test func `times in the background are neither gaps nor looks`() throws {
    let gestures = [
      Self.at(1, Self.drag(600)), Self.at(3, Self.drag(600)), Self.at(100, Self.drag(600)),
      Self.at(101, .wait(SimTime(seconds: 1))),
    ]
    let events: [TimedSystemEvent] = [(10.0, SystemEvent.background), (90, .foreground)].map {
      TimedSystemEvent(time: SimTime(seconds: $0.0), event: $0.1)
    }
    let (seen, away) = (
      HandFigures(try Self.trace(gestures)), HandFigures(try Self.trace(gestures, events: events))
    )
    #expect(seen.gaps == [1.5, 96.5] && away.gaps == [1.5])
    #expect(seen.looks.count == away.looks.count + 1)
    #expect(seen.looks.last ?? 0 > 96 && away.looks.last ?? 100 < 2)
    #expect(abs(seen.foregroundSeconds - away.foregroundSeconds - 80) < 1e-9)
  }
}
