import BasicContainers
import ScrollCore

/// The accounting of stalls: it integrates the flaws of the screen over time, and counts the
/// reasons why images come late.
///
/// Times as `Int64` are *screen times*, which exclude the app's time in the background; a `SimTime`
/// includes it.
struct StallAccounting: ~Copyable {
  /// The flaws of one presented frame, as shares of the viewport.
  struct Screen: Equatable {
    var blank = 0.0, soft = 0.0, wrong = 0.0
    var isScrolling = false
    /// The share of the viewport in blank and wrong cells whose images had appeared before.
    var returning = 0.0
    var excess = Excess()
  }

  /// Boolean values that indicate whether the cache exceeds its budget, and whether every cache
  /// would exceed it.
  struct Excess: Equatable {
    var isOverLimit = false, isOversubscribed = false
  }

  private var figures = RunReport.Stalls()
  private var late: LateScreen
  private var screen: Screen?
  private var since: Int64 = 0
  /// Sums of shares of the viewport times nanoseconds.
  private var blank = 0.0, soft = 0.0, wrong = 0.0, scrollingBlank = 0.0
  /// The time before the first frames of processes, and the additional missing share while frames
  /// are late, integrated over time.
  private var unshown = 0.0, missing = 0.0
  private var returning = 0.0
  private var scrolling: Int64 = 0, overLimit: Int64 = 0, oversubscribed: Int64 = 0
  /// The counts of first and later appearances of images.
  var visits = VisitCounts()
  private var framesWithBlank = 0
  /// A Boolean value that indicates whether a frame has ever been on screen.
  private var hasShown = false

  /// Returns a copy that shares no state.
  func copy() -> StallAccounting {
    StallAccounting(
      figures: figures, late: late.copy(), screen: screen, since: since, blank: blank, soft: soft,
      wrong: wrong, scrollingBlank: scrollingBlank, unshown: unshown, missing: missing,
      returning: returning, scrolling: scrolling, overLimit: overLimit,
      oversubscribed: oversubscribed, visits: visits.copy(), framesWithBlank: framesWithBlank,
      hasShown: hasShown)
  }
}

extension StallAccounting {
  init(_ scenario: Scenario) { late = LateScreen(scenario) }

  /// Adds a sample to the motion.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    late.append(time, offset, phase)
  }

  /// Adds a blank or wrong area of the next frame on screen.
  mutating func add(_ flaw: LateScreen.Flaw) { late.add(flaw) }

  /// Records a processed frame, which is to be on screen at the next vsync.
  mutating func open(due: SimTime) { late.open(due: due) }

  /// Puts another frame on screen from now on.
  mutating func present(_ next: Screen, _ frame: LateScreen.Frame, at now: Int64, _ time: SimTime) {
    integrate(until: now, time)
    screen = next
    hasShown = true
    late.present(frame, at: time)
    if next.blank > 0 { framesWithBlank += 1 }
  }

  /// Clears the screen from now on, since the process has ended.
  mutating func clear(at now: Int64, _ time: SimTime) {
    integrate(until: now, time)
    screen = nil
    late.present(nil, at: time)
  }

  /// Skips frames that were on time and show the same; the last of them is on screen until now.
  mutating func pass(to frame: LateScreen.Frame, until time: SimTime, due: SimTime) {
    late.pass(to: frame, until: time, due: due)
  }

  /// Skips the app's time in the background when it comes back.
  mutating func comeBack(at time: SimTime) { late.skip(to: time) }

  /// A Boolean value that indicates whether a frame on time would show other content than the frame
  /// on screen.
  var isBehind: Bool { late.isBehind }

  /// Returns `true` if the screen shows the same flaws already.
  func shows(_ other: Screen) -> Bool { screen == other }

  /// Integrates the content of the screen until now.
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

  /// Counts an item that left without its image, or that still waited when the app was killed.
  mutating func didLeaveUnshown(isReturn: Bool) {
    figures.neverShown += 1
    visits.didNotShow(isReturn: isReturn)
  }

  mutating func stillWaits(isReturn: Bool) {
    figures.unfinished += 1
    visits.didNotShow(isReturn: isReturn)
  }

  /// Counts a cell that showed another item's image as if it were its own.
  mutating func didShowWrongImage() { figures.wrongDisplays += 1 }

  /// Counts the reason and the waits of an image that came late or never.
  mutating func explain(_ reason: AbsenceReason, wait: Int64, _ parts: WaitTimes) {
    figures.absences[Int(reason.rawValue)] += 1
    figures.waits += parts
    figures.waited += SimTime(nanoseconds: wait)
  }

  /// Writes the figures into the report; an image that was never shown counts as infinitely late.
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

/// The requests and delays of images, separately for first and later appearances.
struct VisitCounts: ~Copyable {
  private var first = RunReport.Visits(), later = RunReport.Visits()
  private var firstTimes = ImageTimes(), laterTimes = ImageTimes()

  mutating func didAppear(isReturn: Bool) {
    if isReturn { later.appearances += 1 } else { first.appearances += 1 }
  }

  /// Counts the request of a cell for a picture.
  mutating func didAsk(isReturn: Bool) {
    if isReturn { later.requests += 1 } else { first.requests += 1 }
  }

  /// Counts a hit in the cache.
  mutating func didHit(isReturn: Bool) {
    if isReturn { later.hits += 1 } else { first.hits += 1 }
  }

  /// Counts a shown image and the time from its cell to the image.
  mutating func didShow(after wait: Int64, isReturn: Bool) {
    if isReturn { laterTimes.didShow(after: wait) } else { firstTimes.didShow(after: wait) }
  }

  /// Counts an image that was not shown before its cell left, or the run ended.
  mutating func didNotShow(isReturn: Bool) {
    if isReturn { laterTimes.didNotShow() } else { firstTimes.didNotShow() }
  }

  /// Writes the figures into the report; `none` is the delay to report if no item appeared.
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

  /// Returns a copy that shares no state.
  func copy() -> VisitCounts {
    VisitCounts(
      first: first, later: later, firstTimes: firstTimes.copy(), laterTimes: laterTimes.copy())
  }
}

/// The delays of images: the times between the presentation of cells and of their images.
struct ImageTimes: ~Copyable {
  /// The waits that are not zero, in nanoseconds.
  private var waits = UniqueArray<Int64>()
  /// The number of zero waits, and the number of images that were never shown.
  private var immediate = 0, never = 0

  var late: Int { waits.count }
  var atOnce: Int { immediate }

  /// Counts a shown image and the time from its cell to the image.
  mutating func didShow(after wait: Int64) {
    if wait > 0 { waits.append(wait) } else { immediate += 1 }
  }

  /// Counts an image that was not shown before its cell left, or the run ended.
  mutating func didNotShow() { never += 1 }

  /// Returns the percentiles of these delays and others together; `none` if no item appeared.
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
    /// Returns the nearest-rank percentile; zeros come first, infinities last.
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

  /// Returns a copy that shares no state.
  func copy() -> ImageTimes { ImageTimes(waits: waits.clone(), immediate: immediate, never: never) }
}
