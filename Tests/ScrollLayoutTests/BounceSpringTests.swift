import ScrollLayout
import Testing

struct BounceSpringTests {
  @Test(arguments: PhysicsFixtures.springs)
  func `the standard spring follows the tabled curve`(_ fixture: PhysicsFixtures.Spring) {
    for (milliseconds, displacement) in fixture.displacements {
      let value = BounceSpring.standard.displacement(
        at: milliseconds / 1000, from: fixture.displacement, velocity: fixture.velocity)
      #expect(isClose(value, displacement), "\(milliseconds) ms")
    }
  }

  /// Damping ratios on both sides of critical.
  static let springs = [0.3, 0.9, 1, 1.1, 3].map {
    BounceSpring(mass: 0.5, stiffness: 100, dampingRatio: $0)
  }
  static let starts: [(Double, Double)] = [
    (0, 1000), (0, -300), (50, 0), (-50, 20), (100, -500), (100, -5000), (0.3, 40),
  ]

  @Test(arguments: springs, starts)
  func `a spring obeys its equation of motion`(_ spring: BounceSpring, _ start: (Double, Double)) {
    // Runge-Kutta of the fourth order on x'' = -w^2 x - 2 zeta w x'.
    let (w, zeta) = (spring.frequency, spring.dampingRatio)
    func force(_ x: Double, _ v: Double) -> Double { -w * w * x - 2 * zeta * w * v }
    var (x, v) = start
    let step = 1e-4
    for index in 1...8000 {
      let (x1, v1) = (v, force(x, v))
      let (x2, v2) = (v + step / 2 * v1, force(x + step / 2 * x1, v + step / 2 * v1))
      let (x3, v3) = (v + step / 2 * v2, force(x + step / 2 * x2, v + step / 2 * v2))
      let (x4, v4) = (v + step * v3, force(x + step * x3, v + step * v3))
      x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
      guard index % 500 == 0 else { continue }
      let time = Double(index) * step
      let displacement = spring.displacement(at: time, from: start.0, velocity: start.1)
      let velocity = spring.velocity(at: time, from: start.0, velocity: start.1)
      #expect(abs(displacement - x) < 1e-6, "at \(time) s")
      #expect(abs(velocity - v) < 1e-4, "at \(time) s")
    }
  }

  @Test(arguments: springs, starts)
  func `a spring is within half a point of rest exactly from its settle time on`(
    _ spring: BounceSpring, _ start: (Double, Double)
  ) {
    let settled = spring.settleTime(from: start.0, velocity: start.1)
    func distance(_ time: Double) -> Double {
      abs(spring.displacement(at: time, from: start.0, velocity: start.1))
    }
    #expect(abs(distance(settled) - 0.5) < 1e-9)
    for later in stride(from: settled + 1e-9, to: settled + 3, by: 0.003) {
      #expect(distance(later) < 0.5, "at \(later) s")
    }
  }

  @Test func `a spring that stays near its rest settles at once`() {
    #expect(BounceSpring.standard.settleTime(from: 0.4, velocity: 0) == 0)
    #expect(BounceSpring.standard.settleTime(from: 0, velocity: 0) == 0)
  }

  /// Displacement, velocity, peak, its time, settle time, decimals given.
  @Test(arguments: [
    (BounceSpring.standard, 1000.0, 36.788, 0.1, 0.7283),
    (BounceSpring.standard, 2000.0, 73.576, 0.1, 0.808),
    (BounceSpring(mass: 0.5, stiffness: 100, dampingRatio: 1.1), 1000.0, 24.38, 0.0684, 0.5551),
  ])
  func `peaks and settle times equal the published ones`(
    _ spring: BounceSpring, _ velocity: Double, _ peak: Double, _ peakTime: Double,
    _ settled: Double
  ) throws {
    let time = try #require(spring.timeToPeak(from: 0, velocity: velocity))
    #expect(abs(time - peakTime) < 0.00005)
    #expect(abs(spring.displacement(at: time, from: 0, velocity: velocity) - peak) < 0.005)
    #expect(abs(spring.settleTime(from: 0, velocity: velocity) - settled) < 0.0005)
  }

  @Test(arguments: springs)
  func `a spring thrown at its rest crosses the rest at the predicted time`(_ spring: BounceSpring)
    throws
  {
    let time = try #require(spring.timeToRest(from: 80, velocity: -9000))
    #expect(time > 0)
    #expect(abs(spring.displacement(at: time, from: 80, velocity: -9000)) < 1e-9)
  }

  @Test func `a released spring with critical damping does not cross its rest`() {
    #expect(BounceSpring.standard.timeToRest(from: 80, velocity: 0) == nil)
    #expect(BounceSpring.standard.timeToRest(from: 80, velocity: -800) == nil)
  }
}
