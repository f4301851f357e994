import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import Testing

/// Runs of a sweep in draws of what the figures of their devices may truly be.
@Suite struct DrawnStallsTests {
  private static func plan() throws -> SweepPlan {
    try Specs.plan("  device: [iphone-5, iphone-8]", "  policy: [lru, fifo]", "  budget: 16MiB")
  }

  @Test func `the stall of a run does not depend on other runs of the sweep`() throws {
    let plan = try Self.plan()
    let all = DrawnStalls(3, of: plan.runs, in: plan)
    #expect(all.stalls.count == 4)
    for run in plan.runs {
      #expect(DrawnStalls(3, of: [run], in: plan).stalls[run.key] == all.stalls[run.key])
    }
  }

  @Test func `two draws change the same figures by different amounts`() throws {
    let plan = try Self.plan()
    let draws = (0..<2).map { DrawnStalls($0, of: [plan.runs[0]], in: plan) }
    #expect(draws[0].causes.map(\.figures) == draws[1].causes.map(\.figures))
    #expect(draws[0].causes != draws[1].causes)
    #expect(draws[0].stalls != draws[1].stalls)
  }

  @Test func `the causes list an error shared by all devices once`() throws {
    let plan = try Self.plan()
    let all = DrawnStalls(3, of: plan.runs, in: plan).causes
    for run in plan.runs {
      for cause in DrawnStalls(3, of: [run], in: plan).causes {
        #expect(all.count { $0 == cause } == 1, "\(cause.figures)")
      }
    }
  }
}
