import ScrollCore
import ScrollSimulation
import Testing

struct TokenBucketTests {
  @Test func `a burst starts at once, the next request when its token is complete`() {
    // Nuke's: 25 at once, then one every 12.5 ms.
    var bucket = TokenBucket()
    let taken = (0..<40).filter { _ in bucket.take(at: .ms(100)) }
    #expect(taken == Array(0..<25))
    #expect(bucket.nextTime(at: .ms(100)) == .ms(112.5))
    let (early, late) = (bucket.take(at: .ms(112.499999)), bucket.take(at: .ms(112.5)))
    #expect(!early && late)
    #expect(bucket.nextTime(at: .ms(112.5)) == .ms(125))
  }

  @Test func `a fraction of a nanosecond counts toward the next token`() {
    var bucket = TokenBucket(rate: 3, burst: 2)
    for _ in 0..<2 { _ = bucket.take(at: .zero) }
    #expect(bucket.nextTime(at: .zero).nanoseconds == 333_333_334)
    // What is over counts: the third token is there after exactly a second.
    var times: [Int64] = []
    for _ in 0..<3 {
      let next = bucket.nextTime(at: SimTime(nanoseconds: times.last ?? 0))
      times.append(next.nanoseconds)
      _ = bucket.take(at: next)
    }
    #expect(times == [333_333_334, 666_666_667, 1_000_000_000])
  }

  @Test func `a full bucket gains no tokens`() {
    var bucket = TokenBucket(rate: 1_000_000, burst: 2)
    _ = bucket.take(at: .zero)
    let later = SimTime(nanoseconds: 1 << 60)
    let taken = (0..<5).filter { _ in bucket.take(at: later) }
    #expect(taken.count == 2)
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `the number of takes is the maximum that rate and burst allow`(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    let (rate, burst) = (dice.within(1...200), dice.within(1...30))
    var bucket = TokenBucket(rate: rate, burst: burst)
    var now: Int64 = 0
    var taken: [Int64] = []
    for _ in 0..<400 {
      now += Int64(dice.chance(0.5) ? 0 : dice.below(40_000_000))
      let next = bucket.nextTime(at: SimTime(nanoseconds: now)).nanoseconds
      let takes = bucket.take(at: SimTime(nanoseconds: now))
      // There is a token if and only if the next time is now.
      #expect(takes == (next == now), "seed \(seed) at \(now)")
      guard !takes else {
        taken.append(now)
        continue
      }
      if dice.chance(0.3) {
        let early = bucket.take(at: SimTime(nanoseconds: next - 1))
        let due = bucket.take(at: SimTime(nanoseconds: next))
        #expect(!early && due, "seed \(seed) at \(next)")
        taken.append(next)
        now = next
      }
    }
    for (index, start) in taken.enumerated() {
      for end in taken.indices where end >= index {
        let seconds = Double(taken[end] - start) / 1e9
        let most = Double(burst) + seconds * Double(rate)
        #expect(Double(end - index + 1) <= most + 1e-6, "seed \(seed)")
      }
    }
  }
}
