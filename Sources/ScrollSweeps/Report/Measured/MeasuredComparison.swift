import ScrollCore
package import ScrollPages
package import ScrollSimulation

/// A comparison of a run's figures with measured ones.
package struct MeasuredComparison: Sendable {
  /// A predicted and a measured figure, in its own unit.
  package struct Line: Sendable, Equatable {
    package let name: String
    package let unit: String
    package let predicted: Double, measured: Double
    let decimals: Int

    /// Creates a line for a figure of the catalog.
    package init(_ figure: Figure, predicted: Double, measured: Double) {
      self.init(
        figure.name, unit: MeasuredUnit.names(of: figure).first ?? "", predicted: predicted,
        measured: measured, decimals: figure.unit == .ratio ? 3 : max(figure.decimals, 1))
    }

    init(_ name: String, unit: String, predicted: Double, measured: Double, decimals: Int) {
      self.name = name
      self.unit = unit
      self.predicted = predicted
      self.measured = measured
      self.decimals = decimals
    }

    /// The predicted value divided by the measured one; `nil` if the measured value is 0.
    var ratio: Double? {
      measured == 0 || !predicted.isFinite ? nil : predicted / measured
    }
  }

  package let lines: [Line]
  /// The sentences on facts that the lines do not show.
  package let sentences: [String]

  package init(_ lines: [Line], sentences: [String] = []) {
    self.lines = lines
    self.sentences = sentences
  }

  /// Returns the comparison as a table, rounded or unrounded.
  package func table(isRounded: Bool) -> Table {
    var table = Table([
      .left("figure"), .left("unit"), .right("predicted"), .right("measured"),
      .right("difference"), .right("ratio"),
    ])
    for line in lines {
      func cell(_ number: Double?, _ decimals: Int) -> String {
        guard let number else { return isRounded ? "-" : "" }
        return isRounded ? NumberText.fixed(number, decimals: decimals) : "\(number)"
      }
      let difference = line.predicted - line.measured
      table.append([
        line.name, line.unit, cell(line.predicted, line.decimals),
        cell(line.measured, line.decimals),
        (isRounded && difference > 0 ? "+" : "") + cell(difference, line.decimals),
        cell(line.ratio, 2),
      ])
    }
    return table
  }
}

/// The unit of a measured value.
package struct MeasuredUnit: Equatable {
  /// The size of the unit in the figure's own unit.
  let factor: Double

  /// Returns the names of the units that a figure may be measured in, the usual one first; empty
  /// for a figure whose values are words.
  package static func names(of figure: Figure) -> [String] { units(of: figure).map(\.name) }

  /// Creates the unit of a name; `nil` if the figure is not measured in it.
  package init?(_ name: String, of figure: Figure) {
    let name = Self.symbols[name] ?? name
    guard let unit = Self.units(of: figure).first(where: { $0.name == name }) else { return nil }
    factor = unit.factor
  }

  /// The unit symbols of MetricKit and Foundation, with the names of these units here.
  private static let symbols = [
    "ms per s": "ms/s", "sec": "s", "\u{B5}s": "us", "\u{3BC}s": "us", "byte": "B",
  ]

  /// Returns a value in the unit of the figure.
  package func value(_ value: Double) -> Double { value * factor }

  private static func units(of figure: Figure) -> [(name: String, factor: Double)] {
    switch figure.unit {
    case .count: [("count", 1), ("", 1)]
    case .bytes:
      [
        ("B", 1), ("bytes", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("KiB", 1024),
        ("MiB", 1_048_576), ("GiB", 1_073_741_824),
      ]
    case .milliseconds: [("ms", 1), ("s", 1000), ("us", 1e-3), ("ns", 1e-6)]
    case .seconds: [("s", 1), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)]
    case .millisecondsPerSecond: [("ms/s", 1), ("%", 10)]
    case .ratio: [("ratio", 1), ("%", 0.01), ("", 1)]
    case .word: []
    }
  }
}

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

/// The late frames of a run and of a measurement, each with its time.
package struct LateFrames {
  /// The distance in milliseconds within which frames count as the same event.
  static let near = 250.0

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
