import ScrollCore
import ScrollLayout
import Testing

struct FingerContactTests {
  let player = GesturePlayer(contentExtent: 100_844, viewportExtent: 844)

  /// A finger at some positions, a sample every 10 ms from `start` on.
  func finger(
    from start: Double = 0, _ positions: [Double], isCancelled: Bool = false
  ) -> FingerContact {
    FingerContact(
      times: positions.indices.map { SimTime(milliseconds: start + Double($0) * 10) },
      positions: positions, isCancelled: isCancelled)
  }

  /// One that goes up evenly for 100 ms, at some points per second.
  func swipe(from start: Double = 0, velocity: Double) -> FingerContact {
    finger(from: start, (0...10).map { 700 - Double($0) * velocity / 100 })
  }

  func offset(_ motion: ScrollMotion, at milliseconds: Double) -> Double {
    var cursor = MotionCursor(direction: .forward)
    cursor.advance(to: SimTime(milliseconds: milliseconds), in: motion)
    return cursor.offset
  }

  @Test func `a finger that stays within the slop moves nothing`() throws {
    let motion = try player.follow([finger([500, 495, 491, 500])], from: 1000)
    #expect(motion.offsets.allSatisfy { $0 == 1000 })
    #expect(motion.phases.first == .tracking)
  }

  @Test func `content follows the finger minus the slop`() throws {
    let motion = try player.follow([finger([500, 480, 460, 440, 440, 440, 440, 440, 440])])
    #expect(offset(motion, at: 25) == 40)
    #expect(offset(motion, at: 75) == 50)
  }

  @Test func `a finger that rests before it lifts leaves the content at rest`() throws {
    let motion = try player.follow([finger([500, 480, 460, 440, 440, 440, 440, 440, 440])])
    #expect(motion.offsets.last == 50)
  }

  @Test(arguments: [DecelerationRate.normal, .fast], [500.0, 2000, 6000])
  func `an even swipe flings the content as the closed form predicts`(
    rate: DecelerationRate, velocity: Double
  ) throws {
    let player = GesturePlayer(contentExtent: 100_844, viewportExtent: 844, rate: rate)
    let motion = try player.follow([swipe(velocity: velocity)])
    // The finger moves it by a tenth of the velocity, less the slop.
    let landing = velocity / 10 - 10 + velocity / rate.decay
    let end = try #require(motion.offsets.last)
    #expect(abs(end - landing) <= 0.55, "\(end) and \(landing)")
  }

  @Test func `a finger has a velocity of at most 8000 points per second`() throws {
    let motion = try player.follow([swipe(velocity: 20_000)])
    let landing = 1990 + 8000 / DecelerationRate.normal.decay
    let end = try #require(motion.offsets.last)
    #expect(abs(end - landing) <= 0.55, "\(end) and \(landing)")
  }

  @Test func `a canceled touch stops the content`() throws {
    let moves = (0...10).map { 700 - Double($0) * 20 }
    let motion = try player.follow([finger(moves, isCancelled: true)])
    #expect(motion.offsets.last == 190)
  }

  @Test func `a finger catches a fling`() throws {
    let caught = try player.follow([swipe(velocity: 2000), finger(from: 400, [500, 500, 500])])
    let free = try player.follow([swipe(velocity: 2000)])
    let end = try #require(caught.offsets.last)
    #expect(abs(end - offset(free, at: 400)) < 1)
  }

  @Test func `content beyond the edge follows the rubber band`() throws {
    let motion = try player.follow([finger([100, 200, 310, 310, 310, 310, 310, 310, 310])])
    let band = RubberBand(extent: 844)
    #expect(abs(offset(motion, at: 75) + band.displacement(pull: 200)) < 0.02)
    #expect(motion.offsets.last == 0)
  }

  @Test func `a swipe turns one page`() throws {
    let player = GesturePlayer(contentExtent: 3900, viewportExtent: 390, page: 390)
    #expect(try player.follow([swipe(velocity: 1500)]).offsets.last == 390)
  }

  @Test func `content that fits the viewport does not move`() throws {
    let player = GesturePlayer(contentExtent: 500, viewportExtent: 844)
    #expect(try player.follow([swipe(velocity: 2000)]).offsets.allSatisfy { $0 == 0 })
  }

  @Test func `two simultaneous fingers are an error`() {
    #expect(throws: GestureError.fingerStillDown(index: 1, until: SimTime(milliseconds: 100))) {
      try player.follow([swipe(velocity: 100), swipe(from: 50, velocity: 100)])
    }
  }
}
