import ScrollCore
import ScrollPages
package import ScrollSimulation

/// The blank share of the viewport in a run and in a measurement, moment by moment.
package struct BlankTimes {
  /// A blank share of the viewport, and the time in milliseconds from which it holds.
  package typealias Step = (time: Double, blank: Double)

  private let predicted: [Step], measured: [Step]

  /// Creates the shares.
  /// - Parameters:
  ///   - log: the log of the whole run.
  ///   - measured: the measured steps, by ascending time; the last one is the end.
  package init(_ log: RunLog, measured: [Step]) {
    self.measured = measured
    predicted = log.entries.compactMap { entry -> Step? in
      switch entry.event {
      case .frame(let frame) where frame.isPresented:
        return (frame.presented.milliseconds, frame.blank)
      // There is no prediction for the time after the run.
      case .ended: return (entry.time.milliseconds, 0)
      default: return nil
      }
    }
  }

  /// The predicted and the measured blank seconds, and the seconds in which both screens were
  /// blank.
  ///
  /// - Complexity: O(n + m).
  package var comparison: MeasuredComparison {
    var seconds = (predicted: 0.0, measured: 0.0)
    var shared = (both: 0.0, predicted: 0.0, measured: 0.0)
    var worst = (predicted: 0.0, measured: 0.0)
    var next = 0
    for (step, end) in zip(measured, measured.dropFirst().map(\.time)) {
      var time = step.time
      while time < end {
        while next + 1 < predicted.count, predicted[next + 1].time <= time { next += 1 }
        let isShown = next < predicted.count && predicted[next].time <= time
        let blank = isShown ? predicted[next].blank : 0
        let following = isShown ? next + 1 : next
        let until =
          following < predicted.count && predicted[following].time > time
          ? min(end, predicted[following].time) : end
        let length = (until - time) / 1000
        seconds.predicted += blank * length
        seconds.measured += step.blank * length
        worst = (max(worst.predicted, blank), max(worst.measured, step.blank))
        switch (blank > 0, step.blank > 0) {
        case (true, true): shared.both += length
        case (true, false): shared.predicted += length
        case (false, true): shared.measured += length
        case (false, false): break
        }
        time = until
      }
    }
    func text(_ seconds: Double) -> String { NumberText.fixed(seconds, decimals: 2) }
    return MeasuredComparison(
      [
        MeasuredComparison.Line(
          .blank, predicted: seconds.predicted, measured: seconds.measured),
        MeasuredComparison.Line(
          "worstBlank", unit: "ratio", predicted: worst.predicted, measured: worst.measured,
          decimals: 3),
      ],
      sentences: [
        "blank in both for \(text(shared.both)) s, only as measured for \(text(shared.measured)) s, "
          + "only as predicted for \(text(shared.predicted)) s"
      ])
  }
}
