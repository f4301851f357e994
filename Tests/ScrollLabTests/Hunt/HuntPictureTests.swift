import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing
import scrollsim_lab

/// Tests of the drawing of a session.
struct HuntPictureTests {
  /// Rows of 100 points in a viewport of four.
  private func picture(_ strokes: [HuntStroke]) throws -> String {
    let content = HuntContent(
      items: 40, sizes: [PictureSize.committed[0]],
      layout: .list(ListLayout(spacing: 0, rowHeight: 100)))
    let header = TraceHeader(
      title: "Rows", provenance: "made for a test", kind: .synthetic,
      viewport: ViewportSize(width: 300, height: 400), layout: content.layout)
    let script = HuntScript(strokes)
    let trace = try ScrollTrace(
      content: try TraceContent(header: header, catalog: TraceCatalog(content.recipe)),
      movement: .gestures(GestureScript(script.gestures)), events: script.events)
    return HuntPicture(strokes, begins: script.begins, of: trace).text
  }

  @Test func `a picture shows drags in both directions, a look and a warning`() throws {
    let strokes = [
      HuntStroke(pause: 100, .drag(500)),
      HuntStroke(pause: 500, .warning(isCritical: false)),
      HuntStroke(pause: 500, .drag(-500)),
    ]
    #expect(try picture(strokes) == "0..3 t+100 0>5 t+1000 !warning 5<0")
  }

  @Test func `an arrow covers half a second of movement, and a caught fling has no look`() throws {
    let strokes = [HuntStroke(pause: 100, .flick(3000)), HuntStroke(pause: 1000, .top)]
    let words = try picture(strokes).split(separator: " ")
    #expect(words.prefix(2) == ["0..3", "t+100"])
    // 0.06 s of contact and a second of the fling.
    #expect(words[2].hasPrefix("0>>"))
    #expect(words[2].count { $0 == ">" } == 2)
    #expect(words.count == 4)
    #expect(words[3].hasSuffix("<0"))
    #expect(words[3].count { $0 == "<" } == 1)
  }

  @Test func `a picture shows system events`() throws {
    let strokes = [
      HuntStroke(pause: 100, .warning(isCritical: true)), HuntStroke(pause: 100, .background),
      HuntStroke(pause: 100, .turn), HuntStroke(pause: 100, .turn),
    ]
    #expect(try picture(strokes) == "0..3 t+100 !critical !background !turn !turn")
  }
}
