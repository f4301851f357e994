import ScrollSweeps
import Testing

@Suite struct SweepProgressTests {
  @Test func `the rest takes as long for each run as those that were made`() {
    // What was in the store before took no time.
    let progress = SweepProgress(total: 100, present: 40, made: 20)
    #expect(progress.secondsLeft(after: 10) == 20)
  }

  @Test func `before a run is made nobody knows how long the rest takes`() {
    #expect(SweepProgress(total: 100, present: 40).secondsLeft(after: 10) == nil)
  }

  @Test func `nothing is left at the end`() {
    #expect(SweepProgress(total: 10, made: 10).secondsLeft(after: 3) == 0)
  }
}
