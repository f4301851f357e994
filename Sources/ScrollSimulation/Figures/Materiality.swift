/// The smallest difference of stalls that anyone should act on.
///
/// A difference matters if it is at least a share of the larger figure *and* at least so many
/// frames of the display for each minute of scrolling. One frame a minute is 1 s of missing screen
/// in an hour at 60 Hz; less than a hundredth of the stalls nobody notices. Both are judgments, so
/// both are settings.
package struct Materiality: Sendable, Equatable {
  /// Of the larger figure, from 0 to 1.
  package var share: Double
  /// Frames of missing screen in a minute of scrolling.
  package var framesPerMinute: Double

  /// What the commands take unless they are told otherwise.
  package static let standard = Materiality(share: 0.01, framesPerMinute: 1)

  /// The display of a device of which the store does not know it, in Hz.
  package static let assumedRefreshRate = 60.0

  package init(share: Double, framesPerMinute: Double) {
    self.share = share
    self.framesPerMinute = framesPerMinute
  }

  /// The frames' part alone, in seconds of missing screen.
  ///
  /// - Parameters:
  ///   - duration: how long the scrolling was, in seconds.
  ///   - refreshRate: of the display, in Hz; above 0.
  /// - Returns: so many frames for each minute of it.
  package func leastSeconds(over duration: Double, at refreshRate: Double) -> Double {
    framesPerMinute / refreshRate * duration / 60
  }

  /// The smallest difference that matters, in seconds of missing screen.
  ///
  /// - Parameters:
  ///   - larger: the larger of the two figures, in seconds.
  ///   - frames: `leastSeconds(over:at:)`, or its mean over several runs.
  /// - Returns: the greater of both parts: a difference has to reach it.
  package func leastDifference(of larger: Double, frames: Double) -> Double {
    max(share * larger, frames)
  }

  /// Whether two stalls differ by enough.
  ///
  /// - Parameters:
  ///   - first: seconds of missing screen.
  ///   - second: of another run.
  ///   - frames: as for `leastDifference(of:frames:)`.
  /// - Returns: false for equal ones, whatever the settings are.
  package func matters(_ first: Double, _ second: Double, frames: Double) -> Bool {
    let gap = abs(first - second)
    return gap > 0 && gap >= leastDifference(of: max(first, second), frames: frames)
  }
}
