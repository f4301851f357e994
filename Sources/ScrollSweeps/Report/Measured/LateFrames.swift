import ScrollCore
package import ScrollSimulation

/// The late frames of a run and of a measurement, each with its time.
package struct LateFrames {
  /// The distance in milliseconds within which frames count as the same event.
  package static let near = 250.0

  /// The time when a frame was due, and its delay, in milliseconds.
  package typealias Frame = (time: Double, late: Double)

  private let predicted: [Frame], measured: [Frame]

  /// Creates the late frames.
  /// - Parameters:
  ///   - log: the log of the whole run.
  ///   - measured: the measured frames, by ascending time; frames that are not late do not count.
  package init(_ log: RunLog, measured: [Frame]) {
    self.measured = measured.filter { $0.late > 0 }
    predicted = log.entries.compactMap { entry in
      guard case .frame(let frame) = entry.event, frame.isLate, frame.isPresented else {
        return nil
      }
      return (frame.due.milliseconds, (frame.presented - frame.due).milliseconds)
    }
  }

  /// The comparison of the number of late frames, the sum of their delays, and the longest delay.
  ///
  /// A sentence states how many measured late frames have a predicted one near, and the reverse.
  package var comparison: MeasuredComparison {
    func line(_ name: String, _ value: ([Frame]) -> Double) -> MeasuredComparison.Line {
      MeasuredComparison.Line(
        FigureCatalog[name], predicted: value(predicted), measured: value(measured))
    }
    let (there, here) = (
      Self.count(measured, near: predicted), Self.count(predicted, near: measured)
    )
    return MeasuredComparison(
      [
        line("hitches") { Double($0.count) },
        line("hitchMilliseconds") { $0.reduce(0) { $0 + $1.late } },
        line("worstHitchMilliseconds") { $0.reduce(0) { max($0, $1.late) } },
      ],
      sentences: [
        "\(there) of \(measured.count) measured late frames have a predicted one within "
          + "\(Int(Self.near)) ms, and \(here) of \(predicted.count) predicted ones have a "
          + "measured one"
      ])
  }

  /// Returns the number of frames that have a frame of the other list near them.
  /// - Complexity: O(n + m).
  private static func count(_ frames: [Frame], near others: [Frame]) -> Int {
    var (count, next) = (0, 0)
    for frame in frames {
      while next < others.count, others[next].time < frame.time - near { next += 1 }
      if next < others.count, others[next].time <= frame.time + near { count += 1 }
    }
    return count
  }
}
