import ScrollPages
import Testing

/// Texts of strangers may be long.
@Suite struct LongTextTests {
  @Test func `a long word is shortened in linear time`() {
    let long = String(repeating: "x", count: 1_000_000)
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(
        TextWidth.shortened(long, to: 100, size: 10) == String(repeating: "x", count: 14) + "…")
      let words = String(repeating: "word ", count: 200_000)
      let lines = TextWidth.wrapped(words, to: 100, size: 10, limit: 2)
      #expect(lines == ["word word word", "word word word…"])
      #expect(TextWidth.wrapped(long, to: 100, size: 10, limit: 2).count == 1)
    }
    #expect(time < .seconds(5))
  }

  @Test(arguments: ["", "a", "Ünïcode e\u{301}e\u{301}e\u{301}e\u{301}", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", "%%%%%%%%"])
  func `a shortened text is its longest beginning that fits with an ellipsis`(text: String) {
    for width in stride(from: 0.0, through: 60, by: 1) {
      var short = text
      while !short.isEmpty, TextWidth.estimate(short + "…", size: 10) > width { short.removeLast() }
      let expected = TextWidth.estimate(text, size: 10) > width ? short + "…" : text
      #expect(TextWidth.shortened(text, to: width, size: 10) == expected)
    }
  }
}
