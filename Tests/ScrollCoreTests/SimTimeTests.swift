import ScrollCore
import Testing

struct SimTimeTests {
  @Test(
    arguments: [
      (0, 60, 0), (1, 60, 16_666_666), (2, 60, 33_333_333), (3, 60, 50_000_000),
      (1, 120, 8_333_333), (119, 120, 991_666_666), (120, 120, 1_000_000_000),
      (36000, 60, 600_000_000_000),
    ] as [(Int64, Int64, Int64)])
  func `vsync k occurs at the floor of k periods`(index: Int64, hertz: Int64, nanoseconds: Int64) {
    #expect(SimTime.vsync(index, hertz: hertz).nanoseconds == nanoseconds)
  }

  @Test(arguments: [1, 48, 60, 90, 120, 144] as [Int64])
  func `a vsync is the first at or after itself, and the next is first a nanosecond later`(
    hertz: Int64
  ) {
    for index: Int64 in [0, 1, 2, 3, 7, 59, 60, 61, 119, 7199, 1_000_003] {
      let time = SimTime.vsync(index, hertz: hertz)
      #expect(time.firstVsync(hertz: hertz) == index, "\(index) at \(hertz) Hz")
      let later = SimTime(nanoseconds: time.nanoseconds + 1)
      #expect(later.firstVsync(hertz: hertz) == index + 1, "\(index) at \(hertz) Hz")
    }
  }

  @Test func `the first vsync occurs at time 0`() {
    #expect(SimTime(nanoseconds: -5_000_000_000).firstVsync(hertz: 60) == 0)
  }

  @Test func `milliseconds and seconds round to the nearest nanosecond`() {
    #expect(SimTime(milliseconds: 0.0000005).nanoseconds == 1)
    #expect(SimTime(milliseconds: -0.0000005).nanoseconds == -1)
    #expect(SimTime(seconds: 0.1 + 0.2).nanoseconds == 300_000_000)
    #expect(SimTime(nanoseconds: 1_500_000).milliseconds == 1.5)
  }

  @Test func `sums and differences are exact`() {
    var time = SimTime(nanoseconds: 3) + SimTime(nanoseconds: 4)
    time += SimTime(nanoseconds: 10)
    time -= SimTime(nanoseconds: 20)
    #expect(time == SimTime(nanoseconds: -3))
    #expect(time < .zero && SimTime.zero < .never)
    #expect(time - time == .zero)
  }
}
