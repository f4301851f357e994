import ScrollCore
import ScrollLayout
import Testing

struct PlatformFlingTests {
  typealias Fling = PlatformFixtures.Fling

  /// Checks that a curve is the one in the table, and that its mirror image is the same backward.
  private func check(
    _ fixture: Fling, within relative: Double, _ duration: (Double) -> Double,
    _ travel: (Double, Double) -> Double
  ) {
    for sign in [1.0, -1] {
      let velocity = sign * fixture.velocity
      let lasts = duration(velocity)
      #expect(isClose(lasts, fixture.duration), "\(lasts) s")
      #expect(isClose(travel(velocity, lasts), sign * fixture.distance, relative: relative))
      for (milliseconds, position) in fixture.positions {
        let found = travel(velocity, min(milliseconds / 1000, lasts))
        #expect(
          isClose(found, sign * position, relative: relative), "\(milliseconds) ms: \(found)")
      }
    }
  }

  // The table has 101 points with straight lines between them.
  @Test(arguments: PlatformFixtures.android)
  func `Android's fling follows the table at any density`(
    _ fixture: PlatformFixtures.AndroidFling
  ) {
    let density = fixture.density
    check(
      fixture.fling, within: 2e-3, { AndroidFling(velocity: $0 / density).duration },
      { AndroidFling(velocity: $0 / density).travel(at: $1) * density })
    let distance = AndroidFling(velocity: fixture.fling.velocity / density).distance * density
    #expect(isClose(distance, fixture.fling.distance))
  }

  @Test(arguments: PlatformFixtures.chromium)
  func `Chromium's fling follows the tabled curve`(_ fixture: Fling) {
    check(
      fixture, within: 1e-9, { ChromiumFling(velocity: $0, viewport: 844).duration },
      { ChromiumFling(velocity: $0, viewport: 844).travel(at: $1) })
  }

  @Test(arguments: PlatformFixtures.chromiumFixed)
  func `Chromium's older fling follows the tabled curve`(_ fixture: Fling) {
    check(
      fixture, within: 1e-9, { ChromiumFixedFling(velocity: $0).duration },
      { ChromiumFixedFling(velocity: $0).travel(at: $1) })
    #expect(isClose(ChromiumFixedFling(velocity: fixture.velocity).distance, fixture.distance))
  }

  @Test(arguments: PlatformFixtures.flutter)
  func `Flutter's fling follows the tabled curve`(_ fixture: Fling) {
    check(
      fixture, within: 1e-9, { FlutterFling(velocity: $0).duration },
      { FlutterFling(velocity: $0).travel(at: $1) })
  }

  @Test func `Flutter's fling can be split at any time, Android's cannot`() {
    let (velocity, cut) = (3000.0, 0.3)
    func slope(_ travel: (Double) -> Double) -> Double {
      (travel(cut + 1e-6) - travel(cut - 1e-6)) / 2e-6
    }
    let flutter = FlutterFling(velocity: velocity)
    let rest = FlutterFling(velocity: slope(flutter.travel))
    #expect(isClose(rest.distance, flutter.distance - flutter.travel(at: cut), relative: 1e-5))
    let android = AndroidFling(velocity: velocity)
    let other = AndroidFling(velocity: slope(android.travel))
    #expect(!isClose(other.distance, android.distance - android.travel(at: cut), relative: 0.05))
  }

  @Test(arguments: ScrollPhysics.allCases)
  func `a flick on any platform never turns back and ends within the content`(
    _ physics: ScrollPhysics
  ) throws {
    let player = GesturePlayer(contentExtent: 9000, viewportExtent: 800, physics: physics)
    for velocity in stride(from: 100.0, through: 8000, by: 790) {
      let motion = try player.play([.init(at: .zero, .flick(velocity: velocity))], from: 500)
      #expect(zip(motion.offsets, motion.offsets.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(motion.offsets.last ?? 0 > 500 && motion.offsets.last ?? 9000 <= 8200)
    }
  }

  @Test(arguments: ScrollPhysics.allCases)
  func `content moves beyond its edge only on iOS`(_ physics: ScrollPhysics) throws {
    let player = GesturePlayer(contentExtent: 3000, viewportExtent: 800, physics: physics)
    let script: [TimedGesture] = [
      .init(at: .zero, .flick(velocity: 6000)),
      .init(at: .init(seconds: 5), .drag(by: 300, over: .init(milliseconds: 400), release: 200)),
    ]
    let offsets = try player.play(script, from: 1500).offsets
    #expect((offsets.max() ?? 0 > 2200) == (physics == .ios))
    #expect(offsets.last == 2200)
  }

  @Test func `a release below 50 dp per second is no fling on Android`() throws {
    for (velocity, flies) in [(49.0, false), (51, true)] {
      let player = GesturePlayer(contentExtent: 9000, viewportExtent: 800, physics: .android)
      let drag = Gesture.drag(by: 100, over: .init(milliseconds: 500), release: velocity)
      let offsets = try player.play([.init(at: .zero, drag)]).offsets
      #expect((offsets.last ?? 0 > 100) == flies, "\(velocity) dp/s")
    }
  }

  @Test func `physics have the names that traces use`() {
    let words = ["ios", "android", "chromium", "chromium-fixed", "flutter"]
    #expect(ScrollPhysics.allCases.map(\.rawValue) == words)
  }
}
