import BasicContainers
import ScrollCore

/// Integrates what is on screen over time, and counts why images come late.
///
/// Times here are *screen times*, without the app's time in the background, unless they are
/// `SimTime`.
struct StallLedger: ~Copyable {
  /// What one presented frame shows: shares of the viewport.
  struct Screen: Equatable {
    var blank = 0.0, soft = 0.0, wrong = 0.0
    var isScrolling = false
    /// Blank and wrong in cells whose image had appeared before.
    var returning = 0.0
    var excess = Excess()
  }

  /// Whether the cache holds more than it may, and whether no cache could hold less.
  struct Excess: Equatable {
    var isOverLimit = false, isOversubscribed = false
  }

  private var figures = RunReport.Stalls()
  private var late: LateScreen
  private var screen: Screen?
  private var since: Int64 = 0
  /// Share-nanoseconds.
  private var blank = 0.0, soft = 0.0, wrong = 0.0, scrollingBlank = 0.0
  /// Before a first frame, and what late frames add to what is blank and wrong.
  private var unshown = 0.0, missing = 0.0
  private var returning = 0.0
  private var scrolling: Int64 = 0, overLimit: Int64 = 0, oversubscribed: Int64 = 0
  /// Of images that appear for the first time, and again.
  var visits = VisitLedger()
  private var framesWithBlank = 0
  /// Whether a frame has ever been on screen.
  private var hasShown = false

  init(_ scenario: Scenario) { late = LateScreen(scenario) }

  /// The motion goes on.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    late.append(time, offset, phase)
  }

  /// Something is blank or wrong in the frame that is on screen next.
  mutating func add(_ flaw: LateScreen.Flaw) { late.add(flaw) }

  /// A frame was processed, and is to be on screen at the next vsync.
  mutating func open(due: SimTime) { late.open(due: due) }

  /// From now on another frame is on screen.
  mutating func present(_ next: Screen, _ frame: LateScreen.Frame, at now: Int64, _ time: SimTime) {
    integrate(until: now, time)
    screen = next
    hasShown = true
    late.present(frame, at: time)
    if next.blank > 0 { framesWithBlank += 1 }
  }

  /// From now on nothing is on screen: the process has ended.
  mutating func clear(at now: Int64, _ time: SimTime) {
    integrate(until: now, time)
    screen = nil
    late.present(nil, at: time)
  }

  /// Frames that show what is on screen were on time; the last of them is on screen until now.
  mutating func pass(to frame: LateScreen.Frame, until time: SimTime, due: SimTime) {
    late.pass(to: frame, until: time, due: due)
  }

  /// The app comes back from the background.
  mutating func comeBack(at time: SimTime) { late.skip(to: time) }

  /// Whether a frame that were on time would show something else than is on screen.
  var isBehind: Bool { late.isBehind }

  /// Whether that is on screen already.
  func shows(_ other: Screen) -> Bool { screen == other }

  /// Adds up what is on screen until now.
  mutating func integrate(until now: Int64, _ time: SimTime) {
    defer { since = now }
    let elapsed = Double(now - since)
    guard let screen else {
      unshown += elapsed
      return
    }
    missing += late.excess(over: screen.blank + screen.wrong, until: time)
    blank += screen.blank * elapsed
    soft += screen.soft * elapsed
    wrong += screen.wrong * elapsed
    returning += screen.returning * elapsed
    if screen.isScrolling {
      scrolling += now - since
      scrollingBlank += screen.blank * elapsed
    }
    if screen.excess.isOverLimit { overLimit += now - since }
    if screen.excess.isOversubscribed { oversubscribed += now - since }
  }

  mutating func didPassOver(_ items: Int) { figures.skipped += items }

  /// An item left before its image was shown, or the run ended before that.
  mutating func didLeaveUnshown(isReturn: Bool) {
    figures.neverShown += 1
    visits.didNotShow(isReturn: isReturn)
  }

  mutating func stillWaits(isReturn: Bool) {
    figures.unfinished += 1
    visits.didNotShow(isReturn: isReturn)
  }

  /// A cell took another image for its own.
  mutating func didShowWrongImage() { figures.wrongDisplays += 1 }

  /// Why an image came late or never, and what it waited for.
  mutating func explain(_ reason: AbsenceReason, wait: Int64, _ parts: WaitTimes) {
    figures.absences[Int(reason.rawValue)] += 1
    figures.waits += parts
    figures.waited += SimTime(nanoseconds: wait)
  }

  /// Writes the figures down; what was never shown counts as infinitely late.
  mutating func report(into report: inout RunReport) {
    report.stalls = figures
    report.stalls.blankAreaSeconds = blank / 1e9
    report.stalls.softAreaSeconds = soft / 1e9
    report.stalls.wrongAreaSeconds = wrong / 1e9
    report.stalls.seconds = (unshown + blank + wrong + missing) / 1e9
    report.stalls.blankRatio = scrolling == 0 ? 0 : scrollingBlank / Double(scrolling)
    report.stalls.framesWithBlank = framesWithBlank
    report.cache.secondsOverLimit = Double(overLimit) / 1e9
    report.cache.oversubscribedSeconds = Double(oversubscribed) / 1e9
    visits.report(into: &report, none: hasShown ? .zero : nil)
    report.firstVisits.stallSeconds = max(0, blank + wrong - returning) / 1e9
    report.laterVisits.stallSeconds = returning / 1e9
  }
}

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

/// How late images are: the times between the presentation of cells and of their images.
struct ImageTimes: ~Copyable {
  /// Waits above zero, how many were zero, and how many images were never shown.
  private var waits = UniqueArray<Int64>()
  private var immediate = 0, never = 0

  var late: Int { waits.count }
  var atOnce: Int { immediate }

  /// An image was shown, so much after its cell.
  mutating func didShow(after wait: Int64) {
    if wait > 0 { waits.append(wait) } else { immediate += 1 }
  }

  /// An image was not shown before its cell left, or the run ended.
  mutating func didNotShow() { never += 1 }

  /// Percentiles of these, and those of others if there are any; `none` where nothing appeared.
  func percentiles(
    with other: borrowing ImageTimes, none: SimTime?
  ) -> RunReport.TimeToImage {
    var sorted = [Int64]()
    sorted.reserveCapacity(waits.count + other.waits.count)
    for index in 0..<waits.count { sorted.append(waits[index]) }
    for index in 0..<other.waits.count { sorted.append(other.waits[index]) }
    sorted.sort()
    return percentiles(
      sorted, immediate: immediate + other.immediate, never: never + other.never, none: none)
  }

  func percentiles(none: SimTime?) -> RunReport.TimeToImage {
    percentiles(with: ImageTimes(), none: none)
  }

  private func percentiles(
    _ sorted: [Int64], immediate: Int, never: Int, none: SimTime?
  ) -> RunReport.TimeToImage {
    let total = immediate + sorted.count + never
    /// The nearest-rank percentile; zeros come first, infinities last.
    func percentile(_ percent: Int) -> SimTime? {
      guard total > 0 else { return none }
      let rank = max(1, (total * percent + 99) / 100) - 1
      if rank < immediate { return .zero }
      guard rank - immediate < sorted.count else { return nil }
      return SimTime(nanoseconds: sorted[rank - immediate])
    }
    let late = total - immediate
    let middle = max(1, (late + 1) / 2) - 1
    let lateP50 =
      late == 0
      ? (total > 0 ? SimTime.zero : none)
      : middle < sorted.count ? SimTime(nanoseconds: sorted[middle]) : nil
    return RunReport.TimeToImage(
      p50: percentile(50), p95: percentile(95), p99: percentile(99), max: percentile(100),
      lateP50: lateP50)
  }
}
