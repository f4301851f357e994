import ScrollTraces
import Testing

struct TraceWriterTests {
  @Test func `a written trace reads back unchanged`() throws {
    for seed in UInt64(0)..<1000 {
      let trace = try randomTrace(seed: seed)
      let written = TraceFile.bytes(of: trace)
      let read = try TraceFile.parse(written, file: "seed-\(seed).scroll")
      #expect(read == trace, "seed \(seed)")
      #expect(read.motion == trace.motion, "seed \(seed)")
      #expect(read.digest == trace.digest, "seed \(seed)")
      #expect(TraceFile.bytes(of: read) == written, "seed \(seed)")
    }
  }

  @Test func `a trace has a canonical text`() throws {
    let trace = try TraceText().replacing("100,0", with: " 100.0 , -0.0").parse()
    #expect(
      String(decoding: TraceFile.bytes(of: trace), as: UTF8.self) == """
        scrollsim-trace 1
        title: A few rows
        provenance: written for a test
        kind: synthetic
        units: pt ms
        viewport: 100x200
        direction: forward
        decelerationRate: normal
        layout: list:height=50
        catalogue: generated items=40 seed=0 size=800x600 mix=jpeg content=photo origin=disk

        [samples]
        time_ms,offset,phase
        0,0,idle
        100,0,tracking
        200.5,30.25,decelerating
        1000,400,idle
        end

        """)
  }

  @Test func `traces that differ in one field are not equal`() throws {
    let trace = try TraceText().parse()
    for (old, new) in [
      ("A few", "Few"), ("synthetic", "recorded"), ("100x200", "100x201"),
      ("direction: forward", "direction: backward"), ("items=40", "items=41"),
      ("30.25", "30.5"), ("200.5,", "200.500001,"), ("tracking", "idle"),
      ("end\n", "[events]\ntime_ms,event\n0,offline\nend\n"),
    ] {
      let other = try TraceText().replacing(old, with: new).parse()
      #expect(other != trace, "\(old) -> \(new)")
      #expect(other.digest != trace.digest, "\(old) -> \(new)")
    }
  }
}
