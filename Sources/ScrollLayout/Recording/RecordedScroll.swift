import ScrollCore

/// A recorded scroll: samples at irregular times, with gaps in which the recorder was late.
///
/// Between samples the offset is linear. If the offset differs before and after a long gap, the
/// recorder was late, and the content counts as moving evenly through the gap. If it is the same,
/// the gap is a pause. A phase holds from one sample to the next. So without resampling, a gap with
/// movement might have the phase `idle`, and a pause of seconds might have the phase `decelerating`
/// until its end. Therefore `motion` first resamples onto a regular grid and then estimates the
/// phases of the result. Then a gap with movement is `decelerating` from its beginning to its end,
/// and a pause becomes `idle` 100 ms after its beginning.
///
/// A finger counts as touching from the first sample with a touch until the next sample without a
/// touch.
public struct RecordedScroll: Sendable, Equatable {
  /// A gap of more than 1.5 frame periods.
  public struct Gap: Sendable, Equatable {
    /// The index of the sample before the gap.
    public var index: Int
    /// The duration in milliseconds.
    public var duration: Double
    /// A Boolean value that indicates whether the offset moved in the gap, so that the recorder was
    /// late; if `false`, the user paused.
    public var isStall: Bool

    public init(index: Int, duration: Double, isStall: Bool) {
      self.index = index
      self.duration = duration
      self.isStall = isStall
    }
  }

  /// The times in milliseconds, strictly ascending, from any start.
  public let times: [Double]
  /// The offsets in points.
  public let offsets: [Double]
  /// Boolean values that indicate whether a finger touched at each time; `nil` if unknown.
  public let touches: [Bool]?

  /// Creates a recording and checks its samples.
  /// - Parameters:
  ///   - times: the times in milliseconds.
  ///   - offsets: the offsets in points, one for each time.
  ///   - touches: whether a finger touched, one value for each time; `nil` if unknown.
  /// - Throws: `RecordingError` for the first wrong sample.
  public init(
    times: [Double], offsets: [Double], touches: [Bool]? = nil
  ) throws(RecordingError) {
    precondition(times.count == offsets.count, "\(times.count) times, \(offsets.count) offsets")
    precondition(
      touches.map { $0.count == times.count } ?? true, "\(touches?.count ?? 0) touches")
    guard let first = times.first else { throw .empty }
    let longest = ScrollMotion.longestMovement.milliseconds
    for index in times.indices {
      guard times[index].isFinite, times[index] - first <= longest else {
        throw .timeOutOfRange(index: index, time: times[index])
      }
      guard abs(offsets[index]) <= 1e9 else {
        throw .offsetOutOfRange(index: index, offset: offsets[index])
      }
      guard index == 0 || times[index] > times[index - 1] else {
        throw .notAscending(index: index, time: times[index], previous: times[index - 1])
      }
    }
    self.times = times
    self.offsets = offsets
    self.touches = touches
  }

  /// The recorder's frame period in milliseconds; `nil` for a single sample.
  ///
  /// It is the median time between samples; for an even number of times, the lower of the middle
  /// two.
  public var framePeriod: Double? {
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    return gaps.isEmpty ? nil : gaps[(gaps.count - 1) / 2]
  }

  /// The gaps of more than 1.5 frame periods: stalls and pauses.
  public var gaps: [Gap] {
    guard let framePeriod else { return [] }
    return times.indices.dropLast().compactMap { index in
      let duration = times[index + 1] - times[index]
      guard duration > 1.5 * framePeriod else { return nil }
      return Gap(
        index: index, duration: duration, isStall: offsets[index + 1] != offsets[index])
    }
  }

  /// The frames per second of the recorder, estimated from its samples: 120, 90 or 60.
  ///
  /// The estimate is the rate nearest to `framePeriod`; slower and unknown rates count as 60. For a
  /// screen with a variable rate, it is the most frequent rate during the scroll.
  public var frameRate: Int64 {
    guard let framePeriod else { return 60 }
    return framePeriod < 1000 / 105 ? 120 : framePeriod < 1000 / 75 ? 90 : 60
  }

  /// Returns the motion on a regular grid that begins with the first sample.
  ///
  /// Offsets are rounded to 1/64 pt. In an interval without movement, only the first and the last
  /// sample are kept. The last sample is at the first grid time at or after the recording's end.
  /// - Parameters:
  ///   - hertz: the samples per second, by default `frameRate`.
  ///   - estimator: the estimator of the phases.
  /// - Returns: samples, the first at 0.
  public func motion(
    hertz: Int64? = nil, phases estimator: PhaseEstimator = PhaseEstimator()
  ) -> ScrollMotion {
    let hertz = hertz ?? frameRate
    precondition(hertz > 0, "\(hertz) samples per second")
    let start = times[0]
    let moments = times.map { SimTime(milliseconds: $0 - start) }
    let last = moments[moments.count - 1].firstVsync(hertz: hertz)
    let grid = (0...last).map { SimTime.vsync($0, hertz: hertz) }
    var resampled: [Double] = [], touched: [Bool] = []
    resampled.reserveCapacity(grid.count)
    touched.reserveCapacity(grid.count)
    var index = 0
    for time in grid {
      while index + 1 < moments.count, moments[index + 1] <= time { index += 1 }
      var offset = offsets[index]
      if index + 1 < moments.count {
        let share =
          Double((time - moments[index]).nanoseconds)
          / Double((moments[index + 1] - moments[index]).nanoseconds)
        offset += (offsets[index + 1] - offset) * share
      }
      resampled.append(offset.roundedToSixtyFourth)
      touched.append(touches?[index] ?? false)
    }
    let phases = estimator.phases(times: grid, offsets: resampled, touches: touched)
    var builder = MotionBuilder()
    for index in grid.indices { builder.append(grid[index], resampled[index], phases[index]) }
    return builder.motion()
  }
}

/// An error in a recording, because of which it cannot be a scroll.
///
/// Indices count samples from 0; messages count them from 1.
public enum RecordingError: Error, Equatable {
  case empty
  /// A time that is not after the one before it.
  case notAscending(index: Int, time: Double, previous: Double)
  /// A time that is not a finite number, or a recording of more than a day.
  case timeOutOfRange(index: Int, time: Double)
  /// An offset that is not a finite number, or whose magnitude is above a thousand million points.
  case offsetOutOfRange(index: Int, offset: Double)
}

extension RecordingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the recording has no samples"
    case .notAscending(let index, let time, let previous):
      "sample \(index + 1) is at \(time) ms, not later than sample \(index) (\(previous) ms)"
    case .timeOutOfRange(let index, let time):
      "sample \(index + 1) is at \(time) ms; expected a number, and a day at most in all"
    case .offsetOutOfRange(let index, let offset):
      "sample \(index + 1) is at offset \(offset); expected a number between -1e9 and 1e9"
    }
  }
}
