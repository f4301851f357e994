import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct TraceSummaryTests {
  @Test func `a summary counts the contents of a trace`() throws {
    var text = TraceText(
      body: """
        [samples]
        time_ms,offset,phase
        0,0,idle
        100,0,tracking
        200,50,decelerating
        300,20,decelerating
        400,20,idle
        500,120.5,tracking
        1000,120.5,idle

        """
    ).replacing("generated items=40 size=800x600", with: "listed")
    text.body =
      """
      [images]
      width,height,format,content,bytes,origin
      16,10,png,photo,100,disk
      16,10,jpeg,photo,30,disk
      16,10,jpeg,photo,40,disk
      16,10,jpeg,photo,40,disk
      16,10,jpeg,photo,40,disk
      16,10,jpeg,photo,40,disk
      16,10,jpeg,photo,40,disk

      """ + text.body + "[events]\ntime_ms,event\n700,offline\n"
    let trace = try text.parse()
    let summary = trace.summary
    #expect(summary.digest == trace.digest)
    #expect(summary.duration == SimTime(milliseconds: 1000))
    #expect(summary.scrollingTime == SimTime(milliseconds: 800))
    #expect(summary.samples == 7)
    #expect(summary.gestures == 2)
    #expect(summary.flings == 1)
    #expect(summary.sampleRate == nil)
    #expect(summary.travel == 180.5)
    #expect(summary.offsets == 0...120.5)
    #expect(summary.reversals == 2)
    #expect(abs(summary.topSpeed - 1005) < 1e-9)
    #expect(summary.contentLength == 350)
    #expect(summary.items == 7)
    #expect(summary.images == 7)
    #expect(summary.formats.map(\.format) == [.png, .jpeg])
    #expect(summary.formats.map(\.images) == [1, 6])
    #expect(summary.formats.map(\.encoded.bytes) == [100, 230])
    #expect(summary.formats.map(\.decoded.bytes) == [640, 3840])
    #expect(summary.encoded == ByteCount(330))
    #expect(summary.decoded == ByteCount(4480))
    #expect(summary.appearances == 7 + 1)
    #expect(summary.imagesShown == 7)
    #expect(summary.rotations + summary.insertions + summary.imageChanges == 0)
    #expect(summary.events == [TimedSystemEvent(time: SimTime(milliseconds: 700), event: .offline)])
  }

  @Test func `a summary counts rotations, insertions and changes`() throws {
    var text = TraceText()
    text.body += """
      [events]
      time_ms,event
      1,insert top 5
      2,rotate
      3,insert end 7
      3,change 2
      4,rotate
      5,insert top 1
      6,change 2

      """
    let summary = try text.parse().summary
    #expect(summary.rotations == 2)
    #expect(summary.insertions == 3)
    #expect(summary.insertedItems == 13)
    #expect(summary.imageChanges == 2)
    #expect(summary.items == 40)
    #expect(summary.contentLength == 2000)
  }
}
