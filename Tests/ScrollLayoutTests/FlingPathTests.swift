import ScrollLayout
import Testing

struct FlingPathTests {
  @Test func `a fling into the edge hits, overshoots and returns as published`() throws {
    let path = FlingPath(from: 0, velocity: 2000, rate: .normal, bounds: -5000...600)
    let hit = try #require(path.hitTime)
    #expect(abs(hit - 0.45844) < 0.000005)
    #expect(abs(path.velocity(at: hit) - 798.798) < 0.0005)
    let peak = stride(from: hit, to: path.duration, by: 1e-4).map(path.position(at:)).max()
    #expect(abs((peak ?? 0) - 600 - 29.386) < 0.0005)
    #expect(path.rest == 600)
    #expect(path.position(at: path.duration) == 600)
    #expect(path.velocity(at: path.duration) == 0)
  }

  /// Start, velocity, bounds.
  static let cases: [(Double, Double, ClosedRange<Double>)] = [
    (100, 900, 0...5000), (100, -900, 0...5000), (4800, 4000, 0...5000), (50, -8000, 0...5000),
    (-80, 0, 0...5000), (-80, -400, 0...5000), (-80, 3000, 0...5000), (5090, -4000, 0...5000),
    (-60, 9000, 0...300), (0, 1200, 0...0),
  ]

  @Test(arguments: cases)
  func `position and velocity never jump`(
    _ start: Double, _ velocity: Double, _ bounds: ClosedRange<Double>
  ) {
    let path = FlingPath(from: start, velocity: velocity, rate: .normal, bounds: bounds)
    #expect(abs(path.position(at: 0) - start) < 1e-9)
    #expect(abs(path.velocity(at: 0) - velocity) < 1e-9)
    let step = 1e-5
    for time in stride(from: 0, to: path.duration - step, by: step) {
      let moved = path.position(at: time + step) - path.position(at: time)
      #expect(abs(moved - path.velocity(at: time) * step) < 3e-5, "at \(time) s")
      let change = path.velocity(at: time + step) - path.velocity(at: time)
      // The spring pulls at most with w^2 x0 + 2 w v0.
      let bound = step * (100 * 600 + 20 * abs(velocity))
      #expect(abs(change) <= bound, "at \(time) s")
    }
    #expect(abs(path.position(at: path.duration - 1e-12) - path.rest) < 0.5 + 1e-6)
  }

  @Test(arguments: cases)
  func `a path split at any time continues unchanged`(
    _ start: Double, _ velocity: Double, _ bounds: ClosedRange<Double>
  ) {
    let whole = FlingPath(from: start, velocity: velocity, rate: .normal, bounds: bounds)
    for share in stride(from: 0.02, to: 1, by: 0.07) {
      let cut = whole.duration * share
      let rest = FlingPath(
        from: whole.position(at: cut), velocity: whole.velocity(at: cut), rate: .normal,
        bounds: bounds)
      #expect(abs(cut + rest.duration - whole.duration) < 1e-6, "cut at \(cut) s")
      #expect(abs(rest.rest - whole.rest) < 1e-6, "cut at \(cut) s")
      for later in stride(from: 0, to: rest.duration, by: 0.05) {
        let expected = whole.position(at: cut + later)
        #expect(abs(rest.position(at: later) - expected) < 1e-6, "cut at \(cut) s, \(later) s on")
      }
    }
  }

  @Test(arguments: cases)
  func `a path ends inside the content`(
    _ start: Double, _ velocity: Double, _ bounds: ClosedRange<Double>
  ) {
    for rate in DecelerationRate.allCases {
      let path = FlingPath(from: start, velocity: velocity, rate: rate, bounds: bounds)
      #expect(bounds.contains(path.rest))
      #expect(path.position(at: path.duration + 100) == path.rest)
    }
  }

  @Test func `a fling that stops short of the edge does not bounce`() {
    let path = FlingPath(from: 0, velocity: 1000, rate: .normal, bounds: 0...499.4)
    #expect(path.hitTime == nil)
    #expect(abs(path.rest - 498.9998) < 0.001)
  }

  @Test func `an offset thrown back hard from beyond the edge glides into the content`() {
    let path = FlingPath(from: -80, velocity: 3000, rate: .normal, bounds: 0...5000)
    #expect(path.rest > 500)
    let gentle = FlingPath(from: -80, velocity: 300, rate: .normal, bounds: 0...5000)
    #expect(gentle.rest == 0)
  }
}
