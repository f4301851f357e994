import ScrollCore
import ScrollLayout
import ScrollTraces
import Testing

@Suite struct GestureSketchTests {
  private static func sessions(
    _ count: Int, style: SessionStyle? = nil, seconds: Double? = nil
  ) throws -> [GestureSketch] {
    var set = SessionSet(on: try Layout(parsing: "grid:columns=3"))
    set.style = style
    set.duration = seconds.map { SimTime(seconds: $0) }
    return try (1...count).map {
      GestureSketch(of: try set.trace($0, provenance: "made for a test").motion)
    }
  }

  /// The sketch of a scroll in which nothing moves.
  private static let still = GestureSketch(
    of: ScrollMotion(times: [.zero], offsets: [5], phases: [.idle]))

  private static func share(_ one: GestureSketch, _ other: GestureSketch) -> Bool {
    !Set(one.hashes).isDisjoint(with: other.hashes)
  }

  @Test func `a session shares gestures with its longer version`() throws {
    let short = try Self.sessions(20, style: .browsing, seconds: 13)
    let long = try Self.sessions(20, style: .browsing, seconds: 60)
    for (number, pair) in zip(short, long).enumerated() where pair.0 != Self.still {
      #expect(Self.share(pair.0, pair.1), "session \(number + 1)")
    }
  }

  @Test(arguments: [SessionStyle.browsing, .reading, .toAndFro])
  func `sessions with other seeds share no gestures`(style: SessionStyle) throws {
    let sessions = try Self.sessions(40, style: style).filter { $0 != Self.still }
    #expect(sessions.count > 20)
    for (place, one) in sessions.enumerated() {
      for (other, two) in sessions.enumerated() where other > place {
        #expect(!Self.share(one, two), "\(style) sessions \(place + 1) and \(other + 1)")
      }
    }
  }

  @Test func `a part of a scroll shares gestures with the whole`() throws {
    var set = SessionSet(on: try Layout(parsing: "grid:columns=3"))
    set.style = .browsing
    set.duration = SimTime(seconds: 60)
    for number in 1...10 {
      let whole = try set.trace(number, provenance: "made for a test")
      let end = whole.duration
      let part = try TracePart(
        of: whole, from: SimTime(nanoseconds: end.nanoseconds / 5),
        to: SimTime(nanoseconds: end.nanoseconds * 4 / 5)
      ).trace(title: "A part", provenance: "from 1 s to 2 s of 'whole'")
      #expect(
        Self.share(GestureSketch(of: whole.motion), GestureSketch(of: part.motion)),
        "session \(number)")
    }
  }

  @Test func `noise of a hundredth of a point changes few gestures`() throws {
    let trace = try SessionSet(on: Layout(parsing: "grid:columns=3"))
      .trace(3, provenance: "made for a test")
    var noisy = trace.motion
    for place in noisy.offsets.indices where place.isMultiple(of: 7) {
      noisy.offsets[place] += 0.01
    }
    #expect(Self.share(GestureSketch(of: trace.motion), GestureSketch(of: noisy)))
  }

  @Test func `scrolls without movement have equal sketches`() {
    let long = ScrollMotion(
      times: [.zero, SimTime(seconds: 9)], offsets: [5, 5], phases: [.idle, .idle])
    #expect(GestureSketch(of: long) == Self.still)
  }

  @Test func `the text of a sketch reads back unchanged`() throws {
    for sketch in try Self.sessions(5) { #expect(GestureSketch("\(sketch)") == sketch) }
  }

  @Test(arguments: [
    "", "12", "0000000000000002 0000000000000001", "0000000000000000", "000000000000000g",
    "0000000000000001  0000000000000002", "+000000000000001",
  ])
  func `an invalid text is not a sketch`(text: String) {
    #expect(GestureSketch(text) == nil)
  }
}
