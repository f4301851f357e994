package import ScrollDevice
package import ScrollSimulation

/// The uncertainty of a recommendation, given the stated errors of the device's and network's
/// figures.
///
/// The settings of the recommendation run again in several random draws. Each draw varies the
/// figures at random, as far as their stated errors allow. Within a draw, all settings share the
/// same random numbers.
package struct AdviceBand: Sendable {
  /// The results of the runs in one draw.
  package struct Draw: Sendable {
    /// The stalls, by the keys of the runs.
    let stalls: [ContentKey: DrawnStall]
    /// The errors of the figures in the draw.
    let causes: [ProfileDraw.Cause]

    package init(_ stalls: [ContentKey: DrawnStall], causes: [ProfileDraw.Cause] = []) {
      self.stalls = stalls
      self.causes = causes
    }
  }

  let question: AdviceQuestion
  let draws: Int
  /// The seconds of missing screen with the advised setting, over the draws in which the app
  /// survives.
  ///
  /// The value of a draw is the mean over its runs. `nil` if the app is killed in all draws.
  package let stall: FigureBand?
  /// The bands of blank time, hitches and memory with the advised setting, and with the reference.
  ///
  /// They are empty if the app is killed in all draws.
  let axes: [FigureBand], referenceAxes: [FigureBand]
  /// The number of draws in which the app is killed with the advised setting.
  package let killedIn: Int
  /// The comparisons of the advised setting with each of the others.
  let reference: DrawnComparison?, rival: DrawnComparison?
  /// The figures that affect the saving most, or the stall if there is no other setting.
  ///
  /// `nil` if no figure stands out, or if the app is killed in some draw.
  let cause: BandCause?

  /// Creates a band from draws.
  /// - Precondition: there is at least one draw; each has every run of the question.
  package init(_ question: AdviceQuestion, _ draws: [Draw]) {
    precondition(!draws.isEmpty, "a band of no draws")
    func stalls(_ runs: [ContentKey]) -> [DrawnStall] {
      draws.map { draw in DrawnStall(meanOf: runs.compactMap { draw.stalls[$0] }) }
    }
    let advised = stalls(question.advised)
    func comparison(with other: AdviceQuestion.AlternativeSetting?) -> DrawnComparison? {
      other.map {
        DrawnComparison(
          advised, against: stalls($0.runs), question.materiality, frames: question.frames)
      }
    }
    self.question = question
    self.draws = draws.count
    let living = advised.filter { !$0.isKilled }.map(\.seconds)
    stall = living.isEmpty ? nil : FigureBand(living)
    killedIn = draws.count - living.count
    func axes(_ stalls: [DrawnStall]) -> [FigureBand] {
      let living = stalls.filter { !$0.isKilled }
      return living.isEmpty
        ? [] : living[0].axes.indices.map { axis in FigureBand(living.map { $0.axes[axis] }) }
    }
    self.axes = axes(advised)
    referenceAxes = question.reference.map { axes(stalls($0.runs)) } ?? []
    reference = comparison(with: question.reference)
    rival = comparison(with: question.rival)
    let other = (question.reference ?? question.rival).map { stalls($0.runs) }
    let outcome =
      other.map { zip($0, advised).map { $0.seconds - $1.seconds } } ?? advised.map(\.seconds)
    let isWhole = !(advised + (other ?? [])).contains { $0.isKilled }
    cause = isWhole ? BandCause.causes(of: outcome, draws.map(\.causes)).first : nil
  }

  /// A Boolean value that indicates whether another setting is better than the advised one in some
  /// draws, and the report does not already say that the other setting stalls visibly less.
  package var flips: Bool { flip != nil }

  /// The comparison of the advised setting with that other setting; `nil` if there is none.
  var flip: DrawnComparison? {
    let pairs = [(reference, question.reference), (rival, question.rival)]
    return pairs.lazy.compactMap { comparison, other in
      guard let comparison, other?.leavesLess == false, comparison.worseIn > 0,
        comparison.verdict == .worse || comparison.verdict == .unknown
      else { return nil }
      return comparison
    }.first
  }
}
