package import ScrollCore
package import ScrollSimulation

extension RunDiff {
  /// The figures of a comparison, of a run or of a part of one; sums and differences of these.
  package struct Figures: Sendable, Equatable {
    /// Share of the viewport that was blank, and that showed another item's image, integrated
    /// over time on screen, in seconds.
    package var blankSeconds = 0.0, wrongSeconds = 0.0
    /// What else was wanted and not on screen, because frames were late or the first had not come;
    /// no appearance's.
    package var lateFrameSeconds = 0.0
    /// The waits for late and never shown images, added up.
    package var waited = SimTime.zero
    /// Appearances whose image came late, and that left without it.
    package var late = 0, neverShown = 0
    /// Requests that found their image in the cache.
    package var hits = 0

    /// Nothing.
    package init() {}

    /// Those of a whole run.
    package init(_ report: RunReport) {
      blankSeconds = report.stalls.blankAreaSeconds
      wrongSeconds = report.stalls.wrongAreaSeconds
      lateFrameSeconds = report.stalls.seconds - blankSeconds - wrongSeconds
      waited = report.stalls.waited
      late = report.stalls.late
      neverShown = report.stalls.neverShown
      hits = report.requests.hits
    }

    /// Those of one appearance.
    init(_ appearance: AppearanceRecord, _ area: StallShares.Area) {
      blankSeconds = area.blank
      wrongSeconds = area.wrong
      hits = appearance.asks.count { $0.outcome == .hit }
      switch appearance.outcome {
      case .late: late = 1
      case .neverShown: neverShown = 1
      case .atOnce, .unfinished: return
      }
      waited = SimTime(nanoseconds: appearance.lateness?.waits.total ?? 0)
    }

    /// All that was missing, in seconds of a whole screen.
    package var stallSeconds: Double { blankSeconds + wrongSeconds + lateFrameSeconds }

    package static func + (left: Self, right: Self) -> Self { left.combined(right, sign: 1) }
    package static func - (left: Self, right: Self) -> Self { left.combined(right, sign: -1) }

    private func combined(_ other: Self, sign: Int) -> Self {
      var sum = self
      sum.blankSeconds += Double(sign) * other.blankSeconds
      sum.wrongSeconds += Double(sign) * other.wrongSeconds
      sum.lateFrameSeconds += Double(sign) * other.lateFrameSeconds
      sum.waited.nanoseconds += Int64(sign) * other.waited.nanoseconds
      sum.late += sign * other.late
      sum.neverShown += sign * other.neverShown
      sum.hits += sign * other.hits
      return sum
    }

    /// The side that loses over a stretch, if these are the figures of `a` less those of `b`.
    ///
    /// By missing screen, then by waits, by images never shown and late, and by hits; nil if
    /// neither loses. Whole runs are ranked by their scores (`better`).
    package var worse: Side? { weights.first { $0 != 0 }.map { $0 > 0 ? .a : .b } }

    /// The figures, the weightiest first, all above zero for the worse.
    ///
    /// Screen-seconds are rounded to a billionth: sums of the same shares may differ in their
    /// last bits.
    var weights: [Int] {
      [Int((stallSeconds * 1e9).rounded()), Int(waited.nanoseconds), neverShown, late, -hits]
    }
  }
}
