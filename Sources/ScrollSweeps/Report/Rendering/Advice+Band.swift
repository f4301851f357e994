import ScrollDevice
package import ScrollPages
import ScrollSimulation

extension Advice {
  /// How far it holds, given the errors of the device's and network's figures.
  package struct Band: Encodable, Sendable {
    /// Where `share` of the draws lie, in seconds.
    package struct Interval: Encodable, Sendable {
      package let low: Double, high: Double
    }

    /// The setting against another.
    package struct Comparison: Encodable, Sendable {
      /// `better`, `worse`, `alike` or `unknown`.
      package let verdict: String
      /// In how many draws, by as much as matters.
      package let betterIn: Int, worseIn: Int, alikeIn: Int
      /// Null where the app is killed with one of them in every draw.
      @OrNull package var savedSeconds: Interval?

      init(_ comparison: DrawnComparison) {
        verdict = comparison.verdict.rawValue
        betterIn = comparison.betterIn
        worseIn = comparison.worseIn
        alikeIn = comparison.alikeIn
        savedSeconds = comparison.saved.map { Interval(low: $0.low, high: $0.high) }
      }
    }

    /// What moves the saving most, or the stall where nothing else is named.
    package struct Cause: Encodable, Sendable {
      package let figures: [String]
      /// Of the variance over the draws.
      package let share: Double
    }

    package let draws: Int
    package let share: Double, assumedError: Double
    /// How many runs of each setting were made again, of how many.
    package let runs: Int, allRuns: Int
    /// Null where the app is killed in every draw.
    @OrNull package var stallSeconds: Interval?
    package let killedIn: Int
    @OrNull package var against: Comparison?
    @OrNull package var rival: Comparison?
    /// Whether what it is held against may be better, although the report does not say so.
    package let flips: Bool
    @OrNull package var cause: Cause?

    init(_ band: AdviceBand) {
      draws = band.draws
      share = FigureBand.share
      assumedError = ProfileDraw.assumedError
      runs = band.question.advised.count
      allRuns = band.question.allPlaces
      stallSeconds = band.stall.map { Interval(low: $0.low, high: $0.high) }
      killedIn = band.killedIn
      against = band.reference.map { Comparison($0) }
      rival = band.rival.map { Comparison($0) }
      flips = band.flips
      cause = band.cause.map { Cause(figures: $0.figures, share: $0.share) }
    }
  }
}
