import ScrollLayout
import Testing

struct AnimatedScrollTests {
  @Test(arguments: [1.0, 300, 250_000, -250_000])
  func `an animated scroll takes three tenths of a second at any distance`(_ distance: Double) {
    let scroll = AnimatedScroll(from: 500, to: 500 + distance)
    #expect(scroll.duration == 0.3)
    #expect(scroll.position(at: 0) == 500)
    #expect(isClose(scroll.position(at: 0.15), 500 + distance / 2))
    #expect(scroll.position(at: 0.3) == 500 + distance)
    #expect(scroll.position(at: 9) == 500 + distance)
  }

  /// Compares the scroll with the cubic Bézier curve (0.42, 0, 0.58, 1), which it evaluates by
  /// halving in its parameter.
  @Test func `an animated scroll follows the Bézier curve`() {
    let scroll = AnimatedScroll(from: 0, to: 1)
    for share in stride(from: 0.0, to: 1, by: 0.01) {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let s = (low + high) / 2
        let r = 1 - s
        let x = 3 * r * r * s * 0.42 + 3 * r * s * s * 0.58 + s * s * s
        if x < share { low = s } else { high = s }
      }
      let expected = 3 * (1 - low) * low * low + low * low * low
      #expect(abs(scroll.position(at: share * 0.3) - expected) < 1e-9, "at \(share)")
    }
  }

  @Test func `the velocity is the slope of the position`() {
    let scroll = AnimatedScroll(from: 90, to: -4000)
    #expect(scroll.velocity(at: 0) == 0)
    for time in stride(from: 0.01, to: 0.29, by: 0.02) {
      let slope = (scroll.position(at: time + 1e-6) - scroll.position(at: time - 1e-6)) / 2e-6
      #expect(isClose(scroll.velocity(at: time), slope, relative: 1e-6), "at \(time) s")
    }
  }

  @Test func `an animated scroll without distance takes no time`() {
    #expect(AnimatedScroll(from: 7, to: 7).duration == 0)
    #expect(AnimatedScroll(from: 7, to: 7).position(at: 0) == 7)
  }
}
