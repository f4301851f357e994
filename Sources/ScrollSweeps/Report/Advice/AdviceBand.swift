package import ScrollDevice
package import ScrollSimulation

/// How far a recommendation holds, given the stated errors of the device's and network's figures.
///
/// The settings that it names are made again in draws of what these figures may truly be, all with
/// the same luck in each.
package struct AdviceBand: Sendable {
  /// What came of the runs in one draw.
  package struct Draw: Sendable {
    /// By the keys of the runs.
    package let stalls: [ContentKey: DrawnStall]
    /// What was wrong in it.
    package let causes: [ProfileDraw.Cause]

    package init(_ stalls: [ContentKey: DrawnStall], causes: [ProfileDraw.Cause] = []) {
      self.stalls = stalls
      self.causes = causes
    }
  }

  package let question: AdviceQuestion
  package let draws: Int
  /// Seconds of missing screen with the advised setting, the mean of its runs, over the draws in
  /// which the app lives; nil if it is killed in all.
  package let stall: FigureBand?
  /// In how many draws the app is killed with the advised setting.
  package let killedIn: Int
  /// The advised setting against each of the others.
  package let reference: DrawnComparison?, rival: DrawnComparison?
  /// What moves its saving most, or its stall where it is held against nothing; nil where nothing
  /// stands out or the app is killed in some draw.
  package let cause: BandCause?

  /// Puts draws together.
  /// - Precondition: there is at least one; each has every run of the question.
  package init(_ question: AdviceQuestion, _ draws: [Draw]) {
    precondition(!draws.isEmpty, "a band of no draws")
    func stalls(_ runs: [ContentKey]) -> [DrawnStall] {
      draws.map { draw in DrawnStall(meanOf: runs.compactMap { draw.stalls[$0] }) }
    }
    let advised = stalls(question.advised)
    func comparison(with other: AdviceQuestion.Other?) -> DrawnComparison? {
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
    reference = comparison(with: question.reference)
    rival = comparison(with: question.rival)
    let other = (question.reference ?? question.rival).map { stalls($0.runs) }
    let outcome =
      other.map { zip($0, advised).map { $0.seconds - $1.seconds } } ?? advised.map(\.seconds)
    let isWhole = !(advised + (other ?? [])).contains { $0.isKilled }
    cause = isWhole ? BandCause.causes(of: outcome, draws.map(\.causes)).first : nil
  }

  /// Whether one of the others may be better, although the report does not say so.
  package var flips: Bool { flip != nil }

  /// How the advised setting compares with that other.
  package var flip: DrawnComparison? {
    let pairs = [(reference, question.reference), (rival, question.rival)]
    return pairs.lazy.compactMap { comparison, other in
      guard let comparison, other?.leavesLess == false, comparison.worseIn > 0,
        comparison.verdict == .worse || comparison.verdict == .unknown
      else { return nil }
      return comparison
    }.first
  }
}
