import ScrollPages
import ScrollSimulation

/// How far the stalls of some cells are from the least that are known, on the way from `lru`.
///
/// The share is that of the sums: a cell in which all policies stall alike adds nothing to it.
struct StallRegret: Sendable {
  /// Means per run, in seconds.
  let stalls: Double, lru: Double, reached: Double

  /// - Returns: nil unless it is known of every run of the cells, in none of which the app was
  ///   killed.
  init?(_ cells: [ReportCell]) {
    let isKnown = cells.allSatisfy { $0.deaths == 0 && $0.knownStalls.count == $0.runs }
    guard !cells.isEmpty, isKnown else { return nil }
    func mean(_ figure: (ReportCell) -> Double) -> Double {
      cells.reduce(0) { $0 + figure($1) } / Double(cells.count)
    }
    stalls = mean { $0.knownStalls.mean }
    lru = mean { $0.lruStalls.mean }
    reached = mean { $0.reachedStalls.mean }
  }

  /// What is left of the way: 0 for the best that was tried, 1 for `lru`; nil where the way is
  /// shorter than what matters.
  func share(_ materiality: Materiality = .standard, frames: Double = 0) -> Double? {
    StallRegretRecord.share(of: stalls, lru: lru, reached: reached) {
      materiality.matters($0, $1, frames: frames)
    }
  }
}
