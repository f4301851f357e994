import ScrollCaching
import ScrollCore
import ScrollSimulation
import Testing

/// Whatever is drawn, it runs to its end, and everything counted adds up.
@Suite struct PipelineLawTests {
  @Test(arguments: 0..<10)
  func `ten thousand random scenarios finish and keep the laws`(block: UInt64) throws {
    for seed in block * 1000..<(block + 1) * 1000 {
      let drawn = try DrawnPipeline(seed: seed)
      let report = drawn.run()
      #expect(report.brokenLaws.isEmpty, "\(report.brokenLaws)\n\(drawn)")
    }
  }

  @Test func `a repeated run gives the same report, with and without a log`() throws {
    for seed in 0..<200 as Range<UInt64> {
      let drawn = try DrawnPipeline(seed: seed)
      let first = drawn.run()
      #expect(drawn.run() == first, "\(drawn)")
      #expect(drawn.run(log: RunLog()) == first, "with a log: \(drawn)")
    }
  }

  @Test func `every event follows its cause`() throws {
    for seed in 20_000..<20_500 as Range<UInt64> {
      let drawn = try DrawnPipeline(seed: seed)
      let log = RunLog()
      _ = drawn.run(log: log)
      #expect(LogOrder.problem(in: log) == nil, "\(drawn)")
    }
  }
}
