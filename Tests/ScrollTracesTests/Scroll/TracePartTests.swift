import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

@Suite struct TracePartTests {
  /// Returns the offset of a motion at a time, from its samples.
  private static func offset(of motion: ScrollMotion, at time: SimTime) -> Double {
    guard let next = motion.times.firstIndex(where: { $0 > time }) else {
      return motion.offsets[motion.offsets.count - 1]
    }
    let (from, to) = (motion.times[next - 1], motion.times[next])
    let share = Double((time - from).nanoseconds) / Double((to - from).nanoseconds)
    return motion.offsets[next - 1] + share * (motion.offsets[next] - motion.offsets[next - 1])
  }

  @Test func `a part has the offset of the whole at every moment`() throws {
    var parts = 0
    for seed in UInt64(0)..<200 {
      let trace = try randomTrace(seed: seed)
      let percents = [seed * 7 % 100, (seed * 7 + 43) % 100].sorted()
      let moments = percents.map { percent in
        SimTime(nanoseconds: trace.duration.nanoseconds * Int64(percent) / 100)
      }
      guard let part = try? TracePart(of: trace, from: moments[0], to: moments[1]) else { continue }
      let cut = part.trace(title: "part", provenance: "test")
      parts += 1
      #expect(cut.duration == moments[1] - moments[0], "seed \(seed)")
      for share in 0...20 {
        let time = SimTime(nanoseconds: cut.duration.nanoseconds * Int64(share) / 20)
        let (found, expected) = (
          Self.offset(of: cut.motion, at: time),
          Self.offset(of: trace.motion, at: moments[0] + time)
        )
        #expect(abs(found - expected) <= 1 / 64, "seed \(seed) at \(time)")
      }
      #expect(
        cut.events.map { $0.time + moments[0] }
          == trace.events.map(\.time).filter { moments[0] <= $0 && $0 <= moments[1] },
        "seed \(seed)")
      #expect(try TraceFile.parse(TraceFile.bytes(of: cut), file: "part") == cut, "seed \(seed)")
    }
    #expect(parts > 60)
  }

  @Test func `the whole of a trace as samples has the same movement`() throws {
    let trace = try TraceText().parse()
    let whole = try TracePart(of: trace, from: .zero, to: trace.duration)
      .trace(title: trace.header.title, provenance: "")
    #expect(whole.motion == trace.motion)
    #expect(whole.requestStream().images == trace.requestStream().images)
  }

  @Test func `an invalid part is an error with its times`() throws {
    let trace = try TraceText().parse()
    for (start, end) in [(2.0, 1.0), (1, 1), (0, 99)] {
      let (start, end) = (SimTime(seconds: start), SimTime(seconds: end))
      let expected = TracePart.Failure.outside(start, end, duration: trace.duration)
      #expect(throws: expected) { try TracePart(of: trace, from: start, to: end) }
    }
  }
}
