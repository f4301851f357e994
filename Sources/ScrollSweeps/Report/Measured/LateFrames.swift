import ScrollCore
package import ScrollSimulation

/// Late frames of a run beside those that were measured, each at its moment.
package struct LateFrames {
  /// In milliseconds: frames so near to each other are taken for the same trouble.
  package static let near = 250.0

  /// When a frame was due and how late it came, in milliseconds.
  package typealias Frame = (time: Double, late: Double)

  private let predicted: [Frame], measured: [Frame]

  /// - Parameters:
  ///   - log: of the whole run.
  ///   - measured: by ascending time; those that are not late do not count.
  package init(_ log: RunLog, measured: [Frame]) {
    self.measured = measured.filter { $0.late > 0 }
    predicted = log.entries.compactMap { entry in
      guard case .frame(let frame) = entry.event, frame.isLate, frame.isPresented else {
        return nil
      }
      return (frame.due.milliseconds, (frame.presented - frame.due).milliseconds)
    }
  }

  /// Their number, their delays together and the longest, and how many of each have one of the
  /// others near.
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
          + "\(Int(Self.near)) ms, \(here) of \(predicted.count) predicted ones a measured one"
      ])
  }

  /// How many frames have one of the others near.
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
