import ScrollCore
import ScrollSimulation
import Testing

/// The first appearances of images apart from their returns, worked out on paper.
struct VisitTests {
  /// Item 0 from 0 on, item 1 from 40 on, item 0 again from 80 on; each takes 30 ms.
  private func report(room: Int) throws -> RunReport {
    try Strip(
      path: "0...1...0...", loader: Loader.cached, room: room
    ).run()
  }

  @Test func `a return to a cached image costs nothing`() throws {
    let report = try report(room: 2)
    let (first, later) = (report.firstVisits, report.laterVisits)
    #expect(first.appearances == 2 && first.requests == 2 && first.hits == 0)
    #expect(later.appearances == 1 && later.requests == 1 && later.hits == 1)
    #expect(first.stallSeconds > 0 && later.stallSeconds == 0)
    #expect(first.hitRate == 0 && later.hitRate == 1)
  }

  @Test func `a return to an evicted image stalls like the first visit`() throws {
    let report = try report(room: 1)
    let (first, later) = (report.firstVisits, report.laterVisits)
    #expect(later.appearances == 1 && later.requests == 1 && later.hits == 0)
    #expect(near(later.stallSeconds * 2, first.stallSeconds))
    #expect(
      near(first.stallSeconds + later.stallSeconds, report.stalls.blankAreaSeconds))
  }

  @Test func `an image that never returns has no later visit`() throws {
    let report = try Strip(path: "0...1...").run()
    let later = report.laterVisits
    #expect(later.appearances == 0 && later.requests == 0 && later.stallSeconds == 0)
  }

  @Test func `another item with the same image counts as a return`() throws {
    let report = try Strip(path: "0...1...", shows: [0, 0]).run()
    #expect(report.firstVisits.appearances == 1 && report.laterVisits.appearances == 1)
  }
}
