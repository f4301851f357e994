import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import Testing

/// More frozen time never ranks better, all else equal.
///
/// All else is equal where the main thread loads everything itself and the content moves one way:
/// a slower decoder then only makes frames later.
struct FreezeLawTests {
  @Test(arguments: 0..<10) func `a slower main thread never ranks better`(block: UInt64) throws {
    for seed in block * 50..<(block + 1) * 50 {
      var dice = SeededRandom(seed: seed)
      var path = "0"
      for _ in 0..<dice.within(5...60) {
        path += dice.chance(0.3) && path.count(where: { $0 == "+" }) < 15 ? "+" : "."
      }
      var strip = Strip(path: path + "....", phase: .decelerating, viewport: 200, read: 0)
      strip.loader = .mainThread
      strip.decode = Double(dice.within(0...30))
      let fast = try strip.run()
      strip.decode += Double(dice.within(1...30))
      let slow = try strip.run()
      #expect(slow.hitches.frozen >= fast.hitches.frozen, "seed \(seed): \(path)")
      #expect(
        !RunScore(slow).isBetter(than: RunScore(fast)),
        "seed \(seed): \(path), \(fast.stalls.seconds) s, slow \(slow.stalls.seconds) s")
    }
  }
}
