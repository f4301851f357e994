/// The smallest difference of stall times that is worth acting on.
///
/// A difference counts if it is at least `share` of the larger figure *and* at least
/// `framesPerMinute` frames of the display for each minute of scrolling. One frame a minute is 1 s
/// of missing screen in an hour at 60 Hz; users do not notice a difference below a hundredth of the
/// stall time. Both limits are matters of judgment, so users can set both. A shorter scroll counts
/// as a minute, because less than a frame is not visible.
package struct Materiality: Sendable, Equatable {
  /// The smallest share of the larger figure, from 0 to 1.
  package var share: Double
  /// The smallest number of frames of missing screen in a minute of scrolling.
  package var framesPerMinute: Double

  /// The default of the commands.
  package static let standard = Materiality(share: 0.01, framesPerMinute: 1)

  /// The refresh rate that is assumed for a device whose rate the store does not know, in Hz.
  package static let assumedRefreshRate = 60.0

  package init(share: Double, framesPerMinute: Double) {
    self.share = share
    self.framesPerMinute = framesPerMinute
  }

  /// Returns the smallest difference that counts by the number of frames alone, in seconds of
  /// missing screen.
  ///
  /// - Parameters:
  ///   - duration: the duration of the scrolling, in seconds.
  ///   - refreshRate: the refresh rate of the display, in Hz; above 0.
  /// - Returns: the duration of `framesPerMinute` frames for each minute of the scrolling, and for one
  ///   minute at least.
  package func leastSeconds(over duration: Double, at refreshRate: Double) -> Double {
    framesPerMinute / refreshRate * max(60, duration) / 60
  }

  /// Returns the smallest difference that counts, in seconds of missing screen.
  ///
  /// - Parameters:
  ///   - larger: the larger of the two figures, in seconds.
  ///   - frames: `leastSeconds(over:at:)`, or its mean over several runs.
  /// - Returns: the greater of the two limits. A difference counts if it is at least this large.
  package func leastDifference(of larger: Double, frames: Double) -> Double {
    max(share * larger, frames)
  }

  /// Returns `true` if the difference of two stall times counts.
  ///
  /// - Parameters:
  ///   - first: the seconds of missing screen of one run.
  ///   - second: the seconds of missing screen of another run.
  ///   - frames: as for `leastDifference(of:frames:)`.
  /// - Returns: `true` if the difference counts; always `false` for equal times.
  package func matters(_ first: Double, _ second: Double, frames: Double) -> Bool {
    let gap = abs(first - second)
    return gap > 0 && gap >= leastDifference(of: max(first, second), frames: frames)
  }
}
