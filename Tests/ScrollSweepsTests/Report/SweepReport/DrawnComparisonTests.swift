import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the comparison of two settings over 64 draws.
@Suite struct DrawnComparisonTests {
  private static func living(_ seconds: [Double]) -> [DrawnStall] {
    seconds.map { DrawnStall(seconds: $0) }
  }

  /// Returns a comparison in which one setting stalls 1 s less in some draws, and 1 s more in some
  /// others.
  private static func comparison(better: Int, worse: Int) -> DrawnComparison {
    let one = (0..<64).map { $0 < better ? 9.0 : $0 < better + worse ? 11 : 10 }
    return DrawnComparison(
      living(one), against: living(one.map { _ in 10 }), .standard, frames: 0)
  }

  @Test(arguments: [
    (64, 0, "better"), (58, 6, "better"), (57, 0, "unknown"), (0, 58, "worse"), (6, 57, "unknown"),
    (3, 3, "alike"), (7, 0, "unknown"), (0, 7, "unknown"), (32, 32, "unknown"),
  ])
  func `a result in nine of ten draws is known`(better: Int, worse: Int, verdict: String) {
    let found = Self.comparison(better: better, worse: worse)
    #expect(found.verdict.rawValue == verdict)
    #expect(found.betterIn == better && found.worseIn == worse)
    #expect(found.alikeIn == 64 - better - worse)
  }

  @Test func `an invisible difference counts as equal, by share and by frames`() {
    let (one, other) = (Self.living([10, 10]), Self.living([10.2, 10.05]))
    let found = DrawnComparison(one, against: other, .standard, frames: 0)
    #expect(found.betterIn == 1 && found.alikeIn == 1)
    #expect(DrawnComparison(one, against: other, .standard, frames: 0.3).verdict == .alike)
  }

  @Test func `a setting that kills the app is worse than one that does not`() {
    let killed = Array(repeating: DrawnStall(seconds: 1, isKilled: true), count: 64)
    let living = Self.living(Array(repeating: 9, count: 64))
    #expect(DrawnComparison(living, against: killed, .standard, frames: 0).verdict == .better)
    #expect(DrawnComparison(killed, against: living, .standard, frames: 0).verdict == .worse)
    #expect(DrawnComparison(living, against: killed, .standard, frames: 0).saved == nil)
  }

  @Test func `a draw that kills the app with both settings does not count`() {
    let killed = Array(repeating: DrawnStall(seconds: 1, isKilled: true), count: 7)
    let (one, other) = (Array(repeating: 1.0, count: 57), Array(repeating: 2.0, count: 57))
    let found = DrawnComparison(
      Self.living(one) + killed, against: Self.living(other) + killed, .standard, frames: 0)
    #expect(found.betterIn == 57 && found.worseIn == 0 && found.alikeIn == 0)
    #expect(found.verdict == .unknown)
    #expect(found.saved == FigureBand([1]))
  }
}
