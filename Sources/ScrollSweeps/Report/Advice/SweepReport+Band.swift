import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation

// How far what is advised holds, in sentences.

extension SweepReport {
  /// What is advised, and how far it holds.
  package var bandedAdvice: [String] { advice + bandSentences }

  /// The band of a recommendation; nil if none was asked for.
  func band(of found: Recommendation) -> AdviceBand? {
    bands.first { $0.question.device == found.device && $0.question.network == found.network }
  }

  /// What the errors of the figures leave of the advice; nothing without bands.
  var bandSentences: [String] {
    guard !bands.isEmpty else { return [] }
    let found = recommendations.compactMap { item in band(of: item).map { (item, $0) } }
    guard let draws = found.first?.1.draws else { return [] }
    let assumed = NumberText.fixed(100 * ProfileDraw.assumedError, decimals: 0)
    let isOnlyPlace = found.count == 1 && devices.count == 1
    let told = found.prefix(Self.toldDevices).map { item, band in
      sentence(of: item, band, on: isOnlyPlace ? "" : "On \(place(of: item)) ")
    }
    let flipped = found.dropFirst(Self.toldDevices).filter { $0.1.flips }.map { place(of: $0.0) }
    let rest =
      flipped.isEmpty
      ? []
      : [
        "On \(Words.list(flipped, atMost: 6)) the advice does not hold to within the errors of the "
          + "devices' figures."
      ]
    return [
      "The figures of devices and networks have errors (an estimate without one counts as "
        + "\(assumed) % off), so what is advised was made again in \(draws) draws of them."
    ] + told + rest
  }

  /// What the draws say of one recommendation.
  private func sentence(of found: Recommendation, _ band: AdviceBand, on place: String) -> String {
    let name = text(of: found.setting)
    let (taken, all) = (band.question.advised.count, band.question.allPlaces)
    let sample = taken < all ? ", in \(taken) of its \(Words.digits(all)) runs," : ""
    guard let stall = band.stall else {
      return "\(place)\(name)\(sample) has the app killed in every draw."
    }
    let percent = NumberText.fixed(100 * FigureBand.share, decimals: 0)
    let living =
      band.killedIn == 0
      ? "the draws" : "the \(band.draws - band.killedIn) draws in which the app lives"
    var said =
      "\(place)\(name)\(sample) leaves \(stall.secondsText) per session in \(percent) % of \(living)"
    if let reference = band.reference, let other = band.question.reference {
      said += " and \(clause(reference, other))"
    }
    said += "."
    if let rival = band.rival, let other = band.question.rival {
      said += " It \(clause(rival, other))."
    }
    if let flip = band.flip, flip.verdict == .worse { said += " \(flip.contradiction)" }
    if band.killedIn > 0 {
      said += " The app is killed with it in \(band.killedIn) of \(band.draws)."
    }
    if let cause = band.cause {
      let what = band.reference == nil && band.rival == nil ? "its stall" : "the difference"
      said += " What moves \(what) most: \(cause.text) (\(ShareText.of(cause.share)))."
    }
    return said
  }

  /// What a setting saves against another, and whether that is known.
  private func clause(
    _ comparison: DrawnComparison, _ other: AdviceQuestion.Other
  ) -> String {
    let name = text(of: other.setting)
    let saving =
      comparison.saved.map { $0.savingText(against: name) } ?? "is held against \(name)"
    return saving + comparison.finding
  }

  /// The row of a card.
  func bandRow(of found: Recommendation) -> ReportCard.Row? {
    guard let band = band(of: found) else { return nil }
    let stall = band.stall.map { "\($0.secondsText) per session" } ?? "killed in every draw"
    let finding = band.reference.map { "; \($0.shortFinding)" } ?? ""
    return ReportCard.Row("given the errors", stall + finding, isBold: band.flips)
  }

  /// Where the draws contradict a recommendation, that they do.
  func flip(of found: Recommendation) -> String? {
    band(of: found)?.flip?.contradiction
  }
}
