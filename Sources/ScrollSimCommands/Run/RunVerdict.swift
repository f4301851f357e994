import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The verdict on one run: its quality, its waits, and the changes that would help.
final class RunVerdict {
  /// The maximum number of levers in the verdict.
  private static let mostLevers = 4

  private let diagnosis: Diagnosis
  private var report: RunReport { diagnosis.report }

  init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  /// The rating of the run and its reason, such as `Critical: 2.67 s of stall in 78.7 s`.
  var headline: String {
    let band = report.band.rawValue
    return "\(band.prefix(1).uppercased() + band.dropFirst()): \(reasons)"
  }

  /// Sentences about the bottleneck and the recommended change.
  var sentence: String { diagnosis.sentence }

  /// The figures that determine the rating of the run.
  ///
  /// For a good run this is the missing screen.
  private var reasons: String {
    if let death = report.death {
      return "killed at \(SecondsText.text(death.time.seconds)) of "
        + "\(SecondsText.text(diagnosis.run.trace.duration.seconds)) s"
    }
    let (stalls, hitches) = (report.stalls, report.hitches)
    let missing =
      stalls.seconds > 0
      ? "\(SecondsText.text(stalls.seconds)) s of stall in "
        + "\(SecondsText.text(report.duration.seconds)) s"
      : "no image was missing on screen"
    guard report.band != .good else { return missing }
    let all = [
      (report.stallBand, missing), (hitches.band, "hitches of \(Self.hitches(report))"),
      (hitches.hangBand, "a frame \(ExplanationText.span(hitches.longestDelay)) late"),
    ]
    return Phrase.list(all.filter { $0.0 == report.band }.map(\.1))
  }

  private static func hitches(_ report: RunReport) -> String {
    "\(SecondsText.text(report.hitches.timeRatio)) ms/s"
  }

  /// Cards with the visible effects, the changes that would help, and the limits of any cache.
  var cards: [ReportCard] {
    [screen] + (diagnosis.isCalm ? [] : [levers]) + (bound.map { [$0] } ?? [])
  }

  private var screen: ReportCard {
    let (stalls, hitches) = (report.stalls, report.hitches)
    let share = report.screenTime > .zero ? stalls.seconds / report.screenTime.seconds : 0
    let late = stalls.late + stalls.neverShown + stalls.unfinished
    var rows = [
      ReportCard.Row(
        "screen missing",
        "\(SecondsText.text(stalls.seconds)) s (\(NumberText.percent(share))), "
          + report.stallBand.rawValue, isBold: true),
      ReportCard.Row("hitches", "\(Self.hitches(report)), \(hitches.band.rawValue)"),
      ReportCard.Row(
        "longest delay of a frame",
        "\(ExplanationText.span(hitches.longestDelay)), \(hitches.hangBand.rawValue)"),
      ReportCard.Row(
        "images late or never shown",
        "\(NumberText.count(late)) of \(NumberText.count(stalls.appearances))"),
    ]
    if report.requests.count > 0, diagnosis.run.scenario.loader.cache {
      rows.append(ReportCard.Row("requests that hit", NumberText.percent(report.requests.hitRate)))
    }
    return ReportCard(title: "What the user sees", rows: rows)
  }

  /// The parts of the app's memory at its peak, against the limit at which the system ends the app.
  var memory: (drawing: Drawing, table: Table) {
    let (peak, limit) = (diagnosis.peakMemory, diagnosis.run.device.memory.appLimit)
    var table = Table([.left("memory at its peak"), .right("MiB")])
    for part in peak.parts {
      table.append([part.words, NumberText.fixed(part.bytes.mebibytes, decimals: 1)])
    }
    let bar = StackedBar(
      id: "memory-bar", title: "Memory at its peak",
      summary: "\(NumberText.mebibytes(peak.peak, decimals: 0)) of the app's limit of "
        + "\(NumberText.limit(limit)).",
      parts: peak.parts.map { part in
        StackedBar.Part(
          text: "\(NumberText.mebibytes(part.bytes, decimals: 0)): \(part.words)",
          value: part.bytes.mebibytes, color: part.color)
      }, limit: ("the app's limit: \(NumberText.limit(limit))", limit.mebibytes))
    return (bar.drawing, table)
  }

  private var levers: ReportCard {
    let levers = diagnosis.bestLevers.prefix(Self.mostLevers)
    let rows = levers.enumerated().map { index, lever in
      ReportCard.Row(
        lever.trial.text + (lever.trial.price.map { " (price: \($0.words))" } ?? ""),
        "stall \(SecondsText.text(lever.stallSeconds)) s", isBold: index == 0)
    }
    let note =
      levers.first.map { best in
        best.trial.canBeTyped
          ? "Options of the first: \(best.trial.changed.options(unlike: diagnosis.run))" : ""
      } ?? "No change that was tried helps."
    return ReportCard(title: "What would help", rows: rows, note: note)
  }

  /// The card with the bounds of the stall; `nil` if none were requested, or if there are none.
  private var bound: ReportCard? {
    guard let bound = diagnosis.bound else { return nil }
    var rows = [
      ReportCard.Row("lower bound", "\(SecondsText.text(bound.proven)) s", isBold: true)
    ]
    if let reached = bound.reached, let name = bound.reachedBy {
      rows.append(
        ReportCard.Row(
          bound.isByForesight ? "best found: with foresight" : "best found: \(name)",
          "\(SecondsText.text(reached)) s"))
    }
    return ReportCard(
      title: "Least stall at this budget", rows: rows,
      note: "No cache stalls less than the lower bound. It is unknown whether a policy can stall "
        + "less than the best found.")
  }
}
