import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollRecorder
import ScrollTraces
import Testing

/// Tests of the files that an app's recorder writes, and of their import.
@MainActor @Suite struct ScrollRecorderTests {
  private struct View: RecordableScroll {
    var offset = 0.0
    var phase = "idle"
    var size = (width: 390.0, height: 753.0 + 1 / 3)

    var scrollState: ScrollState { (offset, phase, size.width, size.height) }
  }

  private func imported(_ recorder: ScrollRecorder) throws -> ScrollTrace {
    let header = TraceHeader(
      title: "", provenance: "", kind: .recorded, viewport: ViewportSize(width: 1, height: 1),
      layout: .list(ListLayout(rowHeight: 100)))
    return try CSVImporter(header: header, catalog: TraceCatalog(CatalogRecipe(items: 1000)))
      .parse(Array(recorder.csv.utf8), file: "scroll.csv")
  }

  @Test func `rows begin at time 0 and have at most three decimals`() {
    let recorder = ScrollRecorder()
    var view = View()
    recorder.record(view, at: 1000)
    view = View(offset: 1.0 / 3, phase: "tracking")
    recorder.record(view, at: 1000 + 1.0 / 120)
    #expect(
      recorder.csv == """
        t_ms,scroll_y,phase,width,height
        0.0,0.0,idle,390.0,753.333
        8.333,0.333,tracking,390.0,753.333

        """)
  }

  @Test func `a tiny offset has no exponent`() {
    let recorder = ScrollRecorder()
    recorder.record(View(offset: -1.1e-13), at: 5)
    recorder.record(View(offset: 123_456.7891), at: 5 + 1e-4)
    #expect(recorder.csv.contains("\n0.1,123456.789,"))
    #expect(!recorder.csv.contains("e-"), "\(recorder.csv)")
  }

  @Test func `a rest keeps its first and its last row`() {
    let recorder = ScrollRecorder()
    for frame in 0...60 { recorder.record(View(), at: Double(frame) / 60) }
    recorder.record(View(offset: 7), at: 61.0 / 60)
    recorder.record(View(offset: 7), at: 62.0 / 60)
    let times = recorder.csv.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[0] }
    #expect(times == ["0.0", "1000.0", "1016.667", "1033.333"])
  }

  @Test func `a time that does not advance adds no row`() {
    let recorder = ScrollRecorder()
    for (offset, time) in [(0.0, 3.0), (1, 3), (2, 2), (3, 3.5)] {
      recorder.record(View(offset: offset), at: time)
    }
    #expect(recorder.csv.split(separator: "\n").count == 3)
  }

  @Test func `an import keeps the touches, the viewport and 120 frames a second`() throws {
    let recorder = ScrollRecorder()
    var view = View(phase: "tracking")
    for frame in 0..<240 {
      if frame == 60 { view.phase = "decelerating" }
      if frame == 180 { view.phase = "idle" }
      recorder.record(view, at: 77 + Double(frame) / 120)
      if frame < 180 { view.offset += 8 }
    }
    let trace = try imported(recorder)
    #expect(trace.header.viewport == ViewportSize(width: 390, height: 753.333))
    #expect(trace.summary.gestures == 1)
    #expect(trace.summary.flings == 1)
    #expect(trace.summary.travel == 1440)
    #expect(Array(trace.motion.times.prefix(3)) == (0..<3).map { SimTime.vsync($0, hertz: 120) })
  }

  @Test func `a rotation of the device becomes a rotation in the trace`() throws {
    let recorder = ScrollRecorder()
    var view = View()
    for frame in 0..<180 {
      if frame == 60 || frame == 120 { view.size = (view.size.height, view.size.width) }
      view.offset += 4
      recorder.record(view, at: Double(frame) / 60)
    }
    let events = try imported(recorder).events
    #expect(events.map(\.event) == [.rotate, .rotate])
    #expect(events.map(\.time) == [SimTime(seconds: 1), SimTime(seconds: 2)])
  }
}
