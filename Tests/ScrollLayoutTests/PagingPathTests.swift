import ScrollLayout
import Testing

struct PagingPathTests {
  /// Offset, velocity, current page, target.
  @Test(arguments: [
    (100.0, 0.0, 0, 0), (170, 0, 0, 1), (60, 1500, 0, 1), (60, -1500, 0, 0),
    (300, -2000, 1, 0), (340, 8000, 1, 2), (340, -8000, 1, 0), (3100, 8000, 9, 9),
    (-40, -3000, 0, 0), (700, 0, 1, 2), (1000, 0, 1, 2),
  ])
  func `the target is the projected page, at most one page away`(
    _ offset: Double, _ velocity: Double, _ current: Int, _ target: Int
  ) {
    let path = PagingPath(
      from: offset, velocity: velocity, current: current, page: 320, bounds: 0...2880)
    #expect(path.target == target)
    #expect(path.rest == Double(target) * 320)
    #expect(path.position(at: path.duration) == path.rest)
  }

  @Test func `the target stays one page away with an unlimited page count`() {
    let path = PagingPath(
      from: 0, velocity: 1e300, current: 3, page: 320, bounds: 0...1e9)
    #expect(path.target == 4)
  }

  @Test(arguments: [1100.0, 1500, 3000, 8000])
  func `a flick to the next page does not overshoot it`(_ velocity: Double) {
    let path = PagingPath(from: 60, velocity: velocity, current: 0, page: 320, bounds: 0...2880)
    #expect(abs(path.velocity(at: 0) - velocity) < 1e-9)
    for time in stride(from: 0, to: path.duration, by: 0.001) {
      #expect(path.position(at: time) <= path.rest + 1e-9, "at \(time) s")
    }
  }

  @Test func `the last page is at the end of the content`() {
    let path = PagingPath(from: 500, velocity: 900, current: 1, page: 320, bounds: 0...600)
    #expect(path.target == 2)
    #expect(path.rest == 600)
  }

  @Test(arguments: [(100.0, 700.0, 0), (300, -2000, 1), (340, 8000, 1), (-40, -300, 0)])
  func `a page turn is smooth and settles within half a point`(
    _ offset: Double, _ velocity: Double, _ current: Int
  ) {
    let path = PagingPath(
      from: offset, velocity: velocity, current: current, page: 320, bounds: 0...2880)
    let step = 1e-5
    for time in stride(from: 0, to: path.duration - step, by: step) {
      let moved = path.position(at: time + step) - path.position(at: time)
      #expect(abs(moved - path.velocity(at: time) * step) < 3e-5, "at \(time) s")
    }
    #expect(abs(path.position(at: path.duration - 1e-9) - path.rest) < 0.51)
  }
}
