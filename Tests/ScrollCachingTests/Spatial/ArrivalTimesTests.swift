import Foundation
import ScrollCaching
import ScrollCore
import Testing

/// Tests of the times of `time-to-visible`, derived from `expected-stall`.
///
/// An image of n bytes that is seen after t is evicted before one of m bytes on screen if exp(t /
/// H) n > m.
@Suite struct ArrivalTimesTests {
  /// A viewport at 2000 ..< 2800, an item on screen and one elsewhere.
  struct Scene {
    var item: ClosedRange<Double>
    var velocity = 0.0
    var phase = ScrollPhase.idle
    var direction = ScrollDirection.forward
    var contentEnd = 1e6
    var decay = PolicySetup.normalDecay
    var settings = ""
    /// The directions of the earlier bursts, which are complete.
    var bursts: [ScrollDirection] = []
    var viewport = 2000.0..<2800.0

    /// Returns `true` if the policy expects the item before `time`.
    ///
    /// The item is then evicted after one on screen of the size that the item would count as after
    /// `time`.
    func arrives(before time: Double) throws -> Bool {
      let onScreen = viewport.lowerBound + 100...viewport.lowerBound + 200
      let isFirst = item.lowerBound < onScreen.lowerBound
      let cache = try PlacedCache(
        "expected-stall:horizon=1\(settings)",
        items: isFirst ? [item, onScreen] : [onScreen, item], contentEnd: contentEnd
      ) {
        $0.decay = decay
        $0.direction = direction
      }
      let far = isFirst ? 0 : 1
      let size = 1e9
      cache.fill(costs: [0, 1].map { Int($0 == far ? size : size * Elementary.exp(time)) })
      for burst in bursts {
        cache.look(viewport, burst, .tracking)
        cache.look(viewport, burst, .tracking)
        cache.look(viewport, burst, .idle)
      }
      cache.look(viewport, velocity: velocity, direction, phase)
      return cache.order()[0] != far
    }

    /// Returns `true` if the policy expects the item at this moment, to 0.1 %.
    func arrives(at time: Double) throws -> Bool {
      try arrives(before: time * 1.001 + 1e-6) && !arrives(before: time * 0.999 - 1e-6)
    }
  }

  /// Returns the time at which a fling has covered a distance, step by step; `nil` if it never
  /// does.
  func flingTime(_ way: Double, velocity: Double, decay: Double) -> Double? {
    var (gone, speed, time) = (0.0, velocity, 0.0)
    let step = 1e-5
    while gone < way {
      // The midpoint rule for v' = -k v.
      let middle = speed - decay * speed * step / 2
      gone += middle * step
      speed -= decay * middle * step
      time += step
      if speed < 1e-3 { return nil }
    }
    return time - (gone - way) / speed
  }

  @Test(arguments: [(300.0, 100.0), (1500, 400), (1500, 3), (4000, 1900), (4000, 0.25)])
  func `a fling arrives at the time of a step-by-step integration`(
    velocity: Double, gap: Double
  ) throws {
    for (sign, direction) in [(1.0, ScrollDirection.forward), (-1, .backward)] {
      for decay in [PolicySetup.normalDecay, 10] where gap < velocity / decay - 1 {
        let time = try #require(flingTime(gap, velocity: velocity, decay: decay))
        let item = sign > 0 ? 2800 + gap...2900 + gap : 1900 - gap...2000 - gap
        for phase in [ScrollPhase.tracking, .decelerating] {
          let scene = Scene(
            item: item, velocity: sign * velocity, phase: phase, direction: direction,
            decay: decay)
          #expect(try scene.arrives(at: time), "\(decay) \(phase)")
        }
      }
    }
  }

  /// Returns the time at which a fling is within half a point of its landing.
  func endOfFling(_ velocity: Double, _ decay: Double) throws -> Double {
    try #require(flingTime(velocity / decay - 0.5, velocity: velocity, decay: decay))
  }

  @Test func `an item beyond the landing or behind waits for the next scroll`() throws {
    let (velocity, k) = (1000.0, PolicySetup.normalDecay)
    let (landing, end) = (velocity / k, try endOfFling(velocity, k))
    // One burst and no turn: q = 1/9.
    let beyond = Scene(
      item: 2800 + landing + 80...5000, velocity: velocity, phase: .decelerating)
    #expect(try beyond.arrives(at: end + 1.1 + 80 / (1000 * 8 / 9.0)))
    let behind = Scene(item: 1000...1900, velocity: velocity, phase: .decelerating)
    #expect(try behind.arrives(at: end + 1.1 + (100 + landing) / (1000 / 9.0)))
    // The last half point does not count as reached: the item is seen in the next scroll.
    let last = Scene(
      item: 2800 + landing - 0.25...5000, velocity: velocity, phase: .decelerating)
    #expect(try last.arrives(at: end + 1.1))
  }

  @Test func `a fling lands at the end of the content`() throws {
    let (velocity, k) = (1000.0, PolicySetup.normalDecay)
    let end = try endOfFling(velocity, k)
    let behind = Scene(
      item: 1000...1900, velocity: velocity, phase: .decelerating, contentEnd: 2900)
    #expect(try behind.arrives(at: end + 1.1 + 200 / (1000 / 9.0)))
    // The viewport does not move past the end of the content.
    let bounce = Scene(
      item: 1000...1900, velocity: velocity, phase: .decelerating, contentEnd: 2700)
    #expect(try bounce.arrives(at: end + 1.1 + 100 / (1000 / 9.0)))
    let top = Scene(
      item: 400...600, velocity: -velocity, phase: .decelerating, direction: .backward,
      viewport: -500.0..<300)
    #expect(try top.arrives(at: end + 1.1 + 100 / (1000 / 9.0)))
  }

  @Test func `an arrival at rest starts with the dwell and depends on the side`() throws {
    let ahead = Scene(item: 2900...3000), behind = Scene(item: 1800...1900)
    #expect(try ahead.arrives(at: 1.1 + 0.1 / (7 / 8.0)))
    #expect(try behind.arrives(at: 1.1 + 0.1 / (1 / 8.0)))
    let turned = Scene(item: 1800...1900, direction: .backward)
    #expect(try turned.arrives(at: 1.1 + 0.1 / (7 / 8.0)))
    let other = Scene(item: 2900...3000, settings: ":dwell=0:cruise=50")
    #expect(try other.arrives(at: 2 / (7 / 8.0)))
    // A speed of 0.5 k is too low for a fling.
    let slow = Scene(item: 2900...3000, velocity: 1, phase: .decelerating)
    #expect(try slow.arrives(at: 1.1 + 0.1 / (8 / 9.0)))
  }

  @Test func `every turn makes another turn more likely`() throws {
    func behind(after bursts: [ScrollDirection]) -> Scene {
      Scene(item: 1800...1900, bursts: bursts)
    }
    #expect(try behind(after: [.forward]).arrives(at: 1.1 + 0.1 / (1 / 9.0)))
    #expect(try behind(after: [.forward, .forward]).arrives(at: 1.1 + 0.1 / (1 / 10.0)))
    #expect(
      try behind(after: [.forward, .backward, .forward]).arrives(at: 1.1 + 0.1 / (3 / 11.0)))
  }

  @Test func `an item that touches the viewport has arrived`() throws {
    #expect(try Scene(item: 2800...3000).arrives(before: 1e-6))
    #expect(try Scene(item: 1000...2000).arrives(before: 1e-6))
  }
}
