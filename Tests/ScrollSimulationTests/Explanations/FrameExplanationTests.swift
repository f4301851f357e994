import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the explanation of one frame.
struct FrameExplanationTests {
  static func explanation(_ strip: Strip, frame: Int) throws -> FrameExplanation {
    try strip.explainer().frame(frame)
  }

  @Test func `the explanation of a frame lists appearances and blank areas`() throws {
    let explanation = try Self.explanation(Strip(path: "0....", cell: 2), frame: 0)
    #expect(
      explanation.explanation.sentence
        == "frame 0 at 0.000 s on time, on screen at 0.010 s: 2 ms on the main thread "
        + "(cells 2 ms); item 0 appeared; 100.0 % of the viewport blank (item 0)")
    #expect(
      explanation.stalls.map(\.item) == [0] && explanation.blank == 1 && explanation.delay == .zero)
  }

  @Test func `the explanation of a late frame states its work and its delay`() throws {
    // Read until 4, decoded when it is drawn, from 10 to 35: on screen at 40 instead of 20.
    let strip = Strip(path: "0.......", decode: 25, loader: .backgroundRead)
    let explanation = try Self.explanation(strip, frame: 1)
    #expect(
      explanation.explanation.sentence
        == "frame 1 at 0.010 s late by 20 ms, on screen at 0.040 s: 25 ms on the main thread "
        + "(decode 25 ms); item 0 shown; every visible item shows its image")
    #expect(try strip.explainer().worstHitch == explanation)
    #expect(try strip.explainer().worstAppearance == strip.explainer().item(0).last)
  }

  @Test func `the explanation of a frame locates soft and wrong areas`() throws {
    let fading = Strip(
      path: "0.......", loader: Loader.backgroundDecode.with(\.fadeDuration, 0.015))
    #expect(
      try Self.explanation(fading, frame: 3).explanation.links.last?.text
        == "100.0 % of the viewport soft (item 0)")
    let reusing = Strip(
      path: "0...1....", loader: Loader.backgroundDecode.with(\.clearOnReuse, false))
    #expect(
      try Self.explanation(reusing, frame: 4).explanation.links.last?.text
        == "100.0 % of the viewport wrong (item 1)")
  }

  @Test func `the explanation of an idle frame states that it has no work`() throws {
    #expect(
      try Self.explanation(Strip(path: "0....."), frame: 4).explanation.sentence
        == "frame 4 at 0.040 s on time, on screen at 0.050 s: nothing to do on the main "
        + "thread; every visible item shows its image")
  }

  @Test func `a frame that the run cuts off is never presented`() throws {
    #expect(
      try Self.explanation(Strip(path: "0.."), frame: 2).explanation.head
        == "at 0.020 s never presented")
  }

  @Test func `missing frames and items have no explanation`() throws {
    let explainer = try Strip(path: "0....").explainer()
    #expect(explainer.frameCount == 5)
    #expect(throws: ExplanationError.noFrame(5, count: 5)) { try explainer.frame(5) }
    #expect(throws: ExplanationError.noFrame(-1, count: 5)) { try explainer.frame(-1) }
    #expect(throws: ExplanationError.noItem(10, count: 10)) { try explainer.item(10) }
    #expect(throws: ExplanationError.neverAppears(3)) { try explainer.item(3) }
    let sentence = "\(ExplanationError.noFrame(5, count: 5))"
    #expect(sentence == "frame 5 does not exist; the run has frames 0 to 4")
  }
}
