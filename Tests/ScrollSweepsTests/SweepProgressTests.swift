import ScrollSweeps
import Testing

@Suite struct SweepProgressTests {
  @Test func `the estimate assumes that each remaining run takes the mean time so far`() {
    // What was in the store before took no time.
    let progress = SweepProgress(total: 100, present: 40, made: 20)
    #expect(progress.secondsLeft(after: 10) == 20)
  }

  @Test func `the remaining time is unknown before the first run`() {
    #expect(SweepProgress(total: 100, present: 40).secondsLeft(after: 10) == nil)
  }

  @Test func `the remaining time is zero at the end`() {
    #expect(SweepProgress(total: 10, made: 10).secondsLeft(after: 3) == 0)
  }
}
