import ScrollCore
import ScrollLayout
import Testing

struct DecelerationTests {
  static func deceleration(_ fixture: PhysicsFixtures.Fling) throws -> Deceleration {
    let rate = try #require(DecelerationRate.allCases.first { $0.perMillisecond == fixture.rate })
    return Deceleration(start: 0, velocity: fixture.velocity, rate: rate)
  }

  @Test(arguments: PhysicsFixtures.flings)
  func `a fling follows the tabled curve`(_ fixture: PhysicsFixtures.Fling) throws {
    let fling = try Self.deceleration(fixture)
    #expect(isClose(fling.rate.decay, fixture.decay))
    #expect(isClose(fling.distance, fixture.distance))
    #expect(isClose(fling.landing, fixture.distance))
    #expect(isClose(fling.projection, fixture.projection))
    #expect(isClose(fling.stopTime(), fixture.stopTime))
    for (milliseconds, position) in fixture.positions {
      #expect(isClose(fling.position(at: milliseconds / 1000), position), "\(milliseconds) ms")
    }
    for (milliseconds, velocity) in fixture.velocities {
      #expect(isClose(fling.velocity(at: milliseconds / 1000), velocity), "\(milliseconds) ms")
    }
  }

  @Test(arguments: DecelerationRate.allCases)
  func `the distance is linear in the velocity`(_ rate: DecelerationRate) {
    let unit = Deceleration(start: 0, velocity: 1, rate: rate).distance
    for velocity in stride(from: -8000.0, through: 8000, by: 250) {
      let distance = Deceleration(start: 70, velocity: velocity, rate: rate).distance
      #expect(abs(distance - unit * velocity) <= 1e-12 * abs(distance), "\(velocity) pt/s")
    }
  }

  @Test(arguments: DecelerationRate.allCases)
  func `a fling can be split at any time`(_ rate: DecelerationRate) {
    let whole = Deceleration(start: 120, velocity: -3100, rate: rate)
    for cut in stride(from: 0.01, to: 2, by: 0.09) {
      let rest = Deceleration(
        start: whole.position(at: cut), velocity: whole.velocity(at: cut), rate: rate)
      for later in stride(from: 0.0, to: 1.5, by: 0.13) {
        #expect(isClose(rest.position(at: later), whole.position(at: cut + later)))
        #expect(isClose(rest.velocity(at: later), whole.velocity(at: cut + later)))
      }
    }
  }

  @Test(arguments: DecelerationRate.allCases)
  func `a fling at twice the velocity takes ln 2 over k longer`(_ rate: DecelerationRate) {
    for velocity in [100.0, 700, 1400, 4000] {
      let once = Deceleration(start: 0, velocity: velocity, rate: rate).stopTime()
      let twice = Deceleration(start: 0, velocity: 2 * velocity, rate: rate).stopTime()
      #expect(isClose(twice - once, 0.693_147_180_559_945_3 / rate.decay))
    }
  }

  @Test(arguments: [-4000.0, -300, 300, 4000])
  func `the time to reach a position inverts the position`(_ velocity: Double) throws {
    let fling = Deceleration(start: 10, velocity: velocity, rate: .normal)
    for time in [0.0, 0.001, 0.1, 0.7, 3] {
      let reached = try #require(fling.time(toReach: fling.position(at: time)))
      #expect(abs(reached - time) < 1e-9)
      let passing = fling.velocity(passing: fling.position(at: time))
      #expect(isClose(passing, fling.velocity(at: time)))
    }
  }

  @Test func `a fling never reaches positions behind it, at its landing or beyond`() {
    let fling = Deceleration(start: 0, velocity: 1000, rate: .normal)
    #expect(fling.time(toReach: -1) == nil)
    #expect(fling.time(toReach: fling.landing) == nil)
    #expect(fling.time(toReach: 500) == nil)
    #expect(Deceleration(start: 0, velocity: 0, rate: .fast).time(toReach: 1) == nil)
  }

  @Test func `a fling too slow to move half a point stops at once`() {
    #expect(Deceleration(start: 0, velocity: 1, rate: .normal).stopTime() == 0)
    #expect(Deceleration(start: 0, velocity: -1, rate: .normal).stopTime() == 0)
    #expect(Deceleration(start: 0, velocity: 0, rate: .normal).stopTime() == 0)
  }

  @Test func `a fling stops half a point before its landing`() {
    let fling = Deceleration(start: 0, velocity: -2500, rate: .normal)
    #expect(isClose(fling.position(at: fling.stopTime()) - fling.landing, 0.5))
  }

  @Test func `decelerations have the names that traces use`() {
    #expect(DecelerationRate(rawValue: "normal") == .normal)
    #expect(DecelerationRate(rawValue: "fast") == .fast)
  }
}
