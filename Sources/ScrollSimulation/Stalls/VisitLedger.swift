import ScrollCore

/// Counts what images ask for that appear for the first time, and that appear again, and collects
/// how late they are.
struct VisitLedger: ~Copyable {
  private var first = RunReport.Visits(), later = RunReport.Visits()
  private var firstTimes = ImageTimes(), laterTimes = ImageTimes()

  mutating func didAppear(isReturn: Bool) {
    if isReturn { later.appearances += 1 } else { first.appearances += 1 }
  }

  /// A cell asked for a picture.
  mutating func didAsk(isReturn: Bool) {
    if isReturn { later.requests += 1 } else { first.requests += 1 }
  }

  /// The cache had the picture that a cell asked for.
  mutating func didHit(isReturn: Bool) {
    if isReturn { later.hits += 1 } else { first.hits += 1 }
  }

  /// An image was shown, so much after its cell.
  mutating func didShow(after wait: Int64, isReturn: Bool) {
    if isReturn { laterTimes.didShow(after: wait) } else { firstTimes.didShow(after: wait) }
  }

  /// An image was not shown before its cell left, or the run ended.
  mutating func didNotShow(isReturn: Bool) {
    if isReturn { laterTimes.didNotShow() } else { firstTimes.didNotShow() }
  }

  /// Writes the figures down; `none` is how late the images are where nothing appeared.
  func report(into report: inout RunReport, none: SimTime?) {
    report.stalls.appearances = first.appearances + later.appearances
    report.stalls.late = firstTimes.late + laterTimes.late
    report.stalls.atOnce = firstTimes.atOnce + laterTimes.atOnce
    report.stalls.timeToImage = firstTimes.percentiles(with: laterTimes, none: none)
    report.firstVisits = first
    report.firstVisits.timeToImage = firstTimes.percentiles(none: none)
    report.laterVisits = later
    report.laterVisits.timeToImage = laterTimes.percentiles(none: none)
  }
}
